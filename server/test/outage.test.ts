import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { workspace } from '@svc/test-kit/versions'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../src/testing/own-postgres.ts'
import { passed, run } from '../src/testing/upload.ts'
import { mountSmallDisk } from './small-disk.ts'

const CUTS = 8
const UPLOADERS = 4
/** From 500 results on a detail is made in a thread with a pool of its own. */
const LARGE = 600
const TRY_AGAIN_MS = 25

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterAll(() => postgres.remove())
// Whatever a test before this one left.
beforeEach(() => postgres.start())

let databases = 0
/** The real server on a database of its own. */
async function start(options = '') {
  const env = {
    DATABASE_URL: await postgres.makeDatabase(`svc_${++databases}`, options),
    SVC_RATE_READ: '0',
    SVC_RATE_WRITE: '0',
    SVC_RATE_INGEST_BYTES: '0',
    SVC_DRAIN_WAIT: '0s',
  }
  const server = await startServer({ env })
  onTestFinished(() => server.stop())
  return { server, ...clientOf(server) }
}

const titles = Array.from({ length: 20 }, (_, i) => passed(`case ${i}`))
const journal = (build: string, results = titles) =>
  run({ build, results })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

interface Answer {
  status: number
  headers: Headers
  body: { data?: { execution?: { id: string } }; error?: { code: string; message: string } }
}

/** Asks a server, and counts what it answers by status. */
function clientOf({ url, apiKey }: RealServer) {
  const statuses = new Map<string, number>()
  const bare: string[] = []
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...(init.headers as Record<string, string>) }
    const answer = await fetch(url + path, { ...init, headers })
    const { status } = answer
    statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
    if (status === 503 && !answer.headers.has('Retry-After')) bare.push(path)
    return { status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  const json = { 'Content-Type': 'application/json' }
  const post = (path: string, body: object) =>
    ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const upload = (body: string) =>
    ask('/api/ingest', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson', 'Svc-From': '0' },
      body,
    })
  return {
    statuses,
    /** Paths of 503s that did not say when to try again. */
    bare,
    ask,
    upload,
    /** Sends it until it is taken; gives its execution. */
    async uploadUntilTaken(body: string): Promise<string> {
      for (;;) {
        const { status, body: told } = await upload(body)
        if (status === 200) return told.data?.execution?.id ?? ''
        await sleep(TRY_AGAIN_MS)
      }
    },
    ready: async () => (await fetch(`${url}/readyz`)).status,
    /** One of each kind: who asks, a list, what is made in a thread, a change, an upload. */
    all: (large: string) =>
      Promise.all([
        ask('/api/whoami'),
        ask('/api/executions'),
        ask(`/api/executions/${large}`),
        post('/api/keys', { name: 'another' }),
        upload(journal('another')),
      ]),
  }
}

const outageLines = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: string; event: string; reason?: string })
    .filter(({ event, level }) => level === 'error' || event.endsWith('in order again'))

