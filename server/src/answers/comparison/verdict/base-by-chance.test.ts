import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, failedTwice, type MadeTest, made, passed } from '../../../testing/upload.ts'
import { mainRuns, verdictOf } from '../../../testing/verdicts.ts'

const NAMES = ['pays', 'w', 'x', 'y', 'z']

/** Five tests, of which these fail, each with an error of its own. */
const suite = (bad: string[], of: typeof failed = failed): MadeTest[] =>
  NAMES.map((name) => (bad.includes(name) ? of(name, { message: `${name} is broken` }) : passed(name)))

/** Base runs, oldest first; in each these tests fail. */
async function baseRuns(app: TestApp, runs: string[][], of: typeof failed = failed) {
  for (const bad of runs) await mainRuns(app, 1, () => suite(bad, of))
}
const sound = (runs: number): string[][] => Array.from({ length: runs }, () => [])
/** A suite whose tests fail by chance now and then. */
const unsteady = [...sound(4), ['x'], ...sound(4), ['y'], ...sound(4), ['z'], ...sound(3)]

const BROKEN = { kind: 'base-is-broken', basis: { rule: 'fails-on-base' } }

onBothDatabases('a failure of the base’s newest run', (makeApp) => {
  test('may be chance if one test failed once, there and here, in a suite that fails by chance', async () => {
    const app = await makeApp()
    await baseRuns(app, [...unsteady, ['pays']])
    expect(await verdictOf(app, suite(['pays']))).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'single-failure' },
      because: expect.stringContaining('in one run only'),
      needs: { what: 'base-run' },
    })
  })

  test('is the base’s if all attempts fail, if its next run fails, or if no test fails by chance', async () => {
    const twice = await makeApp()
    await baseRuns(twice, unsteady)
    await baseRuns(twice, [['pays']], failedTwice)
    expect(await verdictOf(twice, suite(['pays'], failedTwice))).toMatchObject(BROKEN)
    const next = await makeApp()
    await baseRuns(next, [...unsteady, ['pays'], ['pays']])
    expect(await verdictOf(next, suite(['pays']))).toMatchObject(BROKEN)
    const steady = await makeApp()
    await baseRuns(steady, [...sound(16), ['pays']])
    expect(await verdictOf(steady, suite(['pays']))).toMatchObject(BROKEN)
  })

  test('is the base’s if sound tests fail in two ways, there and here: chance does not bring two at once', async () => {
    const app = await makeApp()
    await baseRuns(app, [...unsteady, ['pays', 'w']])
    expect(await verdictOf(app, suite(['pays', 'w']))).toMatchObject(BROKEN)
  })

  test('is not the state of the base if it came and went before, for up to three runs in a row', async () => {
    const app = await makeApp()
    await baseRuns(app, [...sound(6), ['pays'], ...sound(9), ['pays'], ['pays'], ['pays']])
    expect(await verdictOf(app, suite(['pays']))).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'came-and-went' },
    })
    await baseRuns(app, [['pays']])
    expect(await verdictOf(app, suite(['pays']))).toMatchObject(BROKEN)
  })

  test('is the base’s if another error only hid it there for a run: it did not come and go', async () => {
    const app = await makeApp()
    await baseRuns(app, sound(16))
    await baseRuns(app, [['pays']], failedTwice)
    await mainRuns(app, 1, () => [failedTwice('pays', { message: 'another' }), ...suite([]).slice(1)])
    await baseRuns(app, [['pays']], failedTwice)
    expect(await verdictOf(app, suite(['pays'], failedTwice))).toMatchObject(BROKEN)
  })

  test('with another error is the base’s if it failed like this there before and has not passed since', async () => {
    const otherwise = () => [failedTwice('pays', { message: 'another' }), ...suite([]).slice(1)]
    const verdictAfter = async (rest: () => MadeTest[]) => {
      const app = await makeApp()
      await baseRuns(app, sound(16))
      await baseRuns(app, [['pays']], failedTwice)
      await mainRuns(app, 1, rest)
      await mainRuns(app, 1, otherwise)
      return verdictOf(app, suite(['pays'], failedTwice))
    }
    expect(await verdictAfter(otherwise)).toMatchObject({
      ...BROKEN,
      because: expect.stringContaining(
        'failed like this in 1 base run before and has not passed there since',
      ),
    })
    expect((await verdictAfter(() => suite([])))?.kind).not.toBe('base-is-broken')
  })

  test('with another error is not the base’s if what failed there before has no error: it may have had any', async () => {
    const app = await makeApp()
    const nameless = made('pays', {}, [{ status: 'failed' }, { status: 'failed' }])
    await baseRuns(app, sound(16))
    await mainRuns(app, 1, () => [nameless, ...suite([]).slice(1)])
    await mainRuns(app, 1, () => [failedTwice('pays', { message: 'another' }), ...suite([]).slice(1)])
    expect(await verdictOf(app, suite(['pays'], failedTwice))).toMatchObject({ kind: 'unknown' })
  })
})
