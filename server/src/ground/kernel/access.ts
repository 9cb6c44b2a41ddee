import type { Access } from '@svc/schema'
import type { Role } from '../store/tables.ts'
import type { Caller, Identity, Scope } from './context.ts'
import { SERVER_COMMAND } from './own-command.ts'
import { Problem } from './problem.ts'

export const ROLES = ['viewer', 'editor', 'admin'] as const satisfies Role[]

/**
 * The scopes that a key of each role may have. A viewer's `knowledge` only reads, because writing needs an editor; with
 * `bus` it acts as agents of its own.
 */
export const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  viewer: ['read', 'knowledge', 'bus'],
  editor: ['ingest', 'read', 'knowledge', 'bus'],
  admin: ['ingest', 'read', 'knowledge', 'bus', 'admin'],
}

/** The default scopes of a key: all scopes of its role except `admin`. */
export const defaultScopes = (role: Role): readonly Scope[] =>
  SCOPES_OF_ROLE[role].filter((scope) => scope !== 'admin')

/** The access that managing an organization requires. */
export const ADMIN_ACCESS = { role: 'admin', scope: 'admin' } as const satisfies Access

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** The less privileged of two roles. */
export const lesserRole = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)

/**
 * Throws FORBIDDEN, with the required role or scope, if the caller lacks it, or if the operation
 * requires a person and the caller is a key.
 */
export function requireAccess(caller: Caller, needs: Access): void {
  if (needs.person && caller.personId === null) throw requiresPerson()
  const whose = caller.personId === null ? 'this key has' : 'you have'
  if (!isAtLeast(caller.role, needs.role))
    throw new Problem(
      'FORBIDDEN',
      `This needs the role ${needs.role}; ${whose} the role ${caller.role}. ${whoHelps(caller, needs)}`,
    )
  if (needs.scope !== 'any' && !caller.scopes.has(needs.scope))
    throw new Problem(
      'FORBIDDEN',
      `This needs the scope ${needs.scope}; ${whose} ${heldBy(caller)}. ${whoHelps(caller, needs)}`,
    )
}

const heldBy = ({ scopes }: Caller): string => [...scopes].join(', ') || 'none'

/** The next step of a caller who lacks a right. */
function whoHelps({ personId }: Caller, { role, scope }: Pick<Access, 'role' | 'scope'>): string {
  if (personId !== null) return 'An admin of the organization can change your role.'
  const isAdmin = role === 'admin' || scope === 'admin'
  const command = `${SERVER_COMMAND} keys create <name>${isAdmin ? ' --role admin --scope admin' : ''}`
  return `Use another key: an admin creates one in the dashboard (Settings, Keys), or next to the server's data with ${command}.`
}

/** Throws FORBIDDEN if an operation without an organization requires a person, and the sender is not a person. */
export function requirePerson(identity: Identity, needs: Pick<Access, 'person'>): void {
  if (needs.person && identity.kind !== 'person') throw requiresPerson()
}

const requiresPerson = () =>
  new Problem(
    'FORBIDDEN',
    "This requires a person's session; an API key is not a person. Sign in with POST /auth/sign-in.",
  )

/** Throws FORBIDDEN unless the caller has one of these scopes. */
export function requireAnyScope(caller: Caller, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => caller.scopes.has(scope))) return
  const whose = caller.personId === null ? 'this key has' : 'you have'
  throw new Problem(
    'FORBIDDEN',
    `This needs one of the scopes ${scopes.join(', ')}; ${whose} ${heldBy(caller)}. ${whoHelps(caller, { role: 'viewer', scope: 'any' })}`,
  )
}
