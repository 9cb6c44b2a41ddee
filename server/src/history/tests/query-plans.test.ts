import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { getMetrics, getTrends } from '../metrics/metrics.ts'
import { listSuites } from '../metrics/suites.ts'
import { listFlakyTests } from './flaky-tests.ts'
import { getTest } from './get-test.ts'
import { listTests } from './list-tests.ts'

/** A table that grows with every run, read from end to end. SQLite: `SCAN result`; Postgres: `Seq Scan on result`. */
const SCANS =
  /(?:SCAN|Seq Scan on) (?:result|attempt|execution|leg_run|bad_run|test_day|test|monitor_change)\b/
/** An index that is read whole is a scan as well. */
const SCANS_INDEX = /SCAN \w+ USING (?:COVERING )?INDEX/

onBothDatabases('metrics, trends, flaky tests and history', (makeApp) => {
  test('read by their keys only, regardless of the filters', async () => {
    const app = await makeApp()
    for (let i = 0; i < 4; i++)
      await settled(app, { results: [flaky('t'), failed('f'), passed('p'), passed('q')] })
    const { key } = await app.store.read.selectFrom('test').select('key').limit(1).executeTakeFirstOrThrow()
    const page = { limit: 50 }
    const flakyOf = { project: 'shop', days: 30, minRuns: 1, recent: 20, ...page }
    const statements = await statementsOf(app, async (ctx) => {
      for (const filters of [
        {},
        { branch: 'main' },
        { suite: 'default' },
        { branch: 'main', suite: 'default' },
      ]) {
        const input = { project: 'shop', ...filters }
        await getMetrics({ ctx, input })
        await listSuites({ ctx, input: { ...input, ...page } })
        for (const granularity of ['hourly', 'monthly'] as const) {
          const from = new Date(ctx.clock() - 86_400_000).toISOString()
          await getTrends({ ctx, input: { ...input, from, granularity } })
        }
      }
      for (const branch of [undefined, 'main']) {
        for (const state of ['flaky', 'broken'] as const)
          for (const sort of ['judged', 'evidence', 'seen', 'cost', 'title', 'owner'] as const)
            await listFlakyTests({ ctx, input: { ...flakyOf, branch, state, sort } })
        await getTest({ ctx, input: { id: key, project: 'shop', days: 30, branch, ...page } })
      }
      for (const details of [undefined, 'true' as const])
        for (const sort of ['created', 'title', 'rate', 'failed', 'duration'] as const)
          for (const order of ['asc', 'desc'] as const)
            await listTests({ ctx, input: { project: 'shop', details, sort, order, ...page } })
    })
    expect(statements.length).toBeGreaterThan(40)
    for (const [statement, plan] of await plansOf(app, statements)) {
      expect(plan, `${statement}\n${plan}`).not.toMatch(SCANS)
      expect(plan, `${statement}\n${plan}`).not.toMatch(SCANS_INDEX)
    }
  })
})
