import type { HttpBindings } from '@hono/node-server'
import type { ObjectKind } from '@svc/schema'
import type { Context as HonoContext } from 'hono'
import type { Caller, Identity } from '../kernel/context.ts'
import type { Quota } from '../kernel/quota.ts'

/** The values that a request carries through the REST doors. */
export interface RestEnv {
  /** Node's own request; absent if a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Set for everything under /api that passed authentication. */
    identity: Identity
    /** The identity in one organization; not set if an operation needs none. */
    caller: Caller
    /** The organization that the request names. */
    wanted: string | undefined
    /** The object that a read is about. */
    readObject?: { kind: ObjectKind; id: string }
    /** True if a cookie contained the credential. */
    isCookie: boolean
    /** The values of the RateLimit headers of this answer. */
    quota: Quota | null
  }
}

export type RestContext = HonoContext<RestEnv>
