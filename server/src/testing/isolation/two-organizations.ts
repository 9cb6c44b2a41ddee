import type { TestApp } from '../make-app.ts'
import { addHome, fillOrganization } from './create-data.ts'
import { type Credential, everyCredential, type Held, signedIn } from './credentials.ts'
import { fillProject, type Home, type Ids } from './fill-organization.ts'
import { missingFrom, readRows } from './rows.ts'
import { type Secrets, secretsOf } from './secrets.ts'

const [OWN, SIBLING, FOREIGN] = ['acorn', 'walnut', 'xenopus'] as const

/** An organization with data of every kind. */
export interface World {
  home: Home
  mark: string
  ids: Ids
}

/** Two organizations, every credential of one of them, and the faults found. */
export interface Walk {
  app: TestApp
  own: World
  foreign: World
  /** An admin of the foreign organization. */
  foreigner: Held
  /** Another project of the own organization, hidden from keys of one project. */
  sibling: Partial<Ids>
  everybody: { who: Credential; held: Held }[]
  /** What no answer to this credential may contain. */
  secretsFor: (who: Credential) => Secrets[]
  /** Rows of the foreign organization at the beginning. */
  foreignRows: string[]
  /** True: every combination. Else a combination that takes the same way through the code as another is left out. */
  isExhaustive: boolean
  /** Operations that succeeded at least once. */
  done: Set<string>
  /** Operations and reasons of refusals whose ids were compared. */
  refusals: Set<string>
  /** Everything that went wrong. */
  faults: string[]
}

/**
 * Creates two organizations with data of the same hours. Calls `before` while the second one is still empty, at the
 * same time of the clock as all that follows.
 */
export async function makeGround(app: TestApp, before: (walk: Walk) => Promise<void>): Promise<Walk> {
  const began = app.clock()
  const home = await addHome(app, `${OWN}-organization`)
  const other = await addHome(app, `${FOREIGN}-organization`)
  const own = { home, mark: OWN, ids: await fillOrganization(app, home, OWN) }
  const withoutSibling = await readRows(app)
  const sibling = await fillProject(app, home, SIBLING)
  const withSibling = await readRows(app)
  const ground = { home, mark: OWN, project: own.ids.project, other: other.slug }
  const everybody: Walk['everybody'] = []
  for (const who of everyCredential(app, ground)) everybody.push({ who, held: await who.make() })
  const withoutForeign = await readRows(app)
  const ofSibling = secretsOf(SIBLING, missingFrom(withSibling, withoutSibling), withoutSibling)
  const now = app.clock()
  const walk: Walk = {
    app,
    own,
    foreign: { home: other, mark: FOREIGN, ids: {} as Ids },
    foreigner: { key: null, headers: {} },
    sibling,
    everybody,
    secretsFor: () => [],
    foreignRows: [],
    // Postgres belongs to `test:all`, which has time for every combination.
    isExhaustive: app.store.dialect === 'postgres',
    done: new Set(),
    refusals: new Set(),
    faults: [],
  }
  // The server records the first use of a credential.
  for (const { held } of everybody) await app.request('/api/whoami', { key: held.key })
  await app.idle()
  await before(walk)

  app.advance(began - now)
  walk.foreign.ids = await fillOrganization(app, other, FOREIGN)
  walk.foreigner = await signedIn(app, { mark: FOREIGN }, { [other.slug]: 'admin' })
  app.advance(now - app.clock())
  walk.foreignRows = missingFrom(await readRows(app), withoutForeign)
  const ofForeign = secretsOf(FOREIGN, walk.foreignRows, withoutForeign)
  walk.secretsFor = (who) => (who.ofProject ? [ofForeign, ofSibling] : [ofForeign])
  return walk
}
