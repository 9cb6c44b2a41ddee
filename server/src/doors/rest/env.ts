import type { HttpBindings } from '@hono/node-server'
import type { ObjectKind } from '@svc/schema'
import type { Context as HonoContext } from 'hono'
import type { Caller, Identity, Quota } from '../../ground/kernel/context.ts'
import type { Transaction } from '../../ground/kernel/write-while-allowed.ts'

/** The values that a request carries through the REST middleware. */
export interface RestEnv {
  /** Node's own request; absent if a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Set for everything under /api that passed authentication. */
    identity: Identity
    /** The identity in one organization; not set if an operation needs none. */
    caller: Caller
    /** Authenticates the request again, in a transaction if it has one. Throws UNAUTHORIZED if its credential has ended. */
    readIdentity: (how: Again, db?: Transaction) => Promise<Identity>
    /** The same for the caller in the organization. */
    readCaller: (how: Again, db?: Transaction) => Promise<Caller>
    /** The organization that the request names. */
    wanted: string | undefined
    /** The object that a read concerns. */
    readObject?: { kind: ObjectKind; id: string }
    /** True if a cookie contained the credential. */
    isCookie: boolean
    /** The values of the RateLimit headers of this answer. */
    quota: Quota | null
  }
}

/** `to-end`: a session may have replaced the request's token. `as-new`: the token must be valid, as for a new request. */
export type Again = 'to-end' | 'as-new'

export type RestContext = HonoContext<RestEnv>
