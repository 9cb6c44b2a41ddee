import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeTest, passed, run, send, settled, skipped } from '../../testing/upload.ts'
import { dueToArchive } from '../../upkeep/retention/due-executions.ts'
import { deleteLeftovers } from '../../upkeep/retention/leftovers.ts'
import { readBlock } from './archive/read-blocks.ts'
import { packNext } from './archive-results.ts'
import { readResultRows } from './read-result-rows.ts'

/** Every kind of result: plain ones, failures with output, retries, repeats, skips with and without a reason. */
const mixed = (prefix: string): MadeTest[] => [
  passed(`${prefix} > adds`, { durationMs: 1.234 }),
  failed(`${prefix} > pays`, { message: 'no money' }),
  flaky(`${prefix} > ships`),
  skipped(`${prefix} > waits`, { reason: 'later' }),
  skipped(`${prefix} > sleeps`),
  {
    file: 'deep/other.test.ts',
    titles: [prefix, 'repeats'],
    variant: 'firefox',
    attempts: [
      { status: 'passed', detail: { stdout: 'Grüße\n🎈', annotations: [{ type: 'slow' }] } },
      {
        status: 'timedOut',
        durationMs: 30_000,
        detail: { repeat: 1, errors: [{ message: 'a' }, { message: 'b' }] },
      },
      { status: 'passed', detail: { repeat: 1 } },
    ],
  },
]

