import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { expect, vi } from 'vitest'
import { openBalancer } from './balancer.ts'

/** For tests of anything but the limits. */
const NO_LIMITS = {
  SVC_RATE_READ: '0',
  SVC_RATE_WRITE: '0',
  SVC_RATE_INGEST_BYTES: '0',
  SVC_RATE_SIGN_IN: '0',
}

const PATIENT = { interval: 20, timeout: 240_000 }

/** One of several servers of a database; it keeps its address when it is started again. */
export interface Replica {
  url: string
  /** Ends it at once. */
  kill(): Promise<void>
  /** Stops its process, as a machine that swaps or sleeps does, until `resume`. */
  pause(): void
  resume(): void
  /** Ends it in order; gives its exit code, and the errors and warnings that it logged. */
  stop(): Promise<{ code: number | null; troubles: string[] }>
  start(): Promise<void>
}

export interface Replicas {
  /** Of the balancer before them. */
  url: string
  one: Replica
  two: Replica
  both: Replica[]
  /** The first key. */
  apiKey: string
  /** Waits until the balancer sends requests to all of them. */
  ready(): Promise<void>
  /** Asks one of them, or the balancer, with the first key. */
  ask(url: string, path: string, init?: Asking): Promise<Answer>
  /** Ends all of them. */
  close(): Promise<void>
}

interface Asking extends Omit<RequestInit, 'body'> {
  /** Sent as JSON unless it is bytes or text. */
  body?: object | string
  key?: string | null
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it has asked for
  data: any
  error: { code: string; message: string } | undefined
}

/**
 * Starts two real servers on one empty database and a balancer before them, for all tests of a file. `ofTwo` is only the
 * second one's environment.
 */
export async function startReplicas(
  address: string,
  env: NodeJS.ProcessEnv = {},
  ofTwo: NodeJS.ProcessEnv = {},
): Promise<Replicas> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-replicas-'))
  const common = {
    ...NO_LIMITS,
    DATABASE_URL: address,
    SVC_ARTIFACTS_FOLDER: join(folder, 'artifacts'),
    SVC_ARTIFACTS_SHARED: '1',
    SVC_DRAIN_WAIT: '0s',
    ...env,
  }
  const make = async (name: string, own: NodeJS.ProcessEnv = {}) => {
    const options = { data: join(folder, name), port: await freePort(), env: { ...common, ...own } }
    let server: RealServer = await startServer(options)
    const replica: Replica = {
      url: server.url,
      async kill() {
        await server.end('SIGKILL')
      },
      pause: () => void process.kill(server.pid, 'SIGSTOP'),
      resume: () => void process.kill(server.pid, 'SIGCONT'),
      async stop() {
        const { code, stderr } = await server.end('SIGTERM')
        const lines = stderr.split('\n').filter((line) => line !== '')
        return { code, troubles: lines.filter((line) => !line.includes('"level":"info"')) }
      },
      async start() {
        server = await startServer(options)
      },
    }
    return { replica, apiKey: server.apiKey, end: () => server.end('SIGKILL') }
  }
  // At once, on an empty database: one of them makes the tables and the first key.
  const made = await Promise.all([make('one'), make('two', ofTwo)])
  const keys = made.flatMap(({ apiKey }) => (apiKey === '' ? [] : [apiKey]))
  expect(keys).toHaveLength(1)
  const [apiKey = ''] = keys
  const both = made.map(({ replica }) => replica)
  const [one, two] = both as [Replica, Replica]
  const balancer = await openBalancer(both.map(({ url }) => url))
  const ready = async () => {
    await vi.waitUntil(() => both.every(({ url }) => balancer.takes(url)), PATIENT)
  }
  await ready()
  return {
    ...{ url: balancer.url, one, two, both, apiKey, ready, ask: asking(apiKey) },
    async close() {
      await Promise.all([balancer.close(), ...made.map(({ end }) => end())])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const asking =
  (apiKey: string): Replicas['ask'] =>
  async (url, path, { body, key = apiKey, headers, ...init } = {}) => {
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
    const response = await fetch(url + path, {
      ...init,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
        ...(headers as Record<string, string>),
      },
      ...(body === undefined
        ? {}
        : { method: init.method ?? 'POST', body: isJson ? JSON.stringify(body) : (body as string) }),
    })
    const text = await response.text()
    const { data, error } = text.startsWith('{') ? JSON.parse(text) : { data: text, error: undefined }
    return { status: response.status, headers: response.headers, data, error }
  }
