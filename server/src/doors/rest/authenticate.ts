import type { Operation } from '@svc/schema'
import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Identity } from '../../ground/kernel/context.ts'
import { isUuid } from '../../ground/kernel/id.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Transaction } from '../../ground/kernel/write-while-allowed.ts'
import type { Authenticator } from '../../people/identity/authenticate.ts'
import { clientAddress } from './client-address.ts'
import type { RestContext, RestEnv } from './env.ts'
import { isRead, ORGANIZATION_PARAMETER } from './organization-parameter.ts'
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
 * Admits only requests with a valid credential. Refused credentials count against their address,
 * while a valid key always passes: many machines share one address, and a misconfigured one must
 * not stop the others.
 */
export const authenticate = ({ authenticator, limits, proxies, cookie, clock }: Gate) =>
  createMiddleware<RestEnv>(async (c, next) => {
    const authorization = c.req.header('Authorization')
    const token = authorization === undefined ? cookie.read(c) : undefined
    const isCookie = token !== undefined
    // First, so that a refused page does not prolong the session.
    if (isCookie) cookie.requireOwnPage(c)
    const { identity, renewed } = await authenticator
      .authenticate({ authorization, cookie: token })
      .catch((error: unknown) => {
        if (error instanceof Problem) throw countFailure(c, limits, clientAddress(c, proxies), error)
        throw error
      })
    c.set('identity', identity)
    c.set('isCookie', isCookie)
    // Passed as a header even if it came in a cookie: a cookie would be renewed, and an answer in
    // progress cannot carry the new one.
    const anew = { authorization: isCookie ? `Bearer ${token}` : authorization, cookie: undefined }
    c.set('readIdentity', async (how, db) =>
      how === 'to-end'
        ? authenticator.again(identity, db)
        : (await authenticator.authenticate(anew)).identity,
    )
    await next()
    // An operation's own token overrides the renewed one.
    if (renewed && !c.res.headers.has('Set-Cookie'))
      c.res.headers.append(
        'Set-Cookie',
        cookie.store(renewed.token, Math.ceil((renewed.endsAt - clock()) / 1_000)),
      )
  })

/** Chooses the organization of a request, for all routes mounted after it. */
export const inOrganization = (authenticator: Authenticator) =>
  createMiddleware<RestEnv>(async (c, next) => {
    const wanted = wantedOrganization(c)
    c.set('wanted', wanted)
    const callerOf = (identity: Identity, db?: Transaction) =>
      authenticator.callerOf(identity, wanted, c.get('readObject'), db)
    c.set('caller', await callerOf(c.get('identity')))
    c.set('readCaller', async (how, db) => callerOf(await c.get('readIdentity')(how, db), db))
    return next()
  })

/** Reads whose object says which organization is meant; mount them before `inOrganization`. */
export function mountObjects(
  app: Hono<RestEnv>,
  reads: Pick<Operation, 'method' | 'path' | 'object'>[],
): void {
  for (const { method, path, object } of reads)
    if (method === 'GET' && object)
      app.get(path, async (c, next) => {
        const id = c.req.param(object.parameter) ?? c.req.query(object.parameter)
        if (id !== undefined && isUuid(id)) c.set('readObject', { kind: object.kind, id })
        return next()
      })
}

/**
 * The organization that a request names; undefined if it names none. Requests that a browser makes
 * by itself, such as for an image or a stream of events, cannot send the header. Throws
 * INVALID_REQUEST if header and parameter differ.
 */
export function wantedOrganization(c: RestContext): string | undefined {
  const header = c.req.header('Svc-Organization')
  const [query, ...more] = isRead(c) ? (c.req.queries(ORGANIZATION_PARAMETER) ?? []) : []
  if (more.length > 0)
    throw new Problem('INVALID_REQUEST', `organization must have one value, not ${more.length + 1}.`)
  if (
    header !== undefined &&
    query !== undefined &&
    header.trim().toLowerCase() !== query.trim().toLowerCase()
  )
    throw new Problem(
      'INVALID_REQUEST',
      'organization must be the organization that the header Svc-Organization names.',
    )
  return header ?? query
}
