import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { retain } from '../../testing/retention.ts'
import { failed, flaky, type MadeRun, passed, run, send, settled, skipped } from '../../testing/upload.ts'
import { DEFAULT_RETENTION } from './periods.ts'
import { previewRetention } from './preview.ts'

const DAY_MS = 86_400_000
const NEVER = {
  archiveAfterDays: null,
  passingDetailDays: null,
  failingDetailDays: null,
  passingArtifactDays: null,
  failingArtifactDays: null,
  executionDays: null,
  auditDays: null,
}

/** Of a pull request: those are no base of anything. */
const change = (more: MadeRun = {}): MadeRun => ({
  code: { branch: 'fix', baseBranch: 'main', pullRequest: 7 },
  results: [passed('adds'), failed('pays'), flaky('ships'), skipped('waits')],
  ...more,
})
const allPassed = (more: MadeRun = {}) => change({ results: [passed('adds'), passed('pays')], ...more })

async function count(
  { store }: TestApp,
  table: 'execution' | 'result' | 'attempt' | 'archive' | 'reason' | 'import_graph',
) {
  const { n } = await store.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

interface Detail {
  counts: Record<string, number>
  results: unknown[]
  resultsRemovedAt: string | null
}
const detail = async (app: TestApp, id: string) => (await app.get<Detail>(`/api/executions/${id}`)).data

onEachDatabase('retention', (make) => {
  test('nothing happens to what is young enough, and nothing at all where all is kept', async () => {
    const app = await make()
    await settled(app, change())
    const nothing = { archived: 0, resultsRemoved: 0, artifactsReleased: 0, deleted: 0 }
    app.advance(29 * DAY_MS)
    expect(await retain(app)).toEqual(nothing)
    app.advance(10_000 * DAY_MS)
    expect(await retain(app, NEVER)).toEqual(nothing)
  })

  test('results become columns after 30 days', async () => {
    const app = await make()
    const id = await settled(app, change())
    const before = await detail(app, id)
    app.advance(30 * DAY_MS)
    expect(await retain(app)).toMatchObject({ archived: 1, deleted: 0 })
    expect([await count(app, 'result'), await count(app, 'attempt')]).toEqual([0, 0])
    expect(await count(app, 'archive')).toBe(1)
    expect(await detail(app, id)).toEqual(before)
    expect(await retain(app)).toMatchObject({ archived: 0 })
  })

  test('a running execution and one whose history is yet to be decided wait', async () => {
    const app = await make()
    await send(app, run(change({ end: null })))
    await settled(app, change())
    await app.store.write((db) =>
      db.updateTable('execution').set({ counted: null }).where('settled_at', 'is not', null).execute(),
    )
    app.advance(500 * DAY_MS)
    expect(await retain(app, { executionDays: null, failingDetailDays: null })).toMatchObject({ archived: 0 })
  })

  test('the newest 100 runs of a base branch and suite stay as rows, regardless of their age', async () => {
    const app = await make()
    for (let i = 0; i < 102; i++) await settled(app, { results: [passed('adds')] })
    await settled(app, { suite: 'other', results: [passed('adds')] })
    await settled(app, { code: { branch: 'feature' }, results: [passed('adds')] })
    await settled(app, { results: [passed('adds')] })
    app.advance(5_000 * DAY_MS)
    // 103 of main, of which 100 stay; the branch is nobody's base.
    expect(await retain(app, { executionDays: null, passingDetailDays: null })).toMatchObject({ archived: 4 })
    expect(await count(app, 'result')).toBe(101)
    expect(await retain(app)).toMatchObject({ deleted: 4 })
    expect(await count(app, 'execution')).toBe(101)
  })

  test('a branch that pull requests go to is a base branch, too', async () => {
    const app = await make()
    await settled(app, { code: { branch: 'release' }, results: [passed('adds')] })
    await settled(app, { code: { branch: 'other' }, results: [passed('adds')] })
    app.advance(40 * DAY_MS)
    await settled(app, allPassed({ code: { branch: 'fix', baseBranch: 'release', pullRequest: 8 } }))
    await settled(app, { results: [passed('adds')] })
    expect(await retain(app)).toMatchObject({ archived: 1 })
  })

  test('detail goes by what became of the run; its counts stay and say when', async () => {
    const app = await make()
    const ids = [await settled(app, change()), await settled(app, allPassed())] as const
    const flaked = await settled(
      app,
      change({
        results: [flaky('ships')],
        imports: { files: ['shop.test.ts'], tests: 1, imports: [[]], open: [] },
      }),
    )
    for (const id of ids) await archive(app, id)
    app.advance(100 * DAY_MS)
    const days = { passingDetailDays: 90, failingDetailDays: 180 }
    expect(await retain(app, days)).toMatchObject({ resultsRemoved: 1 })
    const [failing, passing] = [await detail(app, ids[0]), await detail(app, ids[1])]
    expect(failing.results).toHaveLength(4)
    expect(failing.resultsRemovedAt).toBeNull()
    expect(passing.results).toEqual([])
    expect(passing.counts).toMatchObject({ total: 2, passed: 2 })
    expect(passing.resultsRemovedAt).toBe(new Date(app.clock()).toISOString())
    app.advance(100 * DAY_MS)
    expect(await retain(app, days)).toMatchObject({ resultsRemoved: 2 })
    expect((await detail(app, flaked)).counts).toMatchObject({ flaky: 1 })
    for (const table of ['result', 'attempt', 'archive', 'import_graph'] as const)
      expect(await count(app, table)).toBe(0)
  })

  test('a run whose detail is gone can be opened again and counts what came later', async () => {
    const app = await make()
    const lines = run(change({ build: 'b' }))
    const { data } = await send(app, lines)
    await app.settle(data.execution.id)
    app.advance(100 * DAY_MS)
    await retain(app, { failingDetailDays: 90 })
    await send(app, run(change({ build: 'b', runAttempt: 2, results: [passed('pays')] })))
    await app.settle(data.execution.id)
    const after = await app.get<Detail & { warnings: string[] }>(`/api/executions/${data.execution.id}`)
    expect(after.data.counts).toMatchObject({ total: 1, passed: 1, failed: 0 })
    expect(after.data.results).toHaveLength(1)
    expect(after.data.resultsRemovedAt).toBeNull()
    expect(after.data.warnings.join()).toMatch(/removed .* on 2026-06-1/)
  })

  test('executions go as a whole after 400 days; what their days came to stays', async () => {
    const app = await make()
    const old = await settled(app, change())
    const archived = await settled(app, change())
    await archive(app, archived)
    await settled(app, { results: [failed('pays'), passed('adds')] })
    const days = await app.store.read.selectFrom('test_day').selectAll().execute()
    app.advance(399 * DAY_MS)
    expect(await retain(app)).toMatchObject({ deleted: 0 })
    app.advance(DAY_MS)
    expect(await retain(app)).toMatchObject({ deleted: 2 })
    for (const id of [old, archived]) expect((await app.get(`/api/executions/${id}`)).status).toBe(404)
    expect(await app.store.read.selectFrom('test_day').selectAll().execute()).toEqual(days)
    // One of main stays: it is a base.
    expect([await count(app, 'execution'), await count(app, 'archive')]).toEqual([1, 0])
    expect(await count(app, 'result')).toBe(2)
  })

  test('a pull request with a run in the last 30 days keeps all of its runs', async () => {
    const app = await make()
    const first = await settled(app, change())
    app.advance(450 * DAY_MS)
    await settled(app, change())
    expect(await retain(app)).toMatchObject({ deleted: 0, resultsRemoved: 0, archived: 1 })
    app.advance(31 * DAY_MS)
    expect(await retain(app)).toMatchObject({ deleted: 1 })
    expect((await app.get(`/api/executions/${first}`)).status).toBe(404)
  })

  test('errors without an execution are removed, and others stay', async () => {
    const app = await make()
    await settled(app, change({ results: [failed('pays', { message: 'old and gone' }), skipped('waits')] }))
    app.advance(200 * DAY_MS)
    const kept = await settled(
      app,
      change({ results: [failed('pays', { message: 'young' }), skipped('waits')] }),
    )
    expect(await count(app, 'reason')).toBe(3)
    app.advance(201 * DAY_MS)
    expect(await retain(app)).toMatchObject({ deleted: 1 })
    expect(await count(app, 'reason')).toBe(2)
    expect(JSON.stringify(await detail(app, kept))).toContain('young')
    // Met again: it is a new row, and the answer is whole.
    const again = await settled(app, change({ results: [failed('pays', { message: 'old and gone' })] }))
    expect(JSON.stringify(await detail(app, again))).toContain('old and gone')
  })

  test('artifacts of a failing run go after 30 days and say why; the file goes with the last that has it', async () => {
    const app = await make()
    const shot = png('the same picture')
    const code = { branch: 'fix', pullRequest: 7 }
    const first = await runAttaching(app, { pays: [shot] }, { code })
    await storeArtifact(app, first.journal, shot)
    await app.settle(first.execution)
    app.advance(31 * DAY_MS)
    expect(await retain(app, { archiveAfterDays: null })).toMatchObject({ artifactsReleased: 1 })
    const list = await app.get(`/api/executions/${first.execution}`)
    expect(JSON.stringify(list.data)).toContain('Its retention period of 30 days has passed.')
    expect(await retain(app, { archiveAfterDays: null })).toMatchObject({ artifactsReleased: 0 })
  })

  test('a preview says what the next sweep does, and does nothing', async () => {
    const app = await make()
    for (let i = 0; i < 3; i++) await settled(app, change())
    app.advance(200 * DAY_MS)
    await settled(app, change({ code: { branch: 'fix', pullRequest: 9 } }))
    await settled(app, allPassed({ code: { branch: 'fix', pullRequest: 10 } }))
    app.advance(250 * DAY_MS)
    const days = { ...DEFAULT_RETENTION, passingDetailDays: 100 }
    const preview = await previewRetention(app.store, days, app.clock())
    expect(preview).toEqual([
      {
        organization: 'default',
        deleted: { executions: 3, results: 12 },
        resultsRemoved: { executions: 1, results: 2 },
        artifactsReleased: { executions: 0, results: 0 },
        archived: { executions: 1, results: 4 },
      },
    ])
    expect([await count(app, 'execution'), await count(app, 'result')]).toEqual([5, 18])
    expect(await retain(app, days)).toEqual({
      deleted: 3,
      resultsRemoved: 1,
      artifactsReleased: 0,
      archived: 1,
    })
  })

  test('audit rows go after their time', async () => {
    const app = await make()
    await app.post('/api/keys', { name: 'first' })
    app.advance(300 * DAY_MS)
    await app.post('/api/keys', { name: 'second' })
    app.advance(101 * DAY_MS)
    const names = async () =>
      (await app.store.read.selectFrom('audit').select('target_name').execute()).map((row) => row.target_name)
    await retain(app)
    expect((await names()).join()).not.toContain('first')
    expect((await names()).join()).toContain('second')
  })

  test('each organization has its own times, and one of its own leaves the other alone', async () => {
    const app = await make()
    const other = await addOrganization(app)
    await settled(app, change())
    await send(app, run(change()), { key: other })
    app.advance(16 * 60_000)
    await app.sweep()
    expect(
      await app.post('/api/retention', { archiveAfterDays: 5, auditDays: 'forever' }, { key: other }),
    ).toMatchObject({
      status: 200,
      data: {
        effective: { archiveAfterDays: 5, auditDays: null, executionDays: 400 },
        defaults: { archiveAfterDays: 30 },
      },
    })
    expect(await app.get('/api/retention')).toMatchObject({ data: { effective: { archiveAfterDays: 30 } } })
    app.advance(6 * DAY_MS)
    expect(await retain(app)).toMatchObject({ archived: 1 })
    await app.post('/api/retention', { archiveAfterDays: 'default' }, { key: other })
    expect(await app.get('/api/retention', { key: other })).toMatchObject({
      data: { effective: { archiveAfterDays: 30, auditDays: null } },
    })
    const audit = await app.get<{ action: string; detail: unknown }[]>('/api/audit', { key: other })
    expect(audit.data.map((row) => [row.action, row.detail])).toEqual([
      ['retention.changed', { archiveAfterDays: 'default' }],
      ['retention.changed', { archiveAfterDays: 5, auditDays: 'forever' }],
    ])
  })

  test('only admins of the whole organization read and set them, and errors name the accepted values', async () => {
    const app = await make()
    await settled(app, change({ project: 'shop' }))
    const editor = (await app.post<{ value: string }>('/api/keys', { name: 'e' })).data.value
    const bound = (
      await app.post<{ value: string }>('/api/keys', {
        name: 'b',
        role: 'admin',
        scopes: ['admin'],
        project: 'shop',
      })
    ).data.value
    for (const key of [editor, bound]) {
      expect((await app.get('/api/retention', { key })).status).toBe(403)
      expect((await app.post('/api/retention', { auditDays: 1 }, { key })).status).toBe(403)
    }
    for (const value of [0, -1, 1.5, 36_501, 'never', '', null, [], {}, true]) {
      const { status, error } = await app.post('/api/retention', { executionDays: value })
      expect([value, status, error?.code]).toEqual([value, 400, 'INVALID_REQUEST'])
      expect(error?.message).toContain('executionDays')
      expect(error?.message).toContain('"forever"')
    }
    expect((await app.post('/api/retention', { days: 1 })).error?.message).toContain('days')
    expect(await app.get('/api/retention')).toMatchObject({ data: { effective: { executionDays: 400 } } })
  })
})

test('SQLite: the space of what is gone goes back to the disk', async () => {
  const app = await makeApp()
  const results = Array.from({ length: 3_000 }, (_, i) =>
    failed(`test ${i}`, { message: `${i} ${'x'.repeat(3_000)}` }),
  )
  await settled(app, change({ results }))
  const pages = async () => {
    const { freePages } = await import('../../ground/store/portable-disk.ts')
    return freePages(app.store.read, 'sqlite')
  }
  const before = await pages()
  app.advance(500 * DAY_MS)
  await retain(app)
  const after = await pages()
  expect(after.all).toBeLessThan(before.all / 2)
  expect(after.free).toBeLessThan(1_024 + 2 * 128)
})
