import { createMiddleware } from 'hono/factory'
import type { Authenticator } from '../identity/authenticate.ts'
import { Problem } from '../kernel/problem.ts'
import { clientAddress } from './client-address.ts'
import type { RestEnv } from './env.ts'
import { countFailure, type RateLimits } from './rate-limit.ts'

/**
 * Lets only requests with a valid credential on. Refused ones count against their address, while a valid key
 * always passes: many machines share one address, and one of them misconfigured must not stop the others.
 */
export const authenticate = (authenticator: Authenticator, limits: RateLimits, proxies: number) =>
  createMiddleware<RestEnv>(async (c, next) => {
    try {
      c.set('caller', await authenticator.authenticate(c.req.header('Authorization')))
    } catch (error) {
      if (error instanceof Problem) throw countFailure(c, limits, clientAddress(c, proxies), error)
      throw error
    }
    return next()
  })
