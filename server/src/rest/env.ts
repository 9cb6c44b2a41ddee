import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Caller, Identity } from '../kernel/context.ts'
import type { Quota } from '../kernel/quota.ts'

/** What a request carries through the REST doors. */
export interface RestEnv {
  /** Node's own request; absent where a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Set for everything under /api that passed authentication. */
    identity: Identity
    /** The identity in one organization; not set where an operation needs none. */
    caller: Caller
    /** True where the credential came in a cookie. */
    isCookie: boolean
    /** What the RateLimit headers of this answer tell. */
    quota: Quota | null
  }
}

export type RestContext = HonoContext<RestEnv>
