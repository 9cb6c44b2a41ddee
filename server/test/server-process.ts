import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const STARTS_WITHIN_MS = 20_000

/** The real server in a process of its own. */
export interface ServerProcess {
  url: string
  /** The first key, on the first start only. */
  key: string
  /** Ends it and says how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number; stderr: string }>
}

/** Starts the server on a folder and a port, without rate limits, and waits until it listens. */
export async function startServer(folder: string, port: number): Promise<ServerProcess> {
  const limits = { SVC_RATE_READ: '0', SVC_RATE_WRITE: '0', SVC_RATE_INGEST_BYTES: '0' }
  const env = { PATH: process.env.PATH, SVC_DATA: folder, SVC_PORT: String(port), ...limits }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start: ${said.stdout}${said.stderr}`))
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      fail()
    }, STARTS_WITHIN_MS)
    child.once('exit', fail)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text
      if (!said.stdout.includes('Listening on ')) return
      clearTimeout(late)
      child.off('exit', fail)
      resolve()
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    key: /^SVC_API_KEY=(svc_\w+)$/m.exec(said.stdout)?.[1] ?? '',
    end: async (signal) => ({ ...(await end(child, signal)), stderr: said.stderr }),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, ms: 0 }
  const begun = performance.now()
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return { code, ms: performance.now() - begun }
}

/** A port that was free a moment ago, for a server that comes back to the same address. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
