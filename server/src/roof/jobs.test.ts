import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { describeError, type LogRecord } from '../ground/kernel/log.ts'
import type { JobLeases } from '../ground/store/job-leases.ts'
import { makeLocalWake } from '../ground/wake/local.ts'
import { migratedPostgres } from '../testing/each-database.ts'
import { makeApp, type TestApp } from '../testing/make-app.ts'
import { failed, passed, run, send, settled } from '../testing/upload.ts'
import { makeDeliverer } from '../upkeep/notifications/deliverer.ts'
import { DEFAULT_RETENTION } from '../upkeep/retention/periods.ts'
import { processUploadsHere } from '../uploads/ingest/process-upload.ts'
import type { Config } from './config.ts'
import { type Job, jobsOf, startJobs } from './jobs.ts'
import { watchParts } from './readiness.ts'

const DAY_MS = 86_400_000

const job = (more: Partial<Job>): Job => ({
  name: 'settling',
  everyMs: 1,
  runsOn: 'one',
  failure: 'sweep failed',
  run: async () => {},
  ...more,
})

/** Leases as the test gives and takes them. */
function leases() {
  let mine: AbortController | null = null
  const held: JobLeases = {
    held: () => mine?.signal ?? null,
    renew: async () => {},
    release: async () => {},
  }
  return {
    held,
    give() {
      mine = new AbortController()
    },
    take() {
      mine?.abort()
      mine = null
    },
  }
}

function start(jobs: Job[], held: JobLeases) {
  const logged: LogRecord[] = []
  const log = (record: LogRecord) => void logged.push(record)
  const failed = (event: string) => (error: unknown) =>
    log({ level: 'error', event, error: describeError(error) })
  const running = startJobs(jobs, { leases: held, wake: makeLocalWake(log), failed })
  onTestFinished(() => running.stop())
  return { running, logged }
}

test('a job of one replica runs while its lease is held, and hears when it is lost; one of each runs always', async () => {
  const { held, give, take } = leases()
  const runs = { one: 0, each: 0 }
  const begun = Promise.withResolvers<AbortSignal>()
  const ended = Promise.withResolvers<void>()
  const one = job({
    async run(ending) {
      runs.one++
      begun.resolve(ending)
      await ended.promise
    },
  })
  const each = job({ runsOn: 'each', run: async () => void runs.each++ })
  start([one, each], held)
  await expect.poll(() => runs.each).toBeGreaterThan(2)
  expect(runs.one).toBe(0)
  give()
  const ending = await begun.promise
  expect(ending.aborted).toBe(false)
  take()
  expect(ending.aborted).toBe(true)
  ended.resolve()
  const before = runs.each
  await expect.poll(() => runs.each).toBeGreaterThan(before + 2)
  expect(runs.one).toBe(1)
})

test('a job may also run at the start, which otherwise comes only after its interval', async () => {
  const { held, give } = leases()
  give()
  const runs: string[] = []
  const once = (name: string, more: Partial<Job>) =>
    job({ name, everyMs: DAY_MS, run: async () => void runs.push(name), ...more })
  start([once('later', {}), once('at once', { runsAtStart: true })], held)
  await expect.poll(() => runs).toEqual(['at once'])
})

test('at the start, a job may do a part of its work while another replica holds its lease', async () => {
  const { held } = leases()
  const runs: string[] = []
  const run = async () => void runs.push('all')
  const runsAtStart = async () => void runs.push('part')
  const others = Promise.withResolvers<void>()
  let count = 0
  const other = job({ runsOn: 'each', run: async () => void (++count > 3 && others.resolve()) })
  start([job({ run, runsAtStart }), other], held)
  await others.promise
  expect(runs).toEqual(['part'])
})

test('stopping aborts what is running and waits for it; a failure is logged by its name and ends nothing', async () => {
  const { held, give } = leases()
  give()
  const begun = Promise.withResolvers<void>()
  let isOver = false
  const long = job({
    async run(ending) {
      begun.resolve()
      while (!ending.aborted) await setImmediate()
      isOver = true
    },
  })
  let tries = 0
  const failing = job({
    failure: 'it failed',
    run: async () => {
      tries++
      throw new Error('no room')
    },
  })
  const { running, logged } = start([long, failing], held)
  await begun.promise
  await expect.poll(() => tries).toBeGreaterThan(1)
  await running.stop()
  expect(isOver).toBe(true)
  expect(logged[0]).toMatchObject({ level: 'error', event: 'it failed', error: { message: 'no room' } })
})

/** The jobs of a server on this app's database. */
function jobsOn(app: TestApp): Job[] {
  const { store, clock, artifacts, folder } = app
  const log = (record: LogRecord) => void app.logged.push(record)
  const config = {
    settleAfterMs: 60_000,
    incompleteAfterMs: 900_000,
    artifacts: { folder: `${folder}/artifacts` },
    retention: DEFAULT_RETENTION,
    bus: {
      inboxMessages: 100,
      retention: { endedDays: 30, deliveredDays: 90, pendingDays: 180 },
      silentDays: 30,
    },
  } as Config
  const deliverer = makeDeliverer({ store, clock, log, allowPrivate: true })
  onTestFinished(() => deliverer.stop())
  const dispatching = { consumers: [], log }
  // Its check logs an error after two seconds, which is normal on a busy machine.
  const readiness = watchParts(store, artifacts, () => undefined)
  return jobsOf({
    store,
    settler: processUploadsHere(store, config),
    clock,
    log,
    config,
    artifacts,
    dispatching,
    bus: app.bus,
    deliverer,
    wake: makeLocalWake(log),
    sharing: null,
    readiness,
    embedding: null,
    isKnown: () => false,
  })
}

test('a replica that lost its leases in the middle does no harm: every job may run twice at once', async () => {
  const one = await makeApp({ address: await migratedPostgres() })
  const other = await makeApp({ beside: one })
  // Something for each: what retention archives and deletes, what was deleted, what is yet to settle.
  for (let n = 0; n < 6; n++)
    await settled(one, { suite: 'old', code: { branch: 'topic' }, results: [passed('a'), failed('b')] })
  const gone = await settled(one, { suite: 'gone', results: [failed('c')] })
  for (const app of [one, other]) app.advance(40 * DAY_MS)
  await one.delete(`/api/executions/${gone}`)
  for (let n = 0; n < 6; n++) await send(one, run({ suite: `new ${n}`, results: [passed('a')] }))
  for (const app of [one, other]) app.advance(DAY_MS)
  const all = [...jobsOn(one), ...jobsOn(other)]
  const never = new AbortController().signal
  await Promise.all(all.map((each) => each.run(never)))
  expect([...one.logged, ...other.logged].filter(({ level }) => level === 'error')).toEqual([])
  const { data } =
    await one.get<{ id: string; suite: string; state: string; counts: { passed: number } }[]>(
      '/api/executions?limit=50',
    )
  expect(data.map(({ suite, state }) => [suite, state]).sort()).toEqual([
    ...Array.from({ length: 6 }, (_, n) => [`new ${n}`, 'passed']),
    ...Array.from({ length: 6 }, () => ['old', 'failed']),
  ])
  // Told once each; archived once each.
  const events = await one.store.read.selectFrom('outbox').select(['kind', 'payload']).execute()
  const messages = events.map(({ kind, payload }) => `${kind} ${JSON.parse(payload).executionId}`)
  expect(new Set(messages).size).toBe(messages.length)
  expect(await one.store.read.selectFrom('result').select('execution_id').distinct().execute()).toHaveLength(
    6,
  )
  for (const { id } of data) expect((await one.get(`/api/executions/${id}`)).status).toBe(200)
})
