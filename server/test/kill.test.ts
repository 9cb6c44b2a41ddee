import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { flush } from '@svc/client/flush'
import { freePort } from '@svc/test-kit/free-port'
import { type RealServer, startServer } from '@svc/test-kit/server'
import { test as base, expect, onTestFailed, onTestFinished } from 'vitest'
import { compareAll } from './compare-all.ts'
import { Clients } from './journal-client.ts'
import { keepUploading } from './keep-uploading.ts'
import { longJournal, type MadeJournal } from './made-journals.ts'
import { type OnDisk, readDisk } from './on-disk.ts'
import { seeded } from './seeded.ts'

const STOPS = 5
/** What the server logs if it cuts requests, which take longer than 8 s only on a busy machine. */
const CUT = /^.*"requests cut at shutdown".*\n/m
/** From the sending of a segment to the kill. */
const KILL_WITHIN_MS = 150
/** Enough for the real client to need two segments. */
const LONG = 22_000
const LONG_RUNS = 2
const SEED = Number(process.env.SVC_SEED ?? Date.now() % 1_000_000)

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-kill-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

for (const { count, tags } of [
  { count: 1, tags: [] },
  { count: 50, tags: ['thorough'] },
])
  test(`${count === 1 ? 'a kill' : `${count} kills`} in the middle of uploads: nothing acknowledged is lost, nothing doubled`, {
    tags,
  }, async ({ folder }) => {
    onTestFailed(saySeed)
    const random = seeded(SEED)
    const begun = Date.now()
    const data = join(folder, 'data')
    const port = await freePort()
    let server = await startServer({ data, port })
    onTestFinished(() => void server.end('SIGKILL'))
    const { url, apiKey: key } = server
    const clients = new Clients(url, key, random)
    onTestFinished(() => clients.stop())

    const startedAt = begun - 3_600_000
    let kills = 0
    let isOver = false
    const uploading = keepUploading(clients, random, startedAt, () => isOver)
    const long = Array.from({ length: LONG_RUNS }, (_, i) => longJournal(random, i, startedAt, LONG))
    const flushed = flushAll(join(folder, 'tested'), long, url, key, clients)

    const hits = { kills: 0, stored: 0, lost: 0 }
    for (; kills < count || hits.kills === 0; kills++) {
      await clients.nextSend()
      // More often soon than late: then the segment that was just sent is still under way.
      await sleep(random.whole(random.whole(KILL_WITHIN_MS) + 1))
      await server.end('SIGKILL')
      const cut = [...clients.underWay]
      const disk = readDisk(data)
      expectAcknowledged(disk, clients)
      if (cut.length > 0) hits.kills++
      for (const [journal, { from, to }] of cut) {
        const accepted = disk.accepted.get(journal) ?? 0
        // All of a segment or nothing of it.
        expect([from, to]).toContain(Math.min(Math.max(accepted, from), to))
        if (accepted >= to) hits.stored++
        else hits.lost++
      }
      server = await startServer({ data, port })
    }
    isOver = true
    await flushed
    const journals = [...(await uploading), ...long]

    const attempts = await compareAll(url, key, journals)
    expect((await server.end('SIGTERM')).code).toBe(0)
    expectAcknowledged(readDisk(data), clients)
    for (const { open, entries } of journals)
      expect(clients.acknowledged.get(open.journal)).toBe(entries.length)
    expect(clients.surprises).toEqual([])
    process.stdout.write(
      `kill test, seed ${SEED}: ${kills} kills, ${hits.kills} in the middle of a request ` +
        `(${hits.lost} segments not stored, ${hits.stored} stored but not answered); ` +
        `${journals.length} journals with ${attempts} attempts whole, ${Math.round((Date.now() - begun) / 1000)} s\n`,
    )
  })

test('SIGTERM during uploads answers stored ones, refuses the rest, and ends within seconds', {
  tags: 'thorough',
}, async ({ folder }) => {
  onTestFailed(saySeed)
  const random = seeded(SEED + 1)
  const data = join(folder, 'data')
  const port = await freePort()
  let server: RealServer = await startServer({ data, port })
  onTestFinished(() => void server.end('SIGKILL'))
  const { url, apiKey: key } = server
  const clients = new Clients(url, key, random)
  onTestFinished(() => clients.stop())
  let stops = 0
  const uploading = keepUploading(clients, random, Date.now() - 60_000, () => stops === STOPS)
  for (; stops < STOPS; stops++) {
    await clients.nextSend()
    await sleep(random.whole(100))
    const { code, stderr } = await server.end('SIGTERM')
    expect({ code, stderr: stderr.replace(CUT, '') }).toEqual({ code: 0, stderr: '' })
    // What was stored was answered; the answer may still be on its way.
    const { accepted } = readDisk(data)
    const acknowledged = () =>
      [...accepted.keys()].map((journal) => [journal, clients.acknowledged.get(journal) ?? 0])
    await expect.poll(acknowledged).toEqual([...accepted])
    server = await startServer({ data, port })
  }
  await compareAll(url, key, await uploading)
  expect(clients.surprises).toEqual([])
})

const saySeed = () => void process.stderr.write(`This kill test ran with SVC_SEED=${SEED}.\n`)

function expectAcknowledged(disk: OnDisk, clients: Clients): void {
  expect(disk.integrity).toBe('ok')
  expect(disk.miscounted).toBe(0)
  for (const [journal, count] of clients.acknowledged)
    expect(disk.accepted.get(journal) ?? 0).toBeGreaterThanOrEqual(count)
}

/** The real client's own way: journals on disk, sent by `svc flush` until none is left. */
async function flushAll(
  folder: string,
  journals: MadeJournal[],
  url: string,
  apiKey: string,
  clients: Clients,
): Promise<void> {
  const place = join(folder, '.svc/journal')
  mkdirSync(place, { recursive: true })
  for (const { open, definitions, entries } of journals) {
    // The open line twice: a run that has asked git already is not asked again.
    const lines = [definitions[0], ...definitions, ...entries]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    writeFileSync(join(place, `${open.journal}.ndjson`), text)
  }
  // Longer each time: on a busy machine a segment may take more than the server lives at first.
  for (let left = journals.length, timeoutMs = 5_000; left > 0 && !clients.isStopped; timeoutMs *= 1.2) {
    const outcomes = await flush({ folder, url, apiKey, timeoutMs })
    for (const { path, state, entries, reason } of outcomes) {
      if (state === 'rejected' || state === 'denied') throw new Error(`${state}: ${reason}`)
      if (state !== 'sent') continue
      const sent = journals.find(({ open }) => path.includes(open.journal))
      clients.acknowledged.set(sent?.open.journal ?? '', entries)
      left--
    }
  }
}
