import { type Client, createClient, SvcError } from '@svc/api'
import { type Config, detectCi, makePost, previewRun } from '@svc/client/cli'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { explain } from './explain.ts'
import { type LastUpload, lastUploadOf } from './last-upload.ts'
import { inOwnOptions, NO_KEY } from './own-options.ts'

/** Options of every command that asks the server. */
export interface ServerOptions {
  url?: string
  project?: string
  branch?: string
  suite?: string
}

/** The server with the project and branch of a command. */
export interface Connection {
  url: string
  apiKey: string
  /** Slug that reporters would use in this folder; empty if nothing names a project. */
  project: string
  /** Absent if no branch is checked out. */
  branch?: string
  /** Facts from CI and git. */
  code: { pullRequest?: number; repository?: string }
  proxy: Config['proxy']
  /** What must not be sent. */
  secrets: Config['secrets']
  /** The last upload from this folder, if the command refers to it. */
  uploaded?: LastUpload
  /** The folder of the journals. */
  root: string
  /** Asks the server; turns an error answer into a `Refusal` that says what to do. */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T>
}

/** Resolves address, key, project and branch in the same way as reporters; sends no request. */
export const connect = async (call: Call, options: ServerOptions): Promise<Connection> => {
  const { branch: given, suite, ...named } = options
  const { config, open, project, root } = await previewRun(call.folder, named, call.env, detectCi())
  if (config.problem)
    throw new Refusal(inOwnOptions(config.problem), { next: 'npx --no svc doctor', code: 'NOT_SET_UP' })
  const { apiKey, url, proxy } = config
  if (!apiKey)
    throw new Refusal('SVC_API_KEY is not set', {
      next: NO_KEY,
      code: 'NOT_SET_UP',
    })
  let serverVersion: string | null | undefined
  const noted = fetchOver(makePost(proxy), call.version, (header) => {
    serverVersion = header('svc-version')
  })
  const client = createClient({ url, apiKey, fetch: noted })
  const here = { project, ...(open.code.branch && { branch: open.code.branch }) }
  const branch = given ?? here.branch
  const meant = { url, project: named.project && project, branch: given, suite, here }
  const uploaded = lastUploadOf(root.path, meant)
  return {
    url,
    apiKey,
    project,
    code: open.code,
    proxy,
    secrets: config.secrets,
    root: root.path,
    ...(branch && { branch }),
    ...(uploaded && { uploaded }),
    ask: async (question) => {
      try {
        return await question(client)
      } catch (error) {
        if (!(error instanceof SvcError)) throw error
        throw explain(error, { url, call, serverVersion })
      }
    },
  }
}

type Post = ReturnType<typeof makePost>

/** An answer may take a tenth of it to begin: a comparison of a large run, on a busy server. */
const PATIENCE_MS = 300_000
/** The largest response is a page of a comparison, which is far smaller. */
const MOST_ANSWER_BYTES = 64 * 1024 * 1024

/** Returns a fetch that uses the reporters' connection, with its proxies and certificates. */
const fetchOver =
  (post: Post, version: string, onAnswer: (header: (name: string) => string | null) => void): typeof fetch =>
  async (to, init = {}) => {
    // The server words the next step of a refusal as a command.
    const named = { 'user-agent': `svc-cli/${version}` }
    const headers = { ...named, ...Object.fromEntries(new Headers(init.headers)) }
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : undefined
    const method = (init.method ?? 'GET') as 'GET' | 'POST' | 'DELETE'
    const answer = await post(String(to), headers, body, PATIENCE_MS, method, MOST_ANSWER_BYTES)
    onAnswer(answer.header)
    const { status, header } = answer
    const kept = ['retry-after', 'content-type'].flatMap((name) => {
      const value = header(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    // Response rejects a body for these statuses; the API sends none of them.
    const hasBody = status !== 204 && status !== 205 && status !== 304
    return new Response(hasBody ? new Uint8Array(answer.bytes) : null, { status, headers: kept })
  }
