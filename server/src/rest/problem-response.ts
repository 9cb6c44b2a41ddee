import { randomUUID } from 'node:crypto'
import { ARTIFACT_HEADERS, INGEST_HEADERS, PROBLEM_STATUS } from '@svc/protocol'
import type { Hono } from 'hono'
import { ClientDisconnected } from '../kernel/client-disconnected.ts'
import { describeError, type Log } from '../kernel/log.ts'
import { Problem, type ProblemFacts } from '../kernel/problem.ts'
import type { Readiness } from '../kernel/readiness.ts'
import { answer } from './answer.ts'
import type { RestContext, RestEnv } from './env.ts'

const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH']

/**
 * Turns every refusal of the REST routes into the standard error body, unknown paths and methods
 * included.
 */
export function mountProblems(app: Hono<RestEnv>, log: Log, readiness: Readiness): void {
  app.notFound((c) => refuseNowhere(app, c))
  app.onError((error, c) => {
    // Logs an outage on one line, however many requests meet it.
    const known = readiness.note(error, `${c.req.method} ${c.req.path}`) ?? error
    return known instanceof Problem ? refuse(c, known) : fail(c, known, log)
  })
}

function refuse(c: RestContext, problem: Problem, headers: Record<string, string> = {}): Response {
  const { code, message, facts } = problem
  const quota = c.get('quota')
  const wait: Record<string, string> =
    code === 'RATE_LIMITED' && quota ? { 'Retry-After': String(Math.max(1, quota.resetSeconds)) } : {}
  return answer(
    c,
    PROBLEM_STATUS[code],
    { success: false, error: { code, message } },
    { ...wait, ...headersOf(facts), ...headers },
  )
}

/** The headers in which REST sends the facts of a refusal. */
function headersOf({ retryAfterSeconds, acceptedEntries, heldBytes, isCredentialRefused }: ProblemFacts) {
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(Math.max(1, retryAfterSeconds))
  if (acceptedEntries !== undefined) headers[INGEST_HEADERS.accepted] = String(acceptedEntries)
  if (heldBytes !== undefined) headers[ARTIFACT_HEADERS.offset] = String(heldBytes)
  if (isCredentialRefused) headers['WWW-Authenticate'] = 'Bearer'
  return headers
}

/**
 * Any other error is for the operator, who finds all of it in the log; the client gets a number to
 * refer to.
 */
function fail(c: RestContext, error: unknown, log: Log): Response {
  // The client has disconnected, and the operator need not read this error.
  if (error instanceof ClientDisconnected) return refuse(c, new Problem('INTERNAL', error.message))
  const requestId = randomUUID()
  log({
    level: 'error',
    event: 'request failed',
    requestId,
    method: c.req.method,
    path: withoutSecret(c.req.path),
    error: describeError(error),
  })
  return refuse(c, new Problem('INTERNAL', `The server failed. Its log has the details under ${requestId}.`))
}

/** The address of a badge contains its token, and anyone with the token may see the badge. */
const withoutSecret = (path: string) => path.replace(/^(\/badge\/).+$/, '$1…')

function refuseNowhere(app: Hono<RestEnv>, c: RestContext): Response {
  const { method, path } = c.req
  // Middleware matches every method and says nothing about whether the path exists.
  const taken = METHODS.filter((other) =>
    app.router.match(other, path)[0].some(([[, route]]) => route.method === other),
  )
  // The path exists for this method, but identifies nothing.
  if (taken.length === 0 || taken.includes(method === 'HEAD' ? 'GET' : method))
    return refuse(c, new Problem('NOT_FOUND', `There is nothing at ${path}.`))
  const allow = taken.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', ')
  const problem = new Problem('NOT_FOUND', `There is no ${method} ${path}; the path accepts ${allow}.`)
  return refuse(c, problem, { Allow: allow })
}
