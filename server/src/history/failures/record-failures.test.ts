import { expect, test } from 'vitest'
import { lockExecution } from '../../results/executions/lock.ts'
import { readBadOf } from '../../results/results/read-failed-or-flaky.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { addFailures, readFailed, removeFailures } from './record-failures.ts'

onBothDatabases('recording of failures', (makeApp) => {
  test('reads no messages: those of one execution may take hundreds of MiB', async () => {
    const app = await makeApp()
    const results = [
      failed('a', { message: 'wrong' }),
      failed('b', { message: 'wrong' }),
      flaky('c'),
      passed('d'),
    ]
    await settled(app, { results, errors: [{ failure: { message: 'outside' } }] })
    const runs = () => app.store.read.selectFrom('failure_run').selectAll().orderBy('tests').execute()
    const before = await runs()
    expect(before).toMatchObject([
      { errors: 1, tests: 0 },
      { flaky: 1, tests: 1 },
      { failed: 2, tests: 2 },
    ])
    const columns = new Set<string>()
    await app.store.write(async (db) => {
      const execution = await lockExecution(db, app.store.dialect, 1)
      await removeFailures(db, execution, 100)
      const listening = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          for (const row of result.rows) for (const column of Object.keys(row)) columns.add(column)
          return result
        },
      })
      const bad = await readBadOf(listening, execution.id)
      await addFailures(listening, execution, await readFailed(listening, execution.id, bad))
    })
    expect(columns).toContain('reason_id')
    expect(columns).not.toContain('message')
    const withoutIds = (rows: typeof before) => rows.map(({ cluster_id, ...row }) => row)
    expect(withoutIds(await runs())).toEqual(withoutIds(before))
  })
})
