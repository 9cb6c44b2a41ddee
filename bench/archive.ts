import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { JournalLine } from '@svc/protocol'
import { sql } from 'kysely'
import { listen } from '../server/src/doors/rest/listen.ts'
import { openStore, type Store, type StoreAddress } from '../server/src/ground/store/open.ts'
import { bootstrap } from '../server/src/people/identity/bootstrap.ts'
import { lockExecution } from '../server/src/results/executions/lock.ts'
import { readBlocks } from '../server/src/results/results/archive/read-blocks.ts'
import { restoreArchived } from '../server/src/results/results/restore-archived.ts'
import { applyRetention } from '../server/src/upkeep/retention/apply-retention.ts'
import { paced } from '../server/src/upkeep/retention/pace.ts'
import { DEFAULT_RETENTION } from '../server/src/upkeep/retention/periods.ts'
import { ingestOffThread } from '../server/src/uploads/ingest/ingest-thread.ts'
import { benchApp } from './bench-app.ts'
import { withFolder, withPostgres } from './databases.ts'
import { openOf, RUN_SIZE, uploadBody } from './made-run.ts'
import { sampleOf } from './measure.ts'
import { figure, heading, table, type Verdict } from './report.ts'

const RUNS = 20
const RESULTS = RUNS * RUN_SIZE
const DAY_MS = 86_400_000
const GOAL_BYTES = 3
const UPLOADS = 25

/**
 * Bytes of an archived first-attempt pass, durations of archiving and reading back, and the effect
 * on uploads.
 */
export async function benchArchive(): Promise<Verdict[]> {
  heading(
    `Archive of ${RESULTS.toLocaleString('en-US')} first-attempt passes (${RUNS} runs, uneven durations)`,
  )
  const places: Record<string, (work: (address: StoreAddress) => Promise<Measured>) => Promise<Measured>> = {
    SQLite: (work) => withFolder((folder) => work({ folder })),
    Postgres: (work) => withPostgres((postgres) => work({ postgres })),
  }
  const verdicts: Verdict[] = []
  const rows: string[][] = []
  for (const [name, withPlace] of Object.entries(places)) {
    const m = await withPlace(measure)
    rows.push(
      [`${name}: rows before, a result`, figure(m.liveBytes / RESULTS, 'B')],
      [`${name}: archive, a result`, figure(m.archiveBytes / RESULTS, 'B')],
      [`${name}: archiving 20,000 results, rests included`, figure(m.archiveMs, 'ms')],
      [`${name}: longest transaction of it`, figure(m.longestMs, 'ms')],
      [`${name}: reading 20,000 back`, figure(m.readMs, 'ms')],
      [`${name}: putting 20,000 back into their tables`, figure(m.restoreMs, 'ms')],
      [`${name}: upload of 20,000, idle, median / most`, pair(m.idleMs)],
      [`${name}: the same while retention runs`, pair(m.busyMs)],
    )
    const bytes = m.archiveBytes / RESULTS
    if (name === 'SQLite')
      verdicts.push({
        area: 'Storage, SQLite, per archived first-attempt pass, all in',
        goal: `≤ ${GOAL_BYTES} B`,
        measured: figure(bytes, 'B'),
        isMet: bytes <= GOAL_BYTES,
      })
  }
  table(['', ''], rows)
  return verdicts
}

interface Measured {
  liveBytes: number
  archiveBytes: number
  archiveMs: number
  longestMs: number
  readMs: number
  restoreMs: number
  idleMs: number[]
  busyMs: number[]
}

const pair = (values: number[]) => {
  const { median, max } = sampleOf(values)
  return `${figure(median, 'ms')} / ${figure(max, 'ms')}`
}