test('cutting every connection again and again ends no server, loses nothing, and doubles nothing', {
  tags: 'thorough',
}, async () => {
  const { server, ask, upload, uploadUntilTaken, ready, statuses, bare } = await start()
  const large = Array.from({ length: LARGE }, (_, i) => passed(`large ${i}`))
  const { body } = await upload(journal('large', large))
  const largeId = body.data?.execution?.id ?? ''
  let isOver = false
  const taken: string[] = []
  const uploading = Array.from({ length: UPLOADERS }, async (_, uploader) => {
    for (let i = 0; !isOver; i++) taken.push(await uploadUntilTaken(journal(`build-${uploader}-${i}`)))
  })
  const reading = ['/api/executions', `/api/executions/${largeId}`].map(async (path) => {
    while (!isOver)
      // An answer may be cut off on its way, which a client sees.
      await ask(path).catch((error: Error) => expect(error.message).toMatch(/terminated|JSON|fetch failed/))
  })
  for (let cuts = 0; cuts < CUTS; cuts++) {
    const before = taken.length
    await postgres.cut()
    await expect.poll(() => taken.length).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all([...uploading, ...reading])
  await expect.poll(ready).toBe(200)
  // A journal that was in doubt has gone into the same execution again.
  expect(new Set(taken).size).toBe(taken.length)
  for (const id of taken) {
    const { counts } = await server.get<{ counts: { total: number } }>(`/api/executions/${id}?limit=1`)
    expect(counts.total).toBe(titles.length)
  }
  expect((await ask(`/api/executions/${largeId}`)).status).toBe(200)
  expect([...statuses.keys()].filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(bare).toEqual([])
  expect((await server.end('SIGTERM')).code).toBe(0)
})

test('while the database is stopped every operation answers 503 and the log has one line of it', async () => {
  const { server, upload, all, ready, bare, statuses } = await start()
  const large = Array.from({ length: LARGE }, (_, i) => passed(`large ${i}`))
  const id = (await upload(journal('large', large))).body.data?.execution?.id ?? ''
  expect((await all(id)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const signal of ['SIGQUIT', 'SIGINT'] as const) {
    await postgres.stop(signal)
    await expect.poll(ready).toBe(503)
    for (let i = 0; i < 5; i++)
      for (const { status, body } of await all(id))
        expect([status, body.error?.code]).toEqual([503, 'UNAVAILABLE'])
    await postgres.start()
    await expect.poll(ready).toBe(200)
    await expect.poll(async () => (await all(id)).map(({ status }) => status)).toEqual(Array(5).fill(200))
  }
  expect(bare).toEqual([])
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  // Many requests met it, and background work every second or so. A busy machine may notice it twice.
  const lines = outageLines(stderr).map(({ event, reason }) => reason ?? event)
  expect(statuses.get('503')).toBeGreaterThanOrEqual(50)
  expect(lines.slice(0, 2)).toEqual([AWAY, 'database in order again'])
  expect(lines.at(-1)).toBe('database in order again')
  expect(lines.length).toBeLessThan(10)
})

const AWAY = 'The database cannot be reached.'

test('a database that hangs holds no request for ever, and readiness says so within its time', {
  tags: 'thorough',
}, async () => {
  const { server, upload, uploadUntilTaken, all, ready } = await start()
  const id = (await upload(journal('first'))).body.data?.execution?.id ?? ''
  await postgres.pause()
  const [ofAll, again, readiness] = await Promise.all([
    all(id),
    upload(journal('second')),
    Promise.all([ready(), ready()]),
  ])
  expect(readiness).toEqual([503, 503])
  expect([...ofAll, again].map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
  postgres.resume()
  await expect.poll(ready).toBe(200)
  const second = await uploadUntilTaken(journal('second'))
  const { counts } = await server.get<{ counts: { total: number } }>(`/api/executions/${second}?limit=1`)
  expect(counts.total).toBe(titles.length)
  expect((await server.end('SIGTERM')).code).toBe(0)
})

test('a server ends in order while its database hangs', { tags: 'thorough' }, async () => {
  const { server, upload } = await start()
  await upload(journal('first'))
  await postgres.pause()
  onTestFinished(() => postgres.resume())
  expect((await server.end('SIGTERM')).code).toBe(0)
  postgres.resume()
})

test('on a server that turned read-only reads continue, changes answer 503, and readiness says why', {
  tags: 'thorough',
}, async () => {
  const { server, ask, upload, ready, bare } = await start()
  const id = (await upload(journal('first'))).body.data?.execution?.id ?? ''
  await postgres.setReadOnly(true)
  onTestFinished(() => postgres.setReadOnly(false))
  await expect.poll(ready).toBe(503)
  const readiness = await (await fetch(`${server.url}/readyz`)).json()
  expect(readiness).toMatchObject({
    error: { message: expect.stringMatching(/standby, or set to read-only/) },
  })
  expect((await ask(`/api/executions/${id}`)).status).toBe(200)
  expect((await upload(journal('second'))).body.error?.code).toBe('UNAVAILABLE')
  await postgres.setReadOnly(false)
  await expect.poll(ready).toBe(200)
  expect((await upload(journal('second'))).status).toBe(200)
  expect(bare).toEqual([])
})

test('a start without its database ends at once, with a line that says which and why', {
  tags: 'thorough',
}, async () => {
  await postgres.stop('SIGINT')
  onTestFinished(() => postgres.start())
  const data = mkdtempSync(join(tmpdir(), 'svc-away-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const child = spawn(process.execPath, [join(workspace, 'server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      ...NODE_CACHE,
      DATABASE_URL: postgres.address,
      SVC_DATA: data,
      SVC_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The database at 127\.0\.0\.1:\d+ \(DATABASE_URL\) cannot be opened: .*ECONNREFUSED.*\n$/,
    ),
  ])
})

test('a full disk of the database answers 507, is not ready until there is room, and then continues', async (context) => {
  const disk = mountSmallDisk(context, 24, postgres.userId)
  await postgres.ask(`create tablespace small location '${disk.path}'`)
  const { server, upload, ready } = await start('tablespace small')
  onTestFinished(async () => {
    await server.stop()
    await postgres.ask(`drop database svc_${databases}`)
    await postgres.ask('drop tablespace small')
  })
  expect((await upload(journal('first'))).status).toBe(200)
  disk.fill(64 * 1024)
  // Pages of tables have room for some more.
  let refused: Answer
  do refused = await upload(journal('filling', many(3_000)))
  while (refused.status === 200)
  expect([refused.status, refused.body.error?.code]).toEqual([507, 'STORAGE_FULL'])
  expect(refused.headers.get('Retry-After')).toBe('60')
  for (let i = 0; i < 3; i++) expect(await ready()).toBe(503)
  disk.free()
  await expect.poll(ready).toBe(200)
  expect((await upload(journal('last', many(3_000)))).status).toBe(200)
  const { code, stderr } = await server.end('SIGTERM')
  expect(code).toBe(0)
  const lines = outageLines(stderr).map(({ event, reason }) => reason ?? event)
  expect([lines[0], lines.at(-1)]).toEqual(['The disk of the database is full.', 'database in order again'])
  expect(stderr).toContain('No space left on device')
})

let filled = 0
const many = (count: number) => Array.from({ length: count }, (_, i) => passed(`case ${++filled} of ${i}`))
