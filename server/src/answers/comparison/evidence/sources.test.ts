import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { failedTwice, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'
import { compareExecutions } from '../../pull-requests/compare-executions.ts'

const sound = () => [passed('pays'), passed('x')]
const broken = (message = 'total is wrong') => [failedTwice('pays', { message }), passed('x')]

/** What a comparison of a pull request's run reads; each column once. */
async function reads(app: TestApp, results: MadeTest[]): Promise<string> {
  const head = await settled(app, { code: topic, results })
  const statements = await statementsOf(app, (ctx) =>
    compareExecutions({ ctx, input: { base: 'auto', head, limit: 20 } }),
  )
  return statements.map(({ sql }) => sql).join('\n')
}

/** Positions of a test's name, which one of the last rules asks for. */
const NAMESAKES = /select "id", "key" from "test"/
/** Earlier failures of the tests. */
const SIGHTINGS = /from "bad_run" inner join "execution"/

onBothDatabases('evidence about failures', (makeApp) => {
  test('is read if a failure is left for a rule that asks for it', async () => {
    const app = await makeApp()
    await mainRuns(app, 5, sound)
    const ofChange = await reads(app, broken())
    expect(ofChange).toMatch(SIGHTINGS)
    expect(ofChange).toMatch(NAMESAKES)
    await mainRuns(app, 1, () => broken('no such button'))
    const ofBase = await reads(app, broken('no such button'))
    expect(ofBase).toMatch(SIGHTINGS)
    expect(ofBase).not.toMatch(NAMESAKES)
  })

  test('is not read without failures', async () => {
    const app = await makeApp()
    await mainRuns(app, 5, sound)
    expect(await reads(app, sound())).not.toMatch(SIGHTINGS)
  })

  test('is read in as many statements for many failures as for one', async () => {
    const of = (count: number, make: typeof passed) =>
      Array.from({ length: 40 }, (_, i) => (i < count ? make : passed)(`t${i}`))
    const countOf = async (count: number) => {
      const app = await makeApp()
      await mainRuns(app, 5, () => of(0, passed))
      const statements = await reads(
        app,
        of(count, (title) => failedTwice(title)),
      )
      return statements.split('\n').length
    }
    expect(await countOf(20)).toBe(await countOf(1))
  })
})