async function measure(address: StoreAddress): Promise<Measured> {
  const store = await openStore(address)
  // In this process, as retention runs in the server's process: both share its lock and its event
  // loop.
  const key = (await bootstrap(store, Date.now, 'admin')) ?? ''
  const ingest = ingestOffThread(store, { settleAfterMs: 60_000, incompleteAfterMs: 900_000 })
  const { server, url } = await listen(benchApp({ store, clock: Date.now, ingest }).fetch, {
    host: '127.0.0.1',
    port: 0,
  })
  const send = async (body: Buffer) => {
    const begun = performance.now()
    const answer = await fetch(`${url}/api/ingest`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
        'svc-from': '0',
      },
    })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.json()
    return performance.now() - begun
  }
  try {
    for (let run = 0; run < RUNS; run++) await send(unevenBody(run))
    await age(store)
    const liveBytes = await bytesOf(store, ['result', 'attempt'])
    const upload = (name: string, i: number) =>
      send(uploadBody({ project: 'shop', build: `${name}-${i}`, allPass: true }))
    const idleMs: number[] = []
    for (let i = 0; i < UPLOADS; i++) idleMs.push(await upload('idle', i))
    const sweeping = sweep(store)
    const busyMs: number[] = []
    let isOver = false
    const swept = sweeping.then((done) => {
      isOver = true
      return done
    })
    for (let i = 0; !isOver && i < 4 * UPLOADS; i++) busyMs.push(await upload('busy', i))
    const { tookMs, longestMs } = await swept
    const ids = await store.read
      .selectFrom('execution')
      .select('id')
      .where('archived_at', 'is not', null)
      .execute()
    if (ids.length !== RUNS) throw new Error(`${ids.length} of ${RUNS} runs were archived`)
    const reads: number[] = []
    for (const { id } of ids) {
      const begun = performance.now()
      let count = 0
      for await (const { results } of readBlocks(store.read, id)) count += results.length
      reads.push(performance.now() - begun)
      if (count !== RUN_SIZE) throw new Error('An archive is not whole')
    }
    const archiveBytes = await bytesOf(store, ['archive'])
    const restores: number[] = []
    for (const { id } of ids.slice(0, 5)) {
      const begun = performance.now()
      const step = () =>
        store.write(async (db) =>
          restoreArchived(db, await lockExecution(db, store.dialect, id), RUN_SIZE, true),
        )
      while (!(await step()));
      restores.push(performance.now() - begun)
    }
    return {
      liveBytes,
      archiveBytes,
      archiveMs: tookMs / RUNS,
      longestMs,
      readMs: sampleOf(reads).median,
      restoreMs: sampleOf(restores).median,
      idleMs,
      busyMs,
    }
  } finally {
    server.closeAllConnections()
    server.close()
    await ingest.close()
    await store.close()
  }
}

/** Sweeps as the server does, and returns the duration of its longest transaction. */
async function sweep(store: Store): Promise<{ tookMs: number; longestMs: number }> {
  let longestMs = 0
  const timed: Store = {
    ...store,
    write: (work) =>
      store.write(async (db, changes) => {
        const begun = performance.now()
        const given = await work(db, changes)
        longestMs = Math.max(longestMs, performance.now() - begun)
        return given
      }),
  }
  const pace = paced(timed, { timer: () => performance.now(), rest: sleep, isStopping: () => false })
  const begun = performance.now()
  await applyRetention(pace, {
    defaults: DEFAULT_RETENTION,
    now: Date.now(),
    onFailure: (_, error) => {
      throw error
    },
  })
  return { tookMs: performance.now() - begun, longestMs }
}

/** Makes all runs old enough for archiving, and none of them a base. */
const age = (store: Store) =>
  store.write((db) =>
    db
      .updateTable('execution')
      .set({ settled_at: Date.now() - 31 * DAY_MS, state: 'passed', pull_request: 1, counted: 0 })
      .execute(),
  )

async function bytesOf(store: Store, tables: string[]): Promise<number> {
  let bytes = 0
  for (const name of tables) {
    const asked =
      store.dialect === 'sqlite'
        ? sql<{
            bytes: number
          }>`select sum(pgsize) as bytes from dbstat where name = ${name} or name like ${`${name}\\_%`} escape '\\'`
        : sql<{ bytes: number }>`select pg_total_relation_size(${name}::regclass) as bytes`
    bytes += Number((await asked.execute(store.read)).rows[0]?.bytes ?? 0)
  }
  return bytes
}

/** A run whose durations spread as those of real suites do, on four workers at once, in microseconds. */
function unevenBody(run: number): Buffer {
  let state = run + 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const startedAt = Date.now() - (RUNS - run) * 3_600_000
  const open = openOf({ project: 'shop', build: `run-${run}`, code: { branch: 'main' }, startedAt })
  const lines: JournalLine[] = [['open', 1, open]]
  const workers = [0, 0, 0, 0]
  for (let file = 0; file < RUN_SIZE / 40; file++) {
    const worker = workers.indexOf(Math.min(...workers))
    const usual = Math.exp(normal() * 0.7)
    lines.push(['group', file, { file: `src/feature-${file}.test.ts`, titles: ['feature'] }])
    for (let i = 0; i < 40; i++) {
      const duration = Math.round(2_000 * usual * Math.exp(normal() * 1.2)) / 1_000
      const start = workers[worker] as number
      lines.push(['attempt', file, `case ${i} of the set`, 'passed', Math.round(start), duration])
      workers[worker] = start + duration + 0.1
    }
  }
  lines.push(['end', { status: 'passed', durationMs: Math.round(Math.max(...workers)) }])
  return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1 })
}
