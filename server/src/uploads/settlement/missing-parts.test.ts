import type { ciOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { archive } from '../../testing/archive.ts'
import { compare, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, type MadeRun, passed, run, segmentOf, send } from '../../testing/upload.ts'

type Facts = z.output<typeof ciOperations.addFacts.output>
type Report = z.output<typeof ciOperations.getReport.output>

const PULL = { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }
const MINUTE_MS = 60_000

const part = async (app: TestApp, made: MadeRun) => (await send(app, run(made))).data.execution.id
/** A run of main on these legs, long enough ago to be a base. */
const pushed = async (app: TestApp, build: string, legs: string[]) => {
  let id = ''
  for (const leg of legs) id = await part(app, { build, part: { leg }, results: [passed('pays')] })
  await app.settle(id)
  app.advance(MINUTE_MS)
  return id
}
const on = (app: TestApp, leg: string, build = 'pr') =>
  part(app, { build, code: PULL, part: { leg }, results: [passed('pays')] })
const tell = async (app: TestApp, id: string, settle: string) =>
  (await app.post<Facts>(`/api/executions/${id}/facts`, { settle })).data
const report = async (app: TestApp, id: string) =>
  (await app.get<Report>(`/api/executions/${id}/report`)).data
const comment = async (app: TestApp) =>
  (await app.get<{ markdown: string; provisional: boolean }>('/api/pull-requests/7')).data

onEachDatabase('parts that do not come', (makeApp) => {
  test('a leg that the base had is waited for until a minute of silence, and then named', async () => {
    const app = await makeApp()
    await pushed(app, 'main', ['node18', 'node20', 'node22', 'node24'])
    let id = ''
    for (const leg of ['node20', 'node22', 'node24']) id = await on(app, leg)
    const waitingFor = ['job test on node18, which the base has']
    const over = '2026-03-02T09:02:00.000Z'
    app.advance(20_000)
    expect(await tell(app, id, 'if-complete')).toMatchObject({
      settled: false,
      waitingFor,
      settlesInMs: 40_000,
    })
    expect(await report(app, id)).toMatchObject({
      provisional: true,
      waitingFor,
      settlesAt: over,
      missing: [],
    })
    expect((await comment(app)).markdown).toMatch(
      /^### ⏳ Nothing broke so far · shop · provisional until 2026-03-02 09:02 UTC$/m,
    )
    app.advance(40_000)
    expect(await app.sweep()).toBe(1)
    const ended = { provisional: false, waitingFor: [], settlesAt: null, missing: waitingFor }
    expect(await report(app, id)).toMatchObject({ ...ended, verdict: 'passed' })
    expect(await compare(app, id)).toMatchObject(ended)
    expect(await tell(app, id, 'if-complete')).toMatchObject({ settled: true, settlesInMs: null })
    const { markdown, provisional } = await comment(app)
    expect(provisional).toBe(false)
    expect(markdown).toMatch(/^### ✅ Nothing broke · shop · 1 part did not report$/m)
    expect(markdown).toMatch(/^⚠️ Did not report: job test on node18, which the base has\.$/m)
    expect(markdown).not.toMatch(/provisional|Waiting/)
    // Should it come all the same, it is taken.
    await on(app, 'node18')
    expect(await tell(app, id, 'if-complete')).toMatchObject({ settled: true, revision: 2 })
    expect((await report(app, id)).missing).toEqual([])
  })

  test('a leg with a new name takes the place of an old one, once there are as many', async () => {
    const app = await makeApp()
    await pushed(app, 'main', ['node20', 'node22'])
    const id = await on(app, 'node22')
    expect((await tell(app, id, 'if-complete')).settled).toBe(false)
    await on(app, 'node24')
    expect(await tell(app, id, 'if-complete')).toMatchObject({ settled: true, waitingFor: [] })
    expect((await report(app, id)).missing).toEqual([])

    const only = await on(app, 'node24', 'one of two')
    expect((await tell(app, only, 'if-complete')).waitingFor).toHaveLength(2)
    // Shards of a leg with a new name say themselves what is missing.
    const cut = (build: string, leg: string, index: number, code: MadeRun['code'] = { branch: 'main' }) =>
      part(app, {
        build,
        suite: 'cut',
        code,
        part: { leg, job: `e2e ${index}/2`, shard: { index, total: 2 } },
      })
    await cut('cut', 'node22', 1)
    await app.settle(await cut('cut', 'node22', 2))
    app.advance(MINUTE_MS)
    const head = await cut('cut pr', 'node24', 1, PULL)
    expect(await tell(app, head, 'if-complete')).toMatchObject({ settled: false, waitingFor: ['shard 2/2'] })
    await cut('cut pr', 'node24', 2, PULL)
    expect((await tell(app, head, 'if-complete')).settled).toBe(true)
  })

  test('tests of a job that was skipped are not called removed, wherever the base lies', async () => {
    const app = await makeApp()
    await part(app, { build: 'main', part: { job: 'e2e' }, results: [passed('orders'), failed('refunds')] })
    const base = await part(app, {
      build: 'main',
      part: { job: 'unit' },
      results: [passed('adds'), passed('goes'), passed('stays')],
    })
    await app.settle(base)
    app.advance(MINUTE_MS)
    const results = [passed('adds'), passed('stays')]
    const id = await part(app, { build: 'pr', code: PULL, part: { job: 'unit' }, results })
    await tell(app, id, 'now')
    const plan = { removed: ['goes'], stoppedRunning: ['orders', 'refunds'] }
    for (const _ of ['in its tables', 'archived']) {
      const compared = await compare(app, id, base)
      expect(grouped(compared)).toEqual(plan)
      expect(compared.stoppedRunning.map(({ reason }) => reason)).toEqual([
        'job e2e on linux-x64-node24 did not report',
        'job e2e on linux-x64-node24 did not report',
      ])
      expect(compared.missing).toEqual(['job e2e on linux-x64-node24, which the base has'])
      await archive(app, base)
    }
  })

  test('CI says that no job is left: an open part is lost after a silence, and repaired by a late word', async () => {
    const app = await makeApp()
    const lines = run({ build: 'pr', code: PULL, results: [passed('a'), passed('b')] })
    const id = (await send(app, segmentOf(lines, 0, 1))).data.execution.id
    expect(await tell(app, id, 'now')).toMatchObject({ settled: false, settlesInMs: 15 * MINUTE_MS })
    app.advance(MINUTE_MS)
    // Whoever asks without knowing changes nothing.
    await app.settle(id)
    expect(await tell(app, id, 'if-complete')).toMatchObject({ settled: false })
    expect(await tell(app, id, 'now')).toMatchObject({ settled: true, state: 'incomplete' })
    expect((await report(app, id)).missing).toEqual(['job test on linux-x64-node24, which was cut off'])
    await send(app, segmentOf(lines, 1), { from: 1 })
    expect(await tell(app, id, 'if-complete')).toMatchObject({ settled: true, state: 'passed', revision: 2 })
    expect((await report(app, id)).missing).toEqual([])
  })

  test('a shard that did not come is named, and nobody expects all of CI on a laptop or in another suite', async () => {
    const app = await makeApp()
    const base = await pushed(app, 'main', ['node22', 'node24'])
    const shard = { index: 1, total: 2 }
    const sharded = await part(app, { suite: 'e2e', code: PULL, part: { shard }, results: [passed('pays')] })
    expect((await report(app, sharded)).settlesAt).toBe('2026-03-02T09:16:00.000Z')
    app.advance(15 * MINUTE_MS)
    await app.sweep()
    expect(await compare(app, sharded, base)).toMatchObject({
      head: { state: 'incomplete' },
      missing: ['shard 2/2'],
    })
    const laptop = await part(app, { trust: 'local', solitary: true, results: [passed('pays')] })
    expect((await compare(app, laptop, base)).missing).toEqual([])
    expect((await compare(app, base, base)).missing).toEqual([])
  })
})