async function bodyOf(app: TestApp, path: string): Promise<string> {
  const answer = await app.request(path)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** How many rows lie in the tables of results and attempts. */
async function liveRows({ store }: TestApp): Promise<number> {
  const count = (table: 'result' | 'attempt') =>
    store.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  return Number((await count('result')).n) + Number((await count('attempt')).n)
}

onEachDatabase('an archived execution', (makeApp) => {
  test('is answered byte for byte as before: whole, by status, page by page', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: mixed('one'), errors: [{ failure: { message: 'teardown' } }] })
    const other = await settled(app, { results: mixed('one') })
    const first = JSON.parse(await bodyOf(app, `/api/executions/${id}?limit=2`)) as {
      page: { nextCursor: string }
    }
    const queries = [
      '',
      '?status=failed,flaky',
      '?status=skipped',
      '?status=passed&limit=1',
      '?limit=2',
      '?limit=200000',
    ]
    const questions = [id, other].flatMap((each) => queries.map((query) => `/api/executions/${each}${query}`))
    for (const query of ['?limit=2&cursor=', '?cursor='])
      questions.push(`/api/executions/${id}${query}${first.page.nextCursor}`)
    const before = await Promise.all(questions.map((path) => bodyOf(app, path)))
    expect(before[0]).toContain('no money')
    await archive(app, id)
    expect(await liveRows(app)).toBeGreaterThan(0)
    await archive(app, other)
    expect(await liveRows(app)).toBe(0)
    expect(await Promise.all(questions.map((path) => bodyOf(app, path)))).toEqual(before)
  })

  test('of several parts, legs and run attempts keeps what was superseded', async () => {
    const app = await makeApp()
    const part = (runAttempt: number, leg: string, results: MadeTest[]) =>
      send(app, run({ build: 'b', runAttempt, part: { leg }, results }))
    await part(1, 'linux', mixed('a'))
    await part(1, 'windows', mixed('a'))
    await part(2, 'linux', [passed('a > pays'), failed('a > adds')])
    const { data } = await part(3, 'linux', [passed('a > pays')])
    const { id } = data.execution
    await app.settle(id)
    const before = await bodyOf(app, `/api/executions/${id}`)
    await archive(app, id)
    expect(await liveRows(app)).toBe(0)
    expect(await bodyOf(app, `/api/executions/${id}`)).toBe(before)
  })

  test('without any test is answered as before', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: [] })
    const before = await bodyOf(app, `/api/executions/${id}`)
    await archive(app, id)
    expect(await bodyOf(app, `/api/executions/${id}`)).toBe(before)
  })

  test('is opened again by a re-run with all it had', async () => {
    const app = await makeApp()
    const twin = await makeApp()
    const answers: string[] = []
    for (const one of [app, twin]) {
      const lines = run({
        journal: 'a0000000-0000-4000-8000-000000000001',
        build: 'b',
        results: mixed('one'),
      })
      const { data } = await send(one, lines)
      await one.settle(data.execution.id)
      if (one === app) await archive(one, data.execution.id)
      const again = run({
        journal: 'a0000000-0000-4000-8000-000000000002',
        build: 'b',
        runAttempt: 2,
        results: [passed('one > pays'), failed('one > adds')],
      })
      expect((await send(one, again)).status).toBe(200)
      await one.settle(data.execution.id)
      const body = await bodyOf(one, `/api/executions/${data.execution.id}`)
      answers.push(body.replaceAll(data.execution.id, 'id'))
    }
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]).toContain('"revision":2')
    const left = await app.store.read.selectFrom('archive').selectAll().execute()
    expect(left).toEqual([])
  })

  test('is opened again while its rows are still being deleted, and again before it was sealed', async () => {
    const app = await makeApp()
    const { data } = await send(app, run({ build: 'b', results: mixed('one') }))
    const { id } = data.execution
    await app.settle(id)
    const results = JSON.parse(await bodyOf(app, `/api/executions/${id}`)).data.results.length as number
    const packing = await app.store.lookup
      .selectFrom('execution')
      .select(['id', 'revision'])
      .executeTakeFirstOrThrow()
    while ((await packNext(app.store, packing, app.clock())) !== 'sealed');
    await deleteLeftovers(app.store, 2)
    await send(app, run({ build: 'b', runAttempt: 2, results: [passed('one > new')] }))
    await app.settle(id)
    const count = async () => JSON.parse(await bodyOf(app, `/api/executions/${id}`)).data.results.length
    expect(await count()).toBe(results + 1)
    while (await deleteLeftovers(app.store, 100));
    expect(await count()).toBe(results + 1)

    const second = { ...packing, revision: 2 }
    expect(await packNext(app.store, second, app.clock())).toBe('packed')
    await send(app, run({ build: 'b', runAttempt: 3, results: [passed('one > newer')] }))
    expect(await packNext(app.store, second, app.clock())).toBe('changed')
    await app.settle(id)
    await archive(app, id)
    expect(await count()).toBe(results + 2)
  })

  test('is read by its rows, beside executions that are not archived', async () => {
    const app = await makeApp()
    const [first, second] = [
      await settled(app, { results: mixed('a') }),
      await settled(app, { results: mixed('a') }),
    ]
    const rows = await app.store.read.selectFrom('result').selectAll().orderBy('execution_id').execute()
    const ids = [...new Set(rows.map((row) => row.execution_id))]
    const tests = [...new Set(rows.map((row) => row.test_id))].slice(0, 3)
    const wanted = rows.filter((row) => tests.includes(row.test_id))
    await archive(app, first)
    const resultRows = await readResultRows(app.store, ids, tests)
    expect(resultRows).toHaveLength(wanted.length)
    expect(resultRows).toEqual(expect.arrayContaining(wanted))
    const whole = await readBlock(app.store.read, ids[0] as number, 0)
    expect(whole?.results).toEqual(
      rows.filter((row) => row.execution_id === ids[0]).map(({ execution_id, ...row }) => row),
    )
    expect(second).not.toBe(first)
  })

  test('is not tried again if one test has more details than a block holds', async () => {
    const app = await makeApp()
    const id = await settled(app, { results: mixed('a').slice(-1) })
    const before = await bodyOf(app, `/api/executions/${id}`)
    const packing = await app.store.lookup
      .selectFrom('execution')
      .select(['id', 'revision'])
      .executeTakeFirstOrThrow()
    const query = { projectId: 1, days: 0, now: app.clock() + 1, limit: 1 }
    const due = async () => (await dueToArchive(app.store, query, []).execute()).length
    expect(await due()).toBe(1)
    let state = await packNext(app.store, packing, app.clock(), 10)
    while (state === 'packed') state = await packNext(app.store, packing, app.clock(), 10)
    expect(state).toBe('too large')
    expect(await due()).toBe(0)
    expect(await app.store.read.selectFrom('archive').selectAll().execute()).toEqual([])
    expect(await bodyOf(app, `/api/executions/${id}`)).toBe(before)
  })

  test('whose archive is damaged says so, and everything else continues', async () => {
    const app = await makeApp()
    const [id, well] = [
      await settled(app, { results: mixed('a') }),
      await settled(app, { results: mixed('a') }),
    ]
    for (const one of [id, well]) await archive(app, one)
    const { data, execution_id } = await app.store.read
      .selectFrom('archive')
      .selectAll()
      .orderBy('execution_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const damaged = Buffer.from(data)
    damaged.writeUInt8(damaged.readUInt8(20) ^ 1, 20)
    await app.store.write((db) =>
      db.updateTable('archive').set({ data: damaged }).where('execution_id', '=', execution_id).execute(),
    )
    const answer = await app.get(`/api/executions/${id}`)
    expect(answer.status).toBe(500)
    expect(answer.error).toEqual({
      code: 'INTERNAL',
      message: 'The archived results of this execution are damaged. Restore them from a backup.',
    })
    expect((await app.get(`/api/executions/${well}`)).status).toBe(200)
    expect((await app.get('/api/executions')).status).toBe(200)
  })
})
