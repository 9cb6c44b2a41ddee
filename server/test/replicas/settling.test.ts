// @module-tag thorough
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { emptyPostgres } from '../../src/testing/each-database.ts'
import { failed, type MadeRun, passed, run, send } from '../../src/testing/upload.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const FAILED = 10_000
const PATIENT = { interval: 20, timeout: 240_000 }

let replicas: Replicas
let client: pg.Client

beforeAll(async () => {
  const address = (await emptyPostgres()).postgres
  // Only what the test asks for settles a run, and takes over one whose mark has ended.
  replicas = await startReplicas(address, { SVC_SETTLE_AFTER: '1h' })
  client = new pg.Client({ connectionString: address })
  await client.connect()
  // A process that is stopped within a transaction holds its locks.
  await client.query(`set lock_timeout = '500ms'`)
})
afterAll(async () => {
  await client?.end()
  await replicas?.close()
})

/** Letters, because digits do not distinguish errors. */
const words = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
const partOf = (job: string, results: NonNullable<MadeRun['results']>): MadeRun => ({
  build: 'b',
  code: { branch: 'main', tree: 'a'.repeat(40) },
  part: { job },
  results,
})
const LARGE = partOf('large', [
  ...Array.from({ length: FAILED }, (_, i) => failed(`fails ${i}`, { message: `wrong ${words(i)}` })),
  ...Array.from({ length: 2_000 }, (_, i) => passed(`passes ${i}`)),
])
const LATE = partOf('late', [failed('late', { message: 'too late' })])

const rowsOf = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows

async function upload(project: string, made: MadeRun, url = replicas.two.url): Promise<string> {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { Authorization: `Bearer ${replicas.apiKey}`, ...init.headers } })
  const { data, error } = await send({ request, clock: Date.now }, run({ ...made, project }))
  expect(error).toBeUndefined()
  return data.execution.id
}

const settle = (url: string, id: string) => replicas.ask(url, `/api/executions/${id}/settle`, { body: {} })

async function begin(project: string): Promise<string> {
  const id = await upload(project, LARGE)
  // One failure changes a monitor.
  await client.query(
    `insert into monitor_setting (project_id, settings, changed_at)
     select id, '{"brokenAfterRuns":1}', 0 from project where slug = $1`,
    [project],
  )
  return id
}

const countRuns = async (id: string): Promise<number> =>
  (
    await rowsOf(
      `select count(*)::int as n from failure_run
       where execution_id = (select id from execution where public_id = $1)`,
      [id],
    )
  )[0].n

/** Resolves while the steps of a settling are in progress. */
const inSteps = (id: string) => vi.waitUntil(async () => (await countRuns(id)) > 0, PATIENT)

const endMark = (id: string) =>
  client.query('update execution set settling_until = 0 where public_id = $1 and settling <> 0', [id])

/** What a run left, without what is different in each project. */
async function left(id: string) {
  const own = `(select id from execution where public_id = $1)`
  const project = `(select project_id from execution where public_id = $1)`
  const [row] = await rowsOf(
    `select state, counted, settling, failed, passed,
      (select json_build_array(count(*), sum(failed), sum(tests)) from failure_run where execution_id = ${own}) as runs,
      (select count(*) from failure_cluster where project_id = ${project}) as clusters,
      (select json_build_array(count(*), sum(flaws)) from bad_run where execution_id = ${own}) as bad,
      (select json_build_array(count(*), sum(failed), sum(flaky)) from test_day where project_id = ${project}) as days,
      (select count(*) from leg_run where execution_id = ${own}) as legs,
      (select json_build_array(count(*), max(state)) from test_monitor where project_id = ${project}) as monitors,
      (select count(*) from monitor_change join test on test.id = test_id where project_id = ${project}) as changes,
      (select json_agg(kind order by kind) from outbox where payload::json->>'executionId' = $1
        and (payload::json->>'revision')::int = execution.revision) as events
     from execution where public_id = $1`,
    [id],
  )
  return row
}

test('a replica that is killed, or stopped for longer than its mark lasts, leaves what an undisturbed one leaves', async () => {
  const { one, two } = replicas
  const reference = await begin('reference')
  expect((await settle(two.url, reference)).data.state).toBe('failed')
  const expected = await left(reference)
  expect(expected).toMatchObject({ failed: FAILED, settling: '0', events: ['execution.settled'] })
  await upload('reference', LATE)
  expect((await settle(two.url, reference)).data.state).toBe('failed')
  const withLate = await left(reference)
  expect(withLate).toMatchObject({ failed: FAILED + 1 })

  const killed = await begin('killed')
  const lost = settle(one.url, killed).catch(() => undefined)
  await inSteps(killed)
  await one.kill()
  await lost
  // Until the mark ends, nobody takes it over.
  expect((await settle(two.url, killed)).data).toMatchObject({
    state: 'running',
    waitingFor: ['another server, which is settling it now'],
  })
  await vi.waitUntil(
    () =>
      endMark(killed).then(
        () => true,
        () => false,
      ),
    PATIENT,
  )
  expect((await settle(two.url, killed)).data.state).toBe('failed')
  expect(await left(killed)).toEqual(expected)
  await one.start()
  await replicas.ready()

  const stopped = await begin('stopped')
  const resumed = settle(one.url, stopped).catch(() => undefined)
  await inSteps(stopped)
  one.pause()
  while (
    !(await endMark(stopped).then(
      () => true,
      () => false,
    ))
  ) {
    one.resume()
    one.pause()
  }
  expect(await countRuns(stopped)).toBeGreaterThan(0)
  expect((await settle(two.url, stopped)).data.state).toBe('failed')
  one.resume()
  await resumed
  expect(await left(stopped)).toEqual(expected)

  const reopened = await begin('reopened')
  const overtaken = settle(one.url, reopened).catch(() => undefined)
  await inSteps(reopened)
  one.pause()
  while (
    !(await endMark(reopened).then(
      () => true,
      () => false,
    ))
  ) {
    one.resume()
    one.pause()
  }
  await upload('reopened', LATE)
  expect((await settle(two.url, reopened)).data.state).toBe('failed')
  one.resume()
  await overtaken
  expect(await left(reopened)).toEqual(withLate)

  const deleting = replicas
    .ask(one.url, `/api/executions/${reopened}`, { method: 'DELETE' })
    .catch(() => undefined)
  await vi.waitUntil(async () => (await countRuns(reopened)) <= FAILED, PATIENT)
  await one.kill()
  await deleting
  const [row] = await rowsOf('select state, settled_at from execution where public_id = $1', [reopened])
  expect(row?.settled_at).toBe(null)
  expect((await replicas.ask(two.url, `/api/executions/${reopened}`, { method: 'DELETE' })).status).toBeOneOf(
    [200, 404],
  )
  expect(
    await rowsOf(
      `select 1 from failure_run join execution on execution.id = execution_id where public_id = $1`,
      [reopened],
    ),
  ).toEqual([])
  // A page opened afterwards names none of it.
  const { data } = await replicas.ask(two.url, '/api/failures?project=reopened')
  expect(data).toEqual([])
})
