import { expect, test } from 'vitest'
import { withdraw } from '../../history/history/withdraw.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, type MadeRun, passed, run, send } from '../../testing/upload.ts'
import { settleInSteps } from './settle-in-steps.ts'
import { settleOne } from './settle-one.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
const AT_ONCE = { kept: 1, clusters: 100, badRuns: 2, failures: 0, graded: 1, tests: 100 }
const local: MadeRun = {
  build: 'mine',
  results: Array.from({ length: 20 }, (_, i) => (i < 4 ? failed(`fails ${i}`) : passed(`passes ${i}`))),
}
const firstOfCi: MadeRun = { build: 'ci', results: [passed('a')] }

const order = (app: TestApp) =>
  ({ executionId: 1, organizationId: 0, rule: 'over', now: app.clock() }) as const

async function left({ store: { read } }: TestApp) {
  const bad = await read.selectFrom('bad_run').select('test_id').execute()
  const days = await read.selectFrom('test_day').select('test_id').execute()
  return { bad: bad.length, days: days.length }
}

onBothDatabases('the first CI run of a project, between two steps of a local run', (makeApp) => {
  const begin = async () => {
    const app = await makeApp()
    await send(app, run({ ...local, trust: 'local' }))
    return app
  }

  test('that settles, leaves none of its history', async () => {
    const app = await begin()
    const steps = settleInSteps(app.store, TIMES, order(app), AT_ONCE)
    let isHalf = false
    for (;;) {
      const { bad } = await left(app)
      if (bad === 2 && !isHalf) {
        isHalf = true
        await send(app, run(firstOfCi))
      }
      const { done, value } = await steps.next()
      if (done) {
        expect(value).toBe(true)
        break
      }
      await value()
    }
    expect(isHalf).toBe(true)
    expect(await left(app)).toEqual({ bad: 0, days: 0 })
  })

  test('that is withdrawn, leaves none of its history', async () => {
    const app = await begin()
    await settleOne(app.store, TIMES, order(app))
    expect(await left(app)).toEqual({ bad: 4, days: 4 })
    const step = () =>
      app.store.write(async (db) => withdraw(db, await lockExecution(db, app.store.dialect, 1), 3, {}))
    while ((await left(app)).bad === 4) expect(await step()).toBe(0)
    await send(app, run(firstOfCi))
    while ((await step()) === 0);
    expect(await left(app)).toEqual({ bad: 0, days: 0 })
  })
})
