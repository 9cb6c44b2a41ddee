import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const START_TIMEOUT_MS = 30_000

export interface DemoServer {
  url: string
  apiKey: string
  stop(): Promise<void>
}

/** Starts the real server on an empty database and waits until it listens. */
export async function startServer(root: string, data: string, port: number): Promise<DemoServer> {
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    // A group of its own: Ctrl-C reaches the demo, which then ends the server in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SVC_PORT: String(port),
      SVC_HOST: '127.0.0.1',
      SVC_DATA: data,
      SVC_RATE_WRITE: '0',
      DATABASE_URL: '',
      SVC_BASE_URL: '',
    },
  })
  const { apiKey, url } = await whenListening(child)
  return { apiKey, url, stop: () => stop(child) }
}

function whenListening(child: ChildProcess): Promise<{ apiKey: string; url: string }> {
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${output}`)),
      START_TIMEOUT_MS,
    )
    const hear = (chunk: Buffer) => {
      output += chunk
      const apiKey = /^SVC_API_KEY=(\S+)$/m.exec(output)?.[1]
      const url = /^Listening on (http:\/\/\S+?),?(?: |$)/m.exec(output)?.[1]
      if (!apiKey || !url) return
      clearTimeout(timer)
      resolve({ apiKey, url })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with code ${code}:\n${output}`))
    })
  })
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(hard)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** The wanted port where it is free, else one of the next, else any. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 10; port++) if (await isFree(port)) return port
  return (await isFree(0)) ?? wanted
}

function isFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const { port: given } = probe.address() as { port: number }
      probe.close(() => resolve(given))
    })
  })
}
