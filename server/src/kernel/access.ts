import type { Access } from '@svc/schema'
import type { Role } from '../store/tables.ts'
import type { Caller, Scope } from './context.ts'
import { Problem } from './problem.ts'

export const ROLES = ['viewer', 'editor', 'admin'] as const satisfies Role[]

/** What a key of each role may be given; a viewer's `knowledge` and `bus` only ever read, as writing takes an editor. */
export const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  viewer: ['read', 'knowledge', 'bus'],
  editor: ['ingest', 'read', 'knowledge', 'bus'],
  admin: ['ingest', 'read', 'knowledge', 'bus', 'admin'],
}

/** What a key gets when nobody says: all its role may have but `admin`. */
export const defaultScopes = (role: Role): readonly Scope[] =>
  SCOPES_OF_ROLE[role].filter((scope) => scope !== 'admin')

/** What managing an organization takes. */
export const ADMIN_ACCESS = { role: 'admin', scope: 'admin' } as const satisfies Access

export const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** The one of two roles that may do less. */
export const lesserRole = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)

/** Refuses with FORBIDDEN, naming what is needed, unless the caller has the role and the scope. */
export function requireAccess(caller: Caller, needs: Access): void {
  const whose = caller.personId === null ? 'this key has' : 'you have'
  if (!isAtLeast(caller.role, needs.role)) {
    throw new Problem('FORBIDDEN', `This needs the role ${needs.role}; ${whose} the role ${caller.role}.`)
  }
  if (needs.scope !== 'any' && !caller.scopes.has(needs.scope)) {
    const held = [...caller.scopes].join(', ') || 'none'
    throw new Problem('FORBIDDEN', `This needs the scope ${needs.scope}; ${whose} ${held}.`)
  }
}
