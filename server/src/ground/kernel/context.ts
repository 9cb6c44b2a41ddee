import type { Role } from '../store/tables.ts'
import type { Clock } from './clock.ts'
import type { Cursors } from './cursor.ts'
import type { CallStore } from './write-while-allowed.ts'

/** A value that several answers contain, such as a comparison. It is immutable, and they share it. */
interface SharedValue<Value> {
  /** Only changes of this project alter it. */
  projectId: number
  /** Everything else that decides it, except the caller and the time. Rows are in it as they were read. */
  question: unknown
  /** Questions whose values say all that this one says. */
  insteadOf?: unknown[]
  /** Bytes, approximately. */
  sizeOf(value: Value): number
}

/** The value that another answer about the same state of the project made, or the one that `make` makes. */
export type Memoize = <Value>(
  shared: SharedValue<Value>,
  make: (clock: Clock) => Promise<Value>,
) => Promise<Value>

/** The remainder of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until part of the used quota expires, or until another request fits; 0 if nothing is used. */
  resetSeconds: number
}

/** What an API key may be used for, within its role. */
export type Scope = 'ingest' | 'read' | 'knowledge' | 'bus' | 'admin'

/** The sender of a request, which always belongs to one organization and has a role in it. */
export interface Caller {
  organizationId: number
  /** The subject of rate limits: one per API key, and one per person for all sessions. */
  credential: string
  apiKeyId: number | null
  /** Set if a person's session sends the request. */
  personId: number | null
  role: Role
  scopes: ReadonlySet<Scope>
  /** Set if the key sees one project only. */
  projectId: number | null
  /** When the credential ends without further use, milliseconds since the epoch; null: never. */
  endsAt: number | null
}

/** How long a silent execution keeps running before it counts as finished; milliseconds. */
export interface SettleTimes {
  settleAfterMs: number
  incompleteAfterMs: number
}

/** The objects that a verb needs: never the request, never the environment. */
export interface Context {
  store: CallStore
  clock: Clock
  caller: Caller
  /** Seals and opens the cursors of the caller's organization. */
  cursors: Cursors
  /** The server's public address, without a slash at the end. */
  baseUrl: string
  times: SettleTimes
  /** The agent in the header Svc-Agent, by name or id; see `bus/acting-agent.ts`. */
  actingAs?: string | undefined
  /** Shares values between answers; absent where answers are too small for that. */
  memoize?: Memoize
}

/** An organization with a person as its member. */
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
  /** When the session or this token of it ends without further use, milliseconds since the epoch. */
  endsAt: number
  /** Sorted by slug. */
  memberships: Membership[]
}

/** The sender before an organization is chosen: a key has one, a person may have several. */
export type Identity = { kind: 'key'; caller: Caller } | PersonIdentity

/** Stores the tokens of a session and of a device. */
export interface TokenHolder {
  /** The device's token in a browser's cookie. */
  device: string | undefined
  /** True if tokens go into cookies, because the session's token is in one or will be. */
  isCookie(asCookie: boolean): boolean
  /** Returns the token for the answer, or null if a cookie that scripts cannot read holds it. */
  hold(token: string, endsAt: number, asCookie: boolean): string | null
  /** The same for the token of a device. */
  holdDevice(token: string, endsAt: number, asCookie: boolean): string | null
  /** Clears the cookie, if one exists. */
  letGo(): void
}

/** The cost of a password's hash: the parameters of scrypt. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** The objects that a verb of signing in needs, before the sender is known. */
export interface VisitorContext extends Omit<Context, 'caller' | 'cursors' | 'times' | 'actingAs'> {
  tokens: TokenHolder
  /** The cost for passwords that are stored from now on. */
  passwordCost: PasswordCost
  signIns: Pick<RequestThrottle, 'attempt' | 'beforePassword'> & {
    /** Records a refused token of a workflow; the door counts it against the address before it answers. */
    refusedToken(address: string): void
  }
  /** The client's address; for IPv6, its /64 network. */
  address: string
  userAgent: string | null
}

/** The objects that a verb without an organization needs. */
export interface PersonalContext extends VisitorContext {
  identity: Identity
  /** The organization in the header Svc-Organization. */
  wanted: string | undefined
}

/** The context of a verb whose operation requires a person; the door has refused everyone else. */
export interface PersonContext extends PersonalContext {
  identity: PersonIdentity
}

/**
 * The subject of a password attempt: the more a request has already proven, the less others can slow it down.
 * `isCounted` says that the attempt of this address was counted before.
 */
export type Tried =
  | { device: number }
  | { session: number }
  | { address: string; email: string; isCounted?: boolean }

/** A password attempt that was counted as a wrong one. */
export interface PasswordTry {
  /**
   * The number of wrong attempts of the account, device or session that have not expired, this one included.
   */
  wrongs: number
  /** True if the audit trail records the attempt when it is wrong. */
  isNoted: boolean
  /** Set if this attempt makes the next one wait, and none had to wait before. */
  slowed: { by: string; seconds: number } | null
  /** Reports that the password was right. */
  takeBack(): Promise<void>
}

/** Rate limits for passwords, links and tokens. Each method throws RATE_LIMITED. */
export interface RequestThrottle {
  /** Counts an attempt of this address. */
  attempt(address: string): Promise<void>
  /** Counts a refused token of a workflow against its address. */
  refusedToken(address: string): Promise<void>
  /** Counts a password attempt before the password is checked. */
  beforePassword(tried: Tried): Promise<PasswordTry>
}

export interface SignInThrottle {
  /** The same for one request, which receives the remaining quota of its address. */
  forRequest(tell: (quota: Quota) => void): RequestThrottle
}
