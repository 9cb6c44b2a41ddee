import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { plansOf } from '../../testing/query-plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failed, passed, settled } from '../../testing/upload.ts'
import { recurringFailures } from './recurring-failures.ts'

/** A table that grows with every run, read from end to end. */
const SCANS = /(?:SCAN|Seq Scan on) (?:execution|failure_run|failure_cluster|reason)\b/

onEachDatabase('recurring failures', (makeApp) => {
  test('are read by keys only', async () => {
    const app = await makeApp()
    for (let turn = 0; turn < 3; turn++) await settled(app, { results: [failed('pays'), passed('adds')] })
    const statements = await statementsOf(app, async (ctx) => {
      expect(await recurringFailures(ctx, 1)).toMatchObject([{ message: 'wrong', executions: 3 }])
    })
    expect(statements.length).toBeGreaterThan(1)
    for (const [statement, plan] of await plansOf(app, statements))
      expect(plan, `${statement}\n${plan}`).not.toMatch(SCANS)
  })
})
