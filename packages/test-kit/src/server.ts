import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NODE_CACHE } from './node-cache.ts'
import { workspace } from './versions.ts'

const STARTS_WITHIN_MS = 240_000
const ENDS_WITHIN_MS = 10_000

/** For tests that send more than a team would. */
export const NO_LIMITS = { SVC_RATE_READ: '0', SVC_RATE_WRITE: '0', SVC_RATE_INGEST_BYTES: '0' }

export interface ServerOptions {
  /** Folder of its database; default: a new temporary folder, removed at the end. */
  data?: string
  /** Default: any free port. */
  port?: number
  /** Its environment in addition to `PATH`, folder and port; default: no limits. */
  env?: NodeJS.ProcessEnv
  /** True keeps a Ctrl-C in the terminal from reaching it. */
  isDetached?: boolean
  /** The key of a database that was there before. */
  apiKey?: string
  /** Its limit of open files. */
  openFiles?: number
}

/** The real server in a process of its own. */
export interface RealServer {
  url: string
  pid: number
  /** The first key; of a database that was there before the given one, else empty. */
  apiKey: string
  /** The link that sets the password of the first admin; empty if the database was there before. */
  welcomeUrl: string
  /** The `data` of an answer to the first key; throws for any other answer. */
  get<T>(path: string, method?: 'GET' | 'POST'): Promise<T>
  /** Sends it a signal and says how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }>
  /** Ends it in order, by force if it takes longer than 10 s. */
  stop(): Promise<void>
}

/** Starts the real server and waits until it listens; throws if it does not within 4 minutes. */
export const startServer = async (options: ServerOptions = {}): Promise<RealServer> => {
  const { port = 0, env = NO_LIMITS, isDetached = false, openFiles } = options
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'svc-server-'))
  const command = [process.execPath, join(workspace, 'server/src/main.ts')]
  const [program = '', ...args] =
    openFiles === undefined ? command : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...command]
  const child = spawn(program, args, {
    detached: isDetached,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...NODE_CACHE,
      // Tests look at what only an admin may see.
      SVC_FIRST_KEY: 'admin',
      // Its build would take the processor from the tests that look at something else.
      SVC_DASHBOARD: '0',
      ...env,
      SVC_HOST: '127.0.0.1',
      SVC_PORT: String(port),
      SVC_DATA: data,
    },
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
    })
  const { url, apiKey: firstKey, welcomeUrl } = await whenListening(child, said)
  const apiKey = options.apiKey ?? firstKey
  return {
    url,
    pid: child.pid ?? 0,
    apiKey,
    welcomeUrl,
    get: (path, method = 'GET') => read(url + path, method, apiKey),
    end: async (signal) => ({ ...(await end(child, signal)), stderr: said.stderr }),
    async stop() {
      const hard = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
      await end(child, 'SIGTERM')
      clearTimeout(hard)
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    },
  }
}

const whenListening = (child: ChildProcess, said: { stdout: string; stderr: string }) =>
  new Promise<Pick<RealServer, 'url' | 'apiKey' | 'welcomeUrl'>>((resolve, reject) => {
    const fail = () => {
      child.kill('SIGKILL')
      reject(new Error(`The server did not start:\n${said.stdout}${said.stderr}`))
    }
    const late = setTimeout(fail, STARTS_WITHIN_MS)
    child.once('exit', fail)
    child.stdout?.on('data', () => {
      const url = /^Listening on (http:\/\/\S+?),?\s/m.exec(said.stdout)?.[1]
      if (!url) return
      clearTimeout(late)
      child.off('exit', fail)
      resolve({
        url,
        apiKey: /^SVC_API_KEY=(svc_\w+)$/m.exec(said.stdout)?.[1] ?? '',
        welcomeUrl: /^http\S+\/welcome#\S+$/m.exec(said.stdout)?.[0] ?? '',
      })
    })
  })

const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode }
  const exited = once(child, 'close')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return { code }
}

const read = async <T>(url: string, method: string, apiKey: string): Promise<T> => {
  const response = await fetch(url, { method, headers: { Authorization: `Bearer ${apiKey}` } })
  const body = (await response.json()) as { data: T; error?: { message: string } }
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${body.error?.message}`)
  return body.data
}
