import { PROBLEM_STATUS } from '@svc/protocol'
import type { Operation } from '@svc/schema'
import type { Env, Hono, Context as HonoContext } from 'hono'
import type { Authenticator } from '../identity/authenticate.ts'
import type { Caller, Context } from '../kernel/context.ts'
import type { Log } from '../kernel/log.ts'
import type { Bound } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import type { Readiness } from '../kernel/readiness.ts'
import { SERVER_VERSION } from '../kernel/version.ts'
import { refusePages } from './guard.ts'
import { makeProblemOf } from './problem-of.ts'
import { type ParsedBody, parseBody } from './read-body.ts'
import type { McpRequest } from './request.ts'
import { makeOperations, type ServerParts } from './run-operation.ts'
import type { Serve } from './serve.ts'
import type { ActiveProject } from './tool.ts'

/** The objects that the door needs. */
export interface McpParts<E extends Env> {
  server: ServerParts
  log: Log
  readiness: Readiness
  authenticator: Authenticator
  operations: Bound<Operation, Context>[]
  /** The project of a call; see `accounts/active-project.ts`. */
  activeProject: (asker: Pick<Context, 'store' | 'caller'>, pinned: string | undefined) => Promise<ProjectRow>
  findActiveProject: (
    asker: Pick<Context, 'store' | 'caller'>,
    pinned: string | undefined,
  ) => Promise<ProjectRow | null>
  /** Counts a refused credential against its address, and returns the refusal. */
  refused: (c: HonoContext<E>, refusal: Problem) => Problem
  /** Reads a body within the server's memory; `leave` frees its room. */
  readBody: (c: HonoContext<E>, sender: Caller) => Promise<{ bytes: Uint8Array; leave: () => void }>
  /** Aborts when the client disconnects. */
  leaving: (c: HonoContext<E>) => () => AbortSignal
}

interface ProjectRow {
  public_id: string
  slug: string
  name: string
}

const PATH = '/mcp'

/**
 * Opens /mcp for agents. It takes Bearer credentials only: no cookies, and no OAuth metadata, because clients that find
 * it ignore a configured header.
 */
export function mountMcp<E extends Env>(app: Hono<E>, parts: McpParts<E>): void {
  const { server, authenticator, refused, readBody, leaving } = parts
  const problemOf = makeProblemOf(parts)
  const runAs = makeOperations(parts.operations, server)
  let serving: Promise<Serve> | null = null
  const load = async (): Promise<Serve> => {
    const { makeServe } = await import('./serve.ts')
    return makeServe((error) => void problemOf.note(error))
  }

  const callerOf = async (c: HonoContext<E>): Promise<Caller> => {
    const authorization = c.req.header('Authorization')
    const { identity } = await authenticator
      .authenticate({ authorization, cookie: undefined })
      .catch((error: unknown) => {
        throw error instanceof Problem ? refused(c, error) : error
      })
    return authenticator.callerOf(identity, c.req.header('Svc-Organization'))
  }

  const bodyOf = async (c: HonoContext<E>, caller: Caller): Promise<ParsedBody> => {
    const { bytes, leave } = await readBody(c, caller)
    try {
      return parseBody(bytes)
    } finally {
      leave()
    }
  }

  const requestOf = (caller: Caller, c: HonoContext<E>, signal: AbortSignal, hasNul: boolean): McpRequest => {
    const pinned = c.req.header('Svc-Project')
    const asker = { store: server.store, caller }
    return {
      caller,
      hasNul,
      call: {
        caller,
        run: runAs(caller, () => signal),
        project: async () => describeProject(await parts.activeProject(asker, pinned)),
        findProject: async () => {
          const row = await parts.findActiveProject(asker, pinned)
          return row && describeProject(row)
        },
        isPinned: pinned !== undefined,
      },
      takeRequest: async () => undefined,
      countSearch: (search) => search(),
      problemOf: problemOf.client,
    }
  }

  app.all(PATH, async (c) => {
    try {
      refusePages(c, server.baseUrl)
      const caller = await callerOf(c)
      if (c.req.method !== 'POST') return refuse(onlyPost(), 405, { Allow: 'POST' })
      const { value, hasNul } = await bodyOf(c, caller)
      serving ??= load()
      const serve = await serving
      const signal = leaving(c)()
      const http = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers, signal })
      const response = await serve(http, value, requestOf(caller, c, signal, hasNul))
      for (const [name, text] of Object.entries(HEADERS)) response.headers.set(name, text)
      return response
    } catch (error) {
      const problem = problemOf.client(error, `${c.req.method} ${PATH}`)
      return refuse(problem, PROBLEM_STATUS[problem.code])
    }
  })
}

const describeProject = ({ public_id, slug, name }: ProjectRow): ActiveProject => ({
  id: public_id,
  slug,
  name,
})

const HEADERS = { 'Cache-Control': 'no-store', 'Svc-Version': SERVER_VERSION }

const onlyPost = () =>
  new Problem('INVALID_REQUEST', `${PATH} accepts only POST; it offers no stream to GET.`)

/** JSON-RPC's codes: of text that is not JSON, and of a server's own errors. */
const PARSE_ERROR = -32_700
const SERVER_ERROR = -32_000

/** A refusal of a whole HTTP request, as clients of the protocol read it. */
function refuse(
  { code, message, facts }: Problem,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const { retryAfterSeconds, isCredentialRefused } = facts
  const number = code === 'INVALID_REQUEST' && status === 400 ? PARSE_ERROR : SERVER_ERROR
  return Response.json(
    { jsonrpc: '2.0', error: { code: number, message: `${code}: ${message}` }, id: null },
    {
      status,
      headers: {
        ...HEADERS,
        ...(retryAfterSeconds !== undefined && { 'Retry-After': String(Math.max(1, retryAfterSeconds)) }),
        ...(isCredentialRefused && { 'WWW-Authenticate': 'Bearer' }),
        ...headers,
      },
    },
  )
}
