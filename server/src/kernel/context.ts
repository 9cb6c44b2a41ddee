import type { Store } from '../store/open.ts'
import type { Role } from '../store/tables.ts'
import type { Clock } from './clock.ts'
import type { Cursors } from './cursor.ts'

/** What an API key may be used for, within its role. */
export type Scope = 'ingest' | 'read' | 'knowledge' | 'bus' | 'admin'

/** Who is asking: always one organization, with a role in it. */
export interface Caller {
  organizationId: number
  /** Counts against rate limits: one per API key, and one per person whatever the session. */
  credential: string
  apiKeyId: number | null
  /** Set where a person's session asks. */
  personId: number | null
  role: Role
  scopes: ReadonlySet<Scope>
  /** Set where the key sees one project only. */
  projectId: number | null
}

/** What a verb works with: never the request, never the environment. */
export interface Context {
  store: Store
  clock: Clock
  caller: Caller
  /** Of the caller's organization. */
  cursors: Cursors
  /** Where people reach this server, without a slash at the end. */
  baseUrl: string
}

/** An organization that somebody is a member of. */
export interface Membership {
  organizationId: number
  slug: string
  name: string
  role: Role
}

/** A person who has signed in. */
export interface PersonIdentity {
  kind: 'person'
  personId: number
  sessionId: number
  /** By slug. */
  memberships: Membership[]
}

/** Who is asking, before an organization is chosen: a key has one, a person may have several. */
export type Identity = { kind: 'key'; caller: Caller } | PersonIdentity

/** Where a session's token goes. */
export interface TokenHolder {
  /** Gives the token back for the answer, or null where it went into a cookie that scripts cannot read. */
  hold(token: string, endsAt: number, asCookie: boolean): string | null
  /** Clears the cookie, where there is one. */
  letGo(): void
}

/** What a verb of signing in works with: nobody has been told yet. */
export interface VisitorContext extends Omit<Context, 'caller' | 'cursors'> {
  tokens: TokenHolder
  signIns: SignInLimits
  /** Where the request came from; IPv6 as its /64 network. */
  address: string
  userAgent: string | null
}

/** What a verb works with that needs no organization. */
export interface PersonalContext extends VisitorContext {
  identity: Identity
  /** The organization that the header Svc-Organization asks for. */
  wanted: string | undefined
}

/** Bounds how often passwords can be tried. Each refuses with RATE_LIMITED. */
export interface SignInLimits {
  /** Counts a refused token of a workflow against its address. */
  refusedToken(address: string): void
  /** Counts an attempt of this address. */
  attempt(address: string): void
  /** Refuses where an account, or what would be one, has had too many wrong passwords lately. */
  check(email: string): void
  /** Counts a wrong password. */
  failed(email: string): void
}
