import { randomUUID } from 'node:crypto'
import { PROBLEM_STATUS } from '@svc/protocol'
import type { Operation } from '@svc/schema'
import type { Env, Hono, Context as HonoContext } from 'hono'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller, Context, Identity } from '../../ground/kernel/context.ts'
import { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import { loadOnce } from '../../ground/kernel/load-once.ts'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import type { Bound } from '../../ground/kernel/operation-handlers.ts'
import { type ParsedBody, parseBody } from '../../ground/kernel/parse-body.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import type { Transaction } from '../../ground/kernel/write-while-allowed.ts'
import type { Authenticator } from '../../people/identity/authenticate.ts'
import { type CallerInboxes, type ProjectChoice, toolCallOf } from './call-tool.ts'
import { type Answered, type Keeping, keepFor, sizeOfAnswer } from './keep.ts'
import { limitsOf, type McpLimits } from './limits.ts'
import { messagesOf } from './messages.ts'
import { refusePages } from './refuse-pages.ts'
import { finish, refuse } from './respond.ts'
import { makeOperations, type ServerParts } from './run-operation.ts'
import type { Serve } from './serve.ts'

/** The objects that the door needs. */
export interface McpParts<E extends Env> {
  server: ServerParts
  log: Log
  readiness: Readiness
  authenticator: Authenticator
  operations: Bound<Operation, Context>[]
  projects: ProjectChoice
  /** What dates kept answers. */
  keeping: Pick<Keeping, 'versionOf' | 'mayHoldFailure'>
  limits: McpLimits
  /** The inboxes of a caller. `recheck` authenticates the request again; it throws a Problem if that is refused. */
  inboxesOf: (asker: Pick<Context, 'caller' | 'actingAs'>, recheck: () => Promise<Caller>) => CallerInboxes
  /** Takes one of the streams that a caller may keep open; null if all are in use. */
  takeStream: (caller: Caller) => (() => void) | null
  /** Counts a refused credential against its address, and returns the refusal. */
  refused: (c: HonoContext<E>, refusal: Problem) => Problem
  /** Reads a body within the server's memory; `leave` frees its room. `afterWait` runs unless it came with the head. */
  readBody: (
    c: HonoContext<E>,
    sender: Caller,
    afterWait: () => Promise<void>,
  ) => Promise<{ bytes: Uint8Array; leave: () => void }>
  /** Aborts when the client disconnects. */
  leaving: (c: HonoContext<E>) => () => AbortSignal
  /** What answers behind the door's checks, for tests of the protocol; the server's own unless given. */
  behind?: Behind
}

/** What answers the requests that the door lets in. */
export interface Behind {
  /** Methods of HTTP besides POST. */
  methods: readonly string[]
  load: () => Promise<Serve>
}

/** The open door. */
export interface McpDoor {
  /** Ends open streams, so that the server can stop. Calls are still answered. */
  drain(): void
}

const PATH = '/mcp'

/**
 * Opens /mcp for agents. It takes Bearer credentials only: no cookies, and no OAuth metadata, because clients that find
 * it ignore a configured header.
 */
export function mountMcp<E extends Env>(app: Hono<E>, parts: McpParts<E>): McpDoor {
  const { server, authenticator, projects: choice } = parts
  const problemOf = makeProblemOf(parts)
  const runAs = makeOperations(parts.operations, server)
  const draining = new AbortController()
  const keeping = {
    ...parts.keeping,
    clock: server.clock,
    kept: new KeptAnswers<Answered>({ sizeOf: sizeOfAnswer }),
  }
  const { behind = ownBehind(problemOf.note) } = parts
  const serving = loadOnce(behind.load)

  const identify = async (c: HonoContext<E>): Promise<Identity> => {
    const authorization = c.req.header('Authorization')
    const { identity } = await authenticator.authenticate({ authorization, cookie: undefined })
    return identity
  }
  const inOrganization = (c: HonoContext<E>, identity: Identity, db?: Transaction): Promise<Caller> =>
    authenticator.callerOf(identity, c.req.header('Svc-Organization'), undefined, db)

  const bodyOf = async (
    c: HonoContext<E>,
    caller: Caller,
    afterWait: () => Promise<void>,
  ): Promise<ParsedBody> => {
    const { bytes, leave } = await parts.readBody(c, caller, afterWait)
    try {
      return await parseBody(bytes, 'JSON')
    } finally {
      leave()
    }
  }

  /** The signal of a stream, which occupies one of the credential's until it ends. */
  const streamOf = (caller: Caller, leaving: AbortSignal): AbortSignal => {
    const end = parts.takeStream(caller)
    if (!end)
      throw new Problem(
        'RATE_LIMITED',
        'This credential, or its organization, has too many open streams. Close one of them first.',
        {
          retryAfterSeconds: 5,
        },
      )
    const signal = AbortSignal.any([leaving, draining.signal])
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    return signal
  }

  const answer = async (c: HonoContext<E>): Promise<Response> => {
    refusePages(c, server.baseUrl)
    const identity = await identify(c).catch((error: unknown) => {
      throw error instanceof Problem ? parts.refused(c, error) : error
    })
    let caller = await inOrganization(c, identity)
    /** The caller later in this request. */
    const readCaller = async (db?: Transaction) =>
      inOrganization(c, await authenticator.again(identity, db), db)
    const { method } = c.req
    const isPost = method === 'POST'
    if (!isPost && !behind.methods.includes(method)) return refuse(ONLY_POST, 405, { Allow: 'POST' })
    // A slow body may outlive its credential.
    const afterWait = async () => {
      caller = await readCaller()
    }
    const { value, hasNul } = isPost ? await bodyOf(c, caller, afterWait) : NO_BODY
    const limits = limitsOf(parts.limits, caller)
    const { others, isListen } = messagesOf(value)
    await limits.takeMessages(others)
    const serve = await serving()
    const leaving = parts.leaving(c)()
    const signal = isListen ? streamOf(caller, leaving) : leaving
    const pinned = c.req.header('Svc-Project')
    const actingAs = c.req.header('Svc-Agent')
    const runBy = (clock: Clock) =>
      runAs({
        caller,
        actingAs,
        signal: () => leaving,
        readCaller,
        clock,
      })
    const folder = c.req.header('Svc-Folder-Project')
    const asker = { store: server.store, caller, folder, keepsDefault: true } as const
    const response = await serve(
      new Request(c.req.url, { method, headers: c.req.raw.headers, signal }),
      value,
      {
        caller,
        hasNul,
        limits,
        // A stream may outlive the token of a session: it ends as a new request would be refused.
        inboxes: parts.inboxesOf({ caller, actingAs }, async () => inOrganization(c, await identify(c))),
        call: toolCallOf(asker, { choice, pinned, run: runBy(server.clock) }),
        keep: keepFor(keeping, {
          caller,
          findProject: () => choice.findActiveProject(asker, pinned),
          callAt: (clock, found) => toolCallOf(asker, { choice, pinned, run: runBy(clock), found }),
        }),
        problemOf: problemOf.client,
      },
    )
    return finish(response, limits.quota())
  }

  app.all(PATH, (c) =>
    answer(c).catch((error: unknown) => {
      const problem = problemOf.client(error, `${c.req.method} ${PATH}`)
      return refuse(problem, PROBLEM_STATUS[problem.code])
    }),
  )
  return { drain: () => draining.abort() }
}

/** The SDK loads at the first request: that takes longer than the start of the server may. */
const ownBehind = (note: (error: Error) => void): Behind => ({
  methods: [],
  async load() {
    const { makeServe, OWN_ROWS } = await import('./serve.ts')
    return makeServe(OWN_ROWS, note)
  },
})

const NO_BODY: ParsedBody = { value: undefined, hasNul: false }

const ONLY_POST = new Problem('INVALID_REQUEST', `${PATH} accepts only POST; it offers no stream to GET.`)

/** What clients learn of errors, and what the log does. */
function makeProblemOf({ log, readiness }: { log: Log; readiness: Readiness }) {
  return {
    /** A refusal or an outage as it is; any other error as INTERNAL, with the number of its log line. */
    client(error: unknown, doing: string): Problem {
      const known = readiness.note(error, doing) ?? error
      if (known instanceof Problem) return inToolWords(known)
      const requestId = randomUUID()
      log({ level: 'error', event: 'tool failed', requestId, doing, error: describeError(error) })
      return new Problem('INTERNAL', `The server failed. Its log has the details under ${requestId}.`)
    },
    /** The SDK's own report: it also reports what clients did wrong, so only faults are worth a line. */
    note(error: Error): void {
      if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
        log({ level: 'error', event: 'mcp failed', error: describeError(error) })
    },
  }
}

const inToolWords = (problem: Problem): Problem =>
  problem.facts.words ? new Problem(problem.code, problem.at('mcp'), problem.facts) : problem
