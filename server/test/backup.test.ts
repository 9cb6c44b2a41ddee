import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { startServer } from '@svc/test-kit/server'
import { test as base, expect, onTestFinished } from 'vitest'
import { runCommand, spawnCommand } from './command.ts'
import { Clients } from './journal-client.ts'
import { buildJournals, longJournal } from './made-journals.ts'
import { readDisk } from './on-disk.ts'
import { seeded } from './seeded.ts'

const SEED = Number(process.env.SVC_SEED ?? Date.now() % 1_000_000)
const KILLS = 5
const UPLOADS_AT_ONCE = 3

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

test('a backup under load, restored elsewhere, tells all that was acknowledged before it', async ({
  folder,
}) => {
  const random = seeded(SEED)
  const port = await freePort()
  const data = join(folder, 'data')
  const first = await startServer({ data, port })
  onTestFinished(() => void first.end('SIGKILL'))
  const { url, apiKey } = first
  const startedAt = Date.now() - 3_600_000
  const get = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).text()

  const before = new Clients(url, apiKey, random)
  for (const journal of buildJournals(random, 0, startedAt)) await before.upload(journal)
  await before.upload(longJournal(random, 0, startedAt, 5_000))
  const artifact = await attach(url, apiKey, startedAt)
  const ids = (JSON.parse(await get('/api/executions?limit=200')).data as { id: string }[]).map(
    ({ id }) => id,
  )
  for (const id of ids) await first.get(`/api/executions/${id}/settle`, 'POST')
  const told = await Promise.all(ids.map((id) => get(`/api/executions/${id}`)))

  const load = new Clients(url, apiKey, random)
  onTestFinished(() => load.stop())
  let builds = 1
  const loading = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
    for (;;) for (const journal of buildJournals(random, builds++, startedAt)) await load.upload(journal)
  })
  for (let i = 0; i < 5; i++) await load.nextSend()
  const acknowledged = new Map(load.acknowledged)
  const file = join(folder, 'backup.tar')
  expect(await runCommand(data, ['backup', file])).toMatchObject({ code: 0, stderr: '' })
  await load.nextSend()
  await first.end('SIGKILL')
  load.stop()
  await Promise.allSettled(loading)

  const elsewhere = join(folder, 'elsewhere')
  expect(await runCommand(elsewhere, ['restore', file])).toMatchObject({ code: 0, stderr: '' })
  const disk = readDisk(elsewhere)
  expect(disk.integrity).toBe('ok')
  for (const [journal, count] of acknowledged)
    expect(disk.accepted.get(journal) ?? 0).toBeGreaterThanOrEqual(count)
  const second = await startServer({ data: elsewhere, port })
  onTestFinished(() => void second.end('SIGKILL'))
  // The key of the first server, and not a byte of difference.
  expect(await Promise.all(ids.map((id) => get(`/api/executions/${id}`)))).toEqual(told)
  expect(await get(`/api/artifacts/${artifact.id}`)).toBe(artifact.text)
  expect((await second.end('SIGTERM')).code).toBe(0)
})

test('a backup that is killed leaves no file, and the next one clears up after it', {
  tags: 'thorough',
}, async ({ folder }) => {
  const random = seeded(SEED + 1)
  const data = join(folder, 'data')
  const server = await startServer({ data })
  const clients = new Clients(server.url, server.apiKey, random)
  for (let i = 0; i < 3; i++) await clients.upload(longJournal(random, i, Date.now() - 60_000, 20_000))
  expect((await server.end('SIGTERM')).code).toBe(0)
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  expect(await runCommand(data, ['backup', join(backups, 'whole.tar')])).toMatchObject({ code: 0 })
  const others = () => readdirSync(backups).filter((name) => name !== 'whole.tar')
  let leftovers = 0
  for (let kill = 0; kill < KILLS || (leftovers === 0 && kill < 10 * KILLS); kill++) {
    const child = spawnCommand(data, ['backup', join(backups, 'killed.tar')])
    const exited = once(child, 'exit')
    const last = others().join()
    while (child.exitCode === null && others().join() === last) await sleep(1)
    await sleep(random.whole(15))
    child.kill('SIGKILL')
    await exited
    if (others().some((name) => name.endsWith('.unfinished'))) leftovers++
    // It may have been faster than the kill; else there is nothing of its name.
    if (existsSync(join(backups, 'killed.tar'))) {
      const restored = await runCommand(join(folder, `try-${kill}`), ['restore', join(backups, 'killed.tar')])
      expect(restored.code).toBe(0)
      rmSync(join(backups, 'killed.tar'))
    }
  }
  expect(leftovers).toBeGreaterThan(0)
  expect(await runCommand(data, ['backup', join(backups, 'killed.tar')])).toMatchObject({ code: 0 })
  expect(readdirSync(backups).sort()).toEqual(['killed.tar', 'whole.tar'])
})

test('a second server on the same folder waits for the first, and takes over when that was killed', {
  tags: 'thorough',
}, async ({ folder }) => {
  const data = join(folder, 'data')
  const first = await startServer({ data })
  let isUp = false
  const starting = startServer({ data }).then((server) => {
    isUp = true
    return server
  })
  await sleep(2_500)
  expect(isUp).toBe(false)
  await first.end('SIGKILL')
  const second = await starting
  expect(await second.get('/healthz')).toEqual({ status: 'ok' })

  // Nobody ends: it says who is there.
  await expect(startServer({ data })).rejects.toThrow('Another server uses')
  expect((await second.end('SIGTERM')).code).toBe(0)
})

/** Sends a run with one artifact; gives its id and what it says. */
async function attach(url: string, apiKey: string, startedAt: number) {
  const text = 'what the page said'
  const call = async (method: string, path: string, type: string, body: string, more = {}) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': type, ...more }
    const answer = await fetch(`${url}${path}`, { method, headers, body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as { data: { items: { id: string }[] } }
  }
  const journal = '00000000-0000-4000-8000-00000000a77a'
  const lines = [
    [
      'open',
      1,
      {
        journal,
        project: 'shop',
        suite: 'default',
        build: 'attached',
        runAttempt: 1,
        part: { job: 'test', package: '', config: '', leg: 'linux' },
        trust: 'ci',
        code: { branch: 'main' },
        runner: { name: 'playwright' },
        client: { name: '@svc/test', version: '0.0.0' },
        root: 'git',
        startedAt,
      },
    ],
    ['group', 0, { file: 'a.test.ts', titles: [] }],
    ['attempt', 0, 'pays', 'failed', 0, 5, { attachments: [{ name: 'page', contentType: 'text/plain' }] }],
    ['end', { status: 'failed', durationMs: 5 }],
  ]
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await call('POST', '/api/ingest', 'application/x-ndjson', body, { 'svc-from': '0' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  const items = [{ entry: 0, number: 0, sizeBytes: Buffer.byteLength(text), sha256 }]
  const declared = await call(
    'POST',
    '/api/artifacts',
    'application/json',
    JSON.stringify({ journal, items }),
  )
  const { id } = declared.data.items[0] as { id: string }
  await call('PUT', `/api/artifacts/${id}/upload`, 'application/octet-stream', text, { 'upload-offset': '0' })
  return { id, text }
}
