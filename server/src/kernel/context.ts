import type { Store } from '../store/open.ts'
import type { Role } from '../store/tables.ts'
import type { Clock } from './clock.ts'
import type { Cursors } from './cursor.ts'
import type { Quota } from './quota.ts'

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

/** When an execution that has gone quiet is taken for finished; milliseconds. */
export interface SettleTimes {
  settleAfterMs: number
  incompleteAfterMs: number
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
  times: SettleTimes
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

/** Where the tokens of a session and of a device go. */
export interface TokenHolder {
  /** The device's token that a browser's cookie brings. */
  device: string | undefined
  /** True where tokens go into cookies, since the session's is in one or is to be. */
  isCookie(asCookie: boolean): boolean
  /** Gives the token back for the answer, or null where it went into a cookie that scripts cannot read. */
  hold(token: string, endsAt: number, asCookie: boolean): string | null
  /** The same with the token of a device. */
  holdDevice(token: string, endsAt: number, asCookie: boolean): string | null
  /** Clears the cookie, where there is one. */
  letGo(): void
}

/** What a verb of signing in works with: nobody has been told yet. */
export interface VisitorContext extends Omit<Context, 'caller' | 'cursors' | 'times'> {
  tokens: TokenHolder
  signIns: Pick<SignInBrake, 'attempt' | 'beforePassword'> & {
    /** Notes a refused token of a workflow; the door counts it against the address before it answers. */
    refusedToken(address: string): void
  }
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

/**
 * What a password is tried with: the more a request has shown already, the less others can slow it down. `isCounted`
 * says that the attempt of this address was counted before.
 */
export type Tried =
  | { device: number }
  | { session: number }
  | { address: string; email: string; isCounted?: boolean }

/** A try of a password that was counted as a wrong one. */
export interface PasswordTry {
  /** How many wrong ones of the account, device or session are not forgiven, this one included. */
  wrongs: number
  /** True where the audit trail notes it, should it be wrong. */
  isNoted: boolean
  /** Set where the next try has to wait because of this one, and none had to before. */
  slowed: { by: string; seconds: number } | null
  /** Says that it was not a wrong one. */
  takeBack(): Promise<void>
}

/** Bounds how often passwords, links and tokens can be tried. Each refuses with RATE_LIMITED. */
export interface SignInBrake {
  /** Counts an attempt of this address. */
  attempt(address: string): Promise<void>
  /** Counts a refused token of a workflow against its address. */
  refusedToken(address: string): Promise<void>
  /** Counts a try of a password, before it is looked at. */
  beforePassword(tried: Tried): Promise<PasswordTry>
}

export interface SignInBrakes {
  /** The same for one request, which is told what its address has left. */
  telling(tell: (quota: Quota) => void): SignInBrake
}
