import { giveAgent, giveWork } from './agents.ts'
import { type Named, neededFor, type Values } from './build-request.ts'
import { addHome, begin, makers } from './create-data.ts'
import { type Credential, everyCredential, type Held } from './credentials.ts'
import { answerDue, isDistinguished, refusalOf } from './expected-refusals.ts'
import type { Kind } from './names.ts'
import { everyOperation, type Walked } from './operations.ts'
import { missingFrom, readRows } from './rows.ts'
import { expectAnswer, type Trial, tryField, tryMalformed, tryRefused, tryValues } from './try-operation.ts'
import type { Walk, World } from './two-organizations.ts'
import { fieldsOf, idsOfHeld, inTurns, ownIds } from './walk-reads.ts'

const WRITES = everyOperation().filter(({ method, access }) => method !== 'GET' && access !== null)

/** Writes without the rights, or with ids of others: none of them may change any row. */
export async function writeRefused(walk: Walk): Promise<void> {
  await walk.app.idle()
  const before = await readRows(walk.app)
  const all = WRITES.flatMap((operation) => walk.everybody.map((one) => ({ operation, ...one })))
  await inTurns(all, async ({ operation, who, held }) => {
    const trial = { walk, operation, who, held, ids: ownIds(walk, held) }
    const due = refusalOf(operation, who)
    if (due !== null) return tryRefused(trial, due)
    for (const named of fieldsOf(operation)) {
      if (named.place !== 'path') continue
      await tryField(async () => trial, named)
      if (who.isThorough) await tryMalformed(trial, named)
    }
  })
  await walk.app.idle()
  const after = await readRows(walk.app)
  for (const row of missingFrom(before, after)) walk.faults.push(`A write that was refused ended ${row}`)
  for (const row of missingFrom(after, before)) walk.faults.push(`A write that was refused made ${row}`)
}

/** Writes with the rights, also with names that others use: none of them may change a row of the others. */
export async function writeAllowed(walk: Walk): Promise<void> {
  await inTurns(walk.everybody.entries(), async ([index, { who, held }]) => {
    const place = await furtherPlace(walk, index)
    for (const operation of WRITES) {
      if (refusalOf(operation, who) !== null) continue
      if (who.isThorough) await writeNames({ walk, operation, who, held, ids: ownIds(walk, held) }, place)
      if (who.isThorough || !COSTLY.has(operation.id)) await writeOwn(walk, operation, place)
    }
  })
  await walk.app.idle()
  for (const row of missingFrom(walk.foreignRows, await readRows(walk.app)))
    walk.faults.push(`A write of another organization changed ${row}`)
}

/** Operations that hash a password, which takes as long as a hundred other requests. */
const COSTLY = new Set(['changePassword'])

/** Ids in a query or body. Some requests create what they name, so each operation gets an organization of its own. */
async function writeNames(standing: Trial, place: Place): Promise<void> {
  const { walk, operation, who } = standing
  const fields = fieldsOf(operation).filter(
    (named) => named.place !== 'path' && !isDistinguished(operation, named),
  )
  if (fields.length === 0) return
  const further = await furtherPlace(walk, place.at)
  for (const named of fields) {
    await tryField(async () => {
      // The project that this key may not see exists only in the own organization.
      if (!who.ofProject) return trialIn(further, walk, operation, named)
      return {
        ...standing,
        values: await fresh({ world: walk.own, held: standing.held }, walk, operation, named),
      }
    }, named)
    await tryMalformed(await trialIn(further, walk, operation, named), named)
  }
}

/** Requests about the caller's own things. Each gets fresh ones, because some requests delete them. */
async function writeOwn(walk: Walk, operation: Walked, place: Place): Promise<void> {
  const isAbout = operation.path === '/api/organization'
  const optional = fieldsOf(operation).filter(({ isRequired }) => !isRequired)
  for (const field of [null, ...(place.who.isThorough ? optional : [])]) {
    const what = field === null ? 'as little as it takes' : `own ${field.name}`
    const trial = await trialIn(isAbout ? await furtherPlace(walk, place.at) : place, walk, operation, field)
    const answer = await tryValues(trial, field?.name ?? null, {}, what)
    expectAnswer(trial, answer, answerDue(operation, trial.who, field?.name), what)
  }
}

/** An organization with one run, and a credential of the same kind in it. */
interface Place {
  world: World
  who: Credential
  held: Held
  /** Index of the credential in `everybody`. */
  at: number
}

let made = 0

async function furtherPlace({ app, own, foreign }: Walk, position: number): Promise<Place> {
  const home = await addHome(app, `${own.mark}-${++made}`)
  await begin(app, home, own.mark)
  const world = { home, mark: own.mark, ids: { ...own.ids, organization: home.slug } }
  const ground = { ...world, project: own.ids.project, other: foreign.home.slug }
  const who = everyCredential(app, ground)[position] as Credential
  return { world, who, held: await who.make(), at: position }
}

/** A trial with unused things. An operation about the caller also gets an unused credential. */
async function trialIn(place: Place, walk: Walk, operation: Walked, field: Named | null): Promise<Trial> {
  const { world, who } = place
  const held = operation.isPersonal ? await who.make() : place.held
  const ids = { ...world.ids, ...idsOfHeld(held) }
  return { walk, operation, who, held, ids, values: await fresh({ world, held }, walk, operation, field) }
}

/** A new thing for each id that a request needs; a new project only if the request deletes it. */
async function fresh(
  { world: { home, mark }, held }: Pick<Place, 'world' | 'held'>,
  { app }: Walk,
  operation: Walked,
  field: Named | null,
): Promise<Values> {
  const make: Partial<Record<Kind, () => Promise<string>>> = makers(app, home, mark)
  const needed = new Set(neededFor(operation, field?.name ?? null))
  const values: Values = {}
  for (const { name, kind, place } of fieldsOf(operation)) {
    if (kind === 'agent' && place === 'path' && held.key !== null)
      values[name] = (await giveAgent(app, home, { key: held.key, mark, spare: true })).agent
    if ((kind === 'task' || kind === 'subscription') && held.agent !== undefined)
      values[name] = (await giveWork(app, held.agent, mark))[kind]
    const isDeleted = operation.method === 'DELETE' && operation.path.endsWith(`/:${name}`)
    if (needed.has(name) && make[kind] && (kind !== 'project' || isDeleted)) values[name] = await make[kind]()
  }
  return values
}
