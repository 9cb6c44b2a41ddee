import { randomUUID } from 'node:crypto'
import { ARTIFACT_HEADERS, INGEST_HEADERS, PROBLEM_STATUS } from '@svc/protocol'
import type { Hono } from 'hono'
import { ClientDisconnected } from '../../ground/kernel/client-disconnected.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { Problem, type ProblemFacts } from '../../ground/kernel/problem.ts'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import { answer } from './answer.ts'
import type { RestContext, RestEnv } from './env.ts'

/** How the command `svc` names itself. */
const COMMAND = /^svc-cli\//
/** What a proxy may call a request; anything else could be somebody's text in the operator's log. */
const REQUEST_ID = /^[\w.-]{1,128}$/
/** The form of W3C Trace Context, version 00. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/
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
  const { code, facts } = problem
  const message = problem.at(COMMAND.test(c.req.header('User-Agent') ?? '') ? 'cli' : 'rest')
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
  const given = c.req.header('X-Request-Id')
  const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID()
  const traceparent = c.req.header('traceparent')
  log({
    level: 'error',
    event: 'request failed',
    requestId,
    ...(traceparent !== undefined && TRACEPARENT.test(traceparent) && { traceparent }),
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
