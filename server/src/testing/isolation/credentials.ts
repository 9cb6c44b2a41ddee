import type { Access } from '@svc/schema'
import type { Scope } from '../../ground/kernel/context.ts'
import type { Role } from '../../ground/store/tables.ts'
import type { TestApp } from '../make-app.ts'
import { giveAgent } from './agents.ts'
import { addKey, addMarked, makers, sessionOf } from './create-data.ts'
import type { Home } from './fill-organization.ts'
import type { Walked } from './operations.ts'

/** What roles may do, stated independently, so that a mistake of the server is not repeated here. */
export const SCOPES = {
  viewer: ['read', 'knowledge', 'bus'],
  editor: ['ingest', 'read', 'knowledge', 'bus'],
  admin: ['ingest', 'read', 'knowledge', 'bus', 'admin'],
} as const satisfies Record<Role, readonly Scope[]>

const isAtLeast = (role: Role, needed: Role): boolean => RANK.indexOf(role) >= RANK.indexOf(needed)
const RANK: readonly Role[] = ['viewer', 'editor', 'admin']

/** A credential as a request carries it. */
export interface Held {
  /** Null: none is sent. */
  key: string | null
  headers: Record<string, string>
  /** Public id of the person's own session. */
  session?: string
  /** Public ids of the credential's only active agent, and of a message in its inbox. */
  agent?: string
  message?: string
}

/** A kind of credential, and its rights in its organization. */
export interface Credential {
  name: string
  /** Null for a credential that is not valid. */
  rights: { role: Role; scopes: readonly Scope[] } | null
  isPerson: boolean
  /** False for a person who is not a member of the organization. */
  isMember: boolean
  /** True if it is restricted to one project. */
  ofProject: boolean
  /** True for a member of the other organization, too, who may learn its slug. */
  ofBoth: boolean
  /** True if it has an end, so that it creates nothing without one. */
  isEnding: boolean
  /** True if each field is tried with it; with the others only required fields. */
  isThorough: boolean
  make: () => Promise<Held>
}

/** Where to create credentials. */
export interface Ground {
  home: Home
  mark: string
  /** Slug of the project for keys of one project. */
  project: string
  /** Slug of the other organization. */
  other: string
}

/** Credentials of every kind, role and set of scopes. Each call of `make` creates an unused one. */
export function everyCredential(app: TestApp, ground: Ground): Credential[] {
  const person = (name: string, role: Role, more: Partial<Credential> = {}): Credential => ({
    ...BASE,
    name: `a person, ${name}`,
    rights: { role, scopes: SCOPES[role] },
    isPerson: true,
    make: () => signedIn(app, ground, { [ground.home.slug]: role }),
    ...more,
  })
  const key = (role: Role, scopes: readonly Scope[], more: Partial<Credential> = {}): Credential => ({
    ...BASE,
    name: `a key, ${role}, ${scopes.join('+')}`,
    rights: { role, scopes },
    make: async () => held((await addKey(app, ground.home, { role, scopes })).value),
    ...more,
  })
  const all = [
    person('admin', 'admin', { isThorough: true }),
    person('editor', 'editor'),
    person('viewer', 'viewer'),
    person('admin here and viewer there', 'admin', {
      ofBoth: true,
      async make() {
        const { home, other } = ground
        const made = await signedIn(app, ground, { [home.slug]: 'admin', [other]: 'viewer' })
        return { ...made, headers: { 'Svc-Organization': home.slug } }
      },
    }),
    person('admin until a moment ago, now viewer', 'viewer', { make: () => demoted(app, ground) }),
    person('removed a moment ago', 'viewer', { isMember: false, make: () => removed(app, ground) }),
    person('in no organization', 'viewer', { isMember: false, make: () => signedIn(app, ground, {}) }),
    key('admin', SCOPES.admin),
    key('admin', ['admin']),
    key('admin', ['ingest', 'read']),
    key('editor', ['ingest', 'read']),
    key('editor', ['ingest']),
    key('editor', ['knowledge', 'bus']),
    key('viewer', ['read']),
    key('viewer', ['knowledge', 'bus']),
    // The API creates no such keys: these prove that role and scope are each checked.
    key('viewer', SCOPES.admin),
    key('editor', SCOPES.admin),
    key('admin', SCOPES.admin, {
      name: 'a key of one project, admin',
      ofProject: true,
      isThorough: true,
      make: () => ofProject(app, ground, 'admin', SCOPES.admin),
    }),
    key('viewer', ['read'], {
      name: 'a key of one project, viewer',
      ofProject: true,
      make: () => ofProject(app, ground, 'viewer', ['read']),
    }),
    key('editor', ['ingest', 'read'], {
      name: 'a key of a workflow',
      isEnding: true,
      make: () => ofWorkflow(app, ground),
    }),
    key('viewer', SCOPES.viewer, {
      name: 'an admin key whose owner is a viewer now',
      make: () => ofOwner(app, ground, 'viewer'),
    }),
    ...refused(app, ground),
  ]
  return all.map((who) => ({ ...who, make: async () => withAgent(app, ground, who, await who.make()) }))
}

