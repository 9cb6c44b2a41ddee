// @module-tag thorough
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { startServer } from '@svc/test-kit/server'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand, spawnCommand } from './command.ts'
import { Clients } from './journal-client.ts'
import { buildJournals, longJournal } from './made-journals.ts'
import { seeded } from './seeded.ts'

const SEED = Number(process.env.SVC_SEED ?? Date.now() % 1_000_000)
const KILLS = 6
const LONG_RUNS = 2
const DAY_MS = 86_400_000

test('retention that is killed repeatedly changes no answer, and completes its work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-retention-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const random = seeded(SEED)
  const data = join(folder, 'data')
  const port = await freePort()
  let server = await startServer({ data, port })
  onTestFinished(() => void server.end('SIGKILL'))
  const { url, apiKey } = server
  const get = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).text()
  const clients = new Clients(url, apiKey, random)
  const startedAt = Date.now() - 3_600_000
  for (const journal of buildJournals(random, 0, startedAt)) await clients.upload(journal)
  for (let i = 0; i < LONG_RUNS; i++) await clients.upload(longJournal(random, i, startedAt, 12_000))
  const ids = (JSON.parse(await get('/api/executions?limit=200')).data as { id: string }[]).map(
    ({ id }) => id,
  )
  for (const id of ids) await server.get(`/api/executions/${id}/settle`, 'POST')
  const questions = ids.flatMap((id) => [
    `/api/executions/${id}`,
    `/api/executions/${id}?status=failed,flaky&limit=50`,
  ])
  // Sums: megabytes that differ would take minutes to print.
  const ask = () => Promise.all(questions.map(async (path) => `${path} ${hash('sha256', await get(path))}`))
  expect((await server.end('SIGTERM')).code).toBe(0)
  makeOlder(data, 31)
  server = await startServer({ data, port })
  const before = await ask()
  expect((await server.end('SIGTERM')).code).toBe(0)

  const seen = { packing: 0, deleting: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawnCommand(data, ['retention'])
    const exited = once(child, 'exit')
    const { changes } = progressOf(data)
    while (child.exitCode === null && progressOf(data).changes === changes) await sleep(1)
    await sleep(random.whole(60))
    child.kill('SIGKILL')
    await exited
    const now = progressOf(data)
    if (now.blocks > 0 && now.archived < ids.length) seen.packing++
    if (now.leftover > 0) seen.deleting++
    if (kill % 3 === 0) {
      server = await startServer({ data, port })
      expect(await ask()).toEqual(before)
      await server.end('SIGKILL')
    }
  }
  expect(seen.packing + seen.deleting).toBeGreaterThan(0)
  expect(await runCommand(data, ['retention'])).toMatchObject({ code: 0 })
  expect(progressOf(data)).toMatchObject({ archived: ids.length, leftover: 0, live: 0 })
  server = await startServer({ data, port })
  expect(await ask()).toEqual(before)
  expect((await server.end('SIGTERM')).code).toBe(0)
})

/** Puts all executions on a branch that is nobody's base, and some days further into the past. */
function makeOlder(data: string, days: number): void {
  const database = new Database(join(data, 'svc.sqlite'))
  database.prepare('update execution set pull_request = 1, settled_at = settled_at - ?').run(days * DAY_MS)
  database.close()
}

/** How far retention has come, as its files say while it runs. */
function progressOf(data: string) {
  const database = new Database(join(data, 'svc.sqlite'), { readonly: true })
  const count = (from: string) =>
    (database.prepare(`select count(*) as n from ${from}`).get() as { n: number }).n
  const progress = {
    archived: count('execution where archived_at is not null'),
    blocks: count('archive'),
    leftover: count('leftover'),
    live: count('result') + count('attempt'),
  }
  database.close()
  return { ...progress, changes: JSON.stringify(progress) }
}
