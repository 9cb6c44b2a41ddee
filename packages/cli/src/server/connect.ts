import { type Client, createClient, SvcError } from '@svc/api'
import { type Config, detectCi, makePost, previewRun } from '@svc/client/doctor'
import { Refusal } from '../refusal.ts'
import type { Call } from '../run.ts'
import { explain } from './explain.ts'
import { type LastUpload, lastUploadOf } from './last-upload.ts'
import { fetchOver } from './over-post.ts'
import { inOwnOptions } from './own-options.ts'

/** What every command that asks the server takes. */
export interface ServerOptions {
  url?: string
  project?: string
  branch?: string
  suite?: string
}

/** The server, and what of it a command is about. */
export interface Connection {
  url: string
  apiKey: string
  /** Slug, as reporters would name it here; empty where nothing names one. */
  project: string
  /** Absent where none is checked out. */
  branch?: string
  /** What CI and git say of the code. */
  code: { pullRequest?: number; repository?: string }
  proxy: Config['proxy']
  /** What was uploaded from this folder last, where the command means that. */
  uploaded?: LastUpload
  /** Asks; what is refused becomes a `Refusal` that says what to do. */
  ask<T>(question: (client: Client) => Promise<T>): Promise<T>
}

/** Takes address, key, project and branch from where reporters take them; nothing is asked yet. */
export const connect = async (call: Call, options: ServerOptions): Promise<Connection> => {
  const { branch: given, suite, ...named } = options
  const { config, open, project, root } = await previewRun(call.folder, named, call.env, detectCi())
  if (config.problem)
    throw new Refusal(inOwnOptions(config.problem), { next: 'npx @svc/cli doctor', code: 'NOT_SET_UP' })
  const { apiKey, url, proxy } = config
  if (!apiKey)
    throw new Refusal('SVC_API_KEY is not set', {
      next: 'set it to a key of your server, as in: export SVC_API_KEY=svc_...',
      code: 'NOT_SET_UP',
    })
  let serverVersion: string | null | undefined
  const noted = fetchOver(await makePost(url, proxy), (header) => {
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
    ...(branch && { branch }),
    ...(uploaded && { uploaded }),
    ask: async (question) => {
      try {
        return await question(client)
      } catch (error) {
        if (!(error instanceof SvcError)) throw error
        throw explain(error, { url, version: call.version, serverVersion })
      }
    },
  }
}