/** Every member has an agent: only its credential may act as it. */
async function withAgent(app: TestApp, { home, mark }: Ground, who: Credential, made: Held): Promise<Held> {
  if (who.rights === null || !who.isMember || made.key === null) return made
  return { ...made, ...(await giveAgent(app, home, { key: made.key, mark })) }
}

const BASE = {
  isPerson: false,
  isMember: true,
  ofProject: false,
  ofBoth: false,
  isEnding: false,
  isThorough: false,
} satisfies Partial<Credential>

function refused(app: TestApp, ground: Ground): Credential[] {
  const { home } = ground
  const never = (name: string, make: () => Promise<string | null>): Credential => ({
    ...BASE,
    name,
    rights: null,
    make: async () => held(await make()),
  })
  const admin = { role: 'admin', scopes: SCOPES.admin } as const
  return [
    never('no credential', async () => null),
    never('a mistyped key', async () => `${home.key.slice(0, -1)}_`),
    never(
      'an expired key',
      async () => (await addKey(app, home, { ...admin, expiresAt: app.clock() })).value,
    ),
    never('a key whose owner was removed', async () => (await ofOwner(app, ground, null)).key),
    never('a key whose parent key was revoked', async () => {
      const parent = await addKey(app, home, admin)
      const { id } = await app.store.lookup
        .selectFrom('api_key')
        .select('id')
        .where('public_id', '=', parent.id)
        .executeTakeFirstOrThrow()
      const backing = { owner_id: null, parent_key_id: id }
      const { value } = await addKey(app, home, { ...admin, backing })
      await app.delete(`/api/keys/${parent.id}?credentials=revoke`, { key: home.key })
      return value
    }),
    never('a revoked key', async () => {
      const { id, value } = await addKey(app, home, admin)
      await app.delete(`/api/keys/${id}`, { key: home.key })
      return value
    }),
  ]
}

const held = (key: string | null): Held => ({ key, headers: {} })

export async function signedIn(
  app: TestApp,
  { mark }: Pick<Ground, 'mark'>,
  roles: Record<string, Role>,
): Promise<Held> {
  const { id, token } = await addMarked(app, mark, roles)
  return { ...held(token), session: await sessionOf(app, id) }
}

async function demoted(app: TestApp, { home, mark }: Ground): Promise<Held> {
  // The last admin of an organization cannot be removed.
  await addMarked(app, mark, { [home.slug]: 'admin' })
  const { id, token, publicId } = await addMarked(app, mark, { [home.slug]: 'admin' })
  await app.post(`/api/members/${publicId}`, { role: 'viewer' }, { key: home.key })
  return { ...held(token), session: await sessionOf(app, id) }
}

async function removed(app: TestApp, { home, mark }: Ground): Promise<Held> {
  // The last admin of an organization cannot be removed.
  await addMarked(app, mark, { [home.slug]: 'admin' })
  const { id, token, publicId } = await addMarked(app, mark, { [home.slug]: 'admin' })
  await app.delete(`/api/members/${publicId}`, { key: home.key })
  return { ...held(token), session: await sessionOf(app, id) }
}

/** An admin key of a person who now has another role, or is no longer a member. */
async function ofOwner(app: TestApp, { home, mark }: Ground, role: Role | null): Promise<Held> {
  const { id } = await addMarked(app, mark, role === null ? {} : { [home.slug]: role })
  const backing = { owner_id: id, parent_key_id: null }
  return held((await addKey(app, home, { role: 'admin', scopes: SCOPES.admin, backing })).value)
}

const ofProject = async (app: TestApp, { home, project }: Ground, role: Role, scopes: readonly Scope[]) =>
  held((await addKey(app, home, { role, scopes, project })).value)

/** A key as `exchangeToken` creates it. */
async function ofWorkflow(app: TestApp, { home, mark }: Ground): Promise<Held> {
  const trust = await makers(app, home, mark).trust()
  const { id } = await app.store.read
    .selectFrom('oidc_trust')
    .select('id')
    .where('public_id', '=', trust)
    .executeTakeFirstOrThrow()
  const expiresAt = app.clock() + 3_600_000
  const scopes = ['ingest', 'read'] as const
  return held((await addKey(app, home, { role: 'editor', scopes, expiresAt, trustId: id })).value)
}

/** True if a credential has the role and the scope. */
export const has = ({ rights }: Credential, { role, scope }: Access): boolean =>
  rights !== null && isAtLeast(rights.role, role) && (scope === 'any' || rights.scopes.includes(scope))

/** The role that an operation declares, if a member's credential has a lesser one; else null. */
export const missingRole = (
  { access, ofPerson, isPersonal }: Pick<Walked, 'access' | 'ofPerson' | 'isPersonal'>,
  { rights, isMember }: Credential,
): Role | null =>
  access && rights && isMember && !ofPerson && !isPersonal && !isAtLeast(rights.role, access.role)
    ? access.role
    : null
