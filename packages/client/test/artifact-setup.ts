import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import type { RealServer } from '@svc/test-kit/server'
import { useServer } from '@svc/test-kit/use-server'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { resolveConfig } from '../src/config.ts'
import { flushJournals } from '../src/flush-journals.ts'
import type { ReporterOptions } from '../src/options.ts'
import type { RecordedAttachment } from '../src/recorded.ts'
import { record } from '../src/recorder.ts'
import { removeFolders } from './folders.ts'
import { hear } from './hear.ts'
import { failed, named, startFor } from './recording.ts'

export const server = useServer()
export let said: string[] = []
export const closing: (() => unknown)[] = []
beforeEach(() => {
  said = []
  hear(said)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})
afterAll(() => {
  removeFolders()
})

/** A busy machine may answer late. */
const PATIENT = { timeoutMs: 1_800_000, artifactsTimeoutMs: 1_800_000 }

export const configFor = (options: ReporterOptions = {}, env: NodeJS.ProcessEnv = {}) =>
  resolveConfig(
    { apiKey: server.apiKey, url: server.url, project: 'fixture', ...PATIENT, ...options },
    { PATH: process.env.PATH, ...env },
    { isCI: false, id: null, name: null },
  )

let suites = 0
/** A suite that no other run has. */
export const nextSuite = () => `artifacts ${++suites}`

/** A run of one failing test with these attachments; gives its suite. */
export const runWith = async (
  root: string,
  attachments: RecordedAttachment[],
  options: ReporterOptions = {},
  { env = {}, folders = [] as string[] } = {},
) => {
  const suite = nextSuite()
  const recorder = record(startFor(root, { artifactFolders: folders }), configFor({ suite, ...options }, env))
  recorder.attempt(named('pays'), { ...failed('wrong'), attachments })
  await recorder.finish({ status: 'failed' })
  return suite
}

export interface Told {
  name: string
  state: string
  reason?: string
  sizeBytes?: number
  url?: string
}

export const artifactsOf = async (suite: string, from: RealServer = server) => {
  const found = await from.get<{ id: string }[]>(`/api/executions?suite=${encodeURIComponent(suite)}`)
  expect(found).toHaveLength(1)
  return (await from.get<{ artifacts: Told[] }>(`/api/executions/${found[0]?.id}`)).artifacts
}

export const download = async ({ url = '' }: Told, from: RealServer = server) => {
  const path = new URL(url).pathname
  const answer = await fetch(`${from.url}${path}`, { headers: { Authorization: `Bearer ${from.apiKey}` } })
  return Buffer.from(await answer.arrayBuffer())
}

export const put = (root: string, name: string, bytes: Uint8Array | string) => {
  const path = join(root, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

export const flushIn = (root: string, options: ReporterOptions = {}) =>
  flushJournals({ root, config: configFor(options), deadline: performance.now() + 60_000 })

/** Stands before the server and may answer instead of it. */
export const startDoor = async (
  answering: (method: string, path: string, bytes: number) => number | 'wait' | undefined,
) => {
  const door = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const status = answering(method, url, Number(headers['content-length'] ?? 0))
    if (status === 'wait') return
    if (status !== undefined) return void outgoing.writeHead(status).end('<html>not svc</html>')
    const onward = request(`${server.url}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
    onward.on('error', () => outgoing.destroy())
  })
  const { url, close } = await listenOnLoopback(door)
  closing.push(close)
  return url
}
