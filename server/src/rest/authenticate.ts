import { createMiddleware } from 'hono/factory'
import type { Authenticator } from '../identity/authenticate.ts'
import type { Clock } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import { clientAddress } from './client-address.ts'
import type { RestContext, RestEnv } from './env.ts'
import type { SessionCookie } from './people/session-cookie.ts'
import { countFailure, type RateLimits } from './rate-limit.ts'

/** The objects that authentication needs. */
export interface Gate {
  authenticator: Authenticator
  limits: RateLimits
  proxies: number
  cookie: SessionCookie
  clock: Clock
}

/**
 * Admits only requests with a valid credential. Refused credentials count against their address, while a
 * valid key always passes: many machines share one address, and a misconfigured one must not stop the others.
 */
export const authenticate = ({ authenticator, limits, proxies, cookie, clock }: Gate) =>
  createMiddleware<RestEnv>(async (c, next) => {
    const authorization = c.req.header('Authorization')
    const token = authorization === undefined ? cookie.read(c) : undefined
    const isCookie = token !== undefined
    const { identity, renewed } = await authenticator
      .authenticate({ authorization, cookie: token })
      .catch((error: unknown) => {
        if (error instanceof Problem) throw countFailure(c, limits, clientAddress(c, proxies), error)
        throw error
      })
    c.set('identity', identity)
    c.set('isCookie', isCookie)
    if (isCookie) cookie.requireSameOrigin(c)
    await next()
    // An operation's own token overrides the renewed one.
    if (renewed && !c.res.headers.has('Set-Cookie'))
      c.res.headers.append(
        'Set-Cookie',
        cookie.store(renewed.token, Math.ceil((renewed.endsAt - clock()) / 1_000)),
      )
  })

/** Chooses the organization of a request, for all doors mounted after it. */
export const inOrganization = (authenticator: Authenticator) =>
  createMiddleware<RestEnv>(async (c, next) => {
    c.set('caller', await authenticator.callerOf(c.get('identity'), wantedOrganization(c)))
    return next()
  })

/** The organization that a request names; undefined if it names none. */
export const wantedOrganization = (c: RestContext): string | undefined => c.req.header('Svc-Organization')
