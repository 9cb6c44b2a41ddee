import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { failedTwice, type MadeTest, passed, run, send, settled } from '../../testing/upload.ts'
import { compareExecutions } from '../pull-requests/compare-executions.ts'

const MINUTE_MS = 60_000
const TOPIC = { branch: 'topic', baseBranch: 'main' }

/** The statements of a comparison of this head with the best base. */
const countStatements = async (app: TestApp, results: MadeTest[]): Promise<number> => {
  const head = await settled(app, { code: TOPIC, results })
  const compared = await statementsOf(app, (ctx) =>
    compareExecutions({ ctx, input: { base: 'auto', head, limit: 200 } }),
  )
  return compared.length
}

onBothDatabases('the statements of a comparison', (makeApp) => {
  test('are not more for more failures', async () => {
    const tests = Array.from({ length: 60 }, (_, i) => `test ${i}`)
    const results = (failures: number) =>
      tests.map((name, i) => {
        const of = i < failures ? failedTwice : passed
        return of(name, { file: `${i % 7}.test.ts`, message: `error ${i}` })
      })
    const countWith = async (failures: number) => {
      const app = await makeApp()
      for (let i = 0; i < 6; i++) await settled(app, { results: results(0) })
      return countStatements(app, results(failures))
    }
    expect(await countWith(25)).toBe(await countWith(1))
  })

  test('are not more if more base runs were run again', async () => {
    const countWith = async (reruns: number) => {
      const app = await makeApp()
      const slips = (isBad: boolean) => [(isBad ? failedTwice : passed)('slips'), passed('x'), passed('y')]
      for (let i = 0; i < 12; i++) {
        const isAgain = i < 2 * reruns && i % 2 === 0
        const code = { branch: 'main', tree: i.toString(16).repeat(40) }
        const first = run({ build: `base ${i}`, code, results: slips(i % 2 === 0) })
        const { data } = await send(app, first)
        await app.settle(data.execution.id)
        app.advance(MINUTE_MS)
        if (!isAgain) continue
        await send(app, run({ build: `base ${i}`, runAttempt: 2, code, results: [passed('slips')] }))
        await app.settle(data.execution.id)
        app.advance(MINUTE_MS)
      }
      return countStatements(app, slips(true))
    }
    // Two more are the sign of the head's own error, if the process has not kept it from an earlier read, and the tests
    // that failed in one base run alone, if there are any.
    expect(await countWith(6)).toBeLessThanOrEqual((await countWith(1)) + 2)
  })

  test('are not more if the last results of its tests are in more runs', async () => {
    const files = Array.from({ length: 12 }, (_, i) => `${i}.test.ts`)
    const countWith = async (some: string[]) => {
      const app = await makeApp()
      await settled(app, { results: files.map((file) => passed('works', { file })) })
      // Each run of selected files has one, which the base does not have.
      for (const file of files) await settled(app, { results: [passed('works', { file })] })
      const results = some.map((file) => failedTwice('works', { file }))
      return countStatements(app, results)
    }
    expect(await countWith(files.slice(1, 11))).toBeLessThanOrEqual(await countWith(files.slice(9, 11)))
  })
})
