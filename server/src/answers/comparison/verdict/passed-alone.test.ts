import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, failedTwice, type MadeTest, passed, run, send, settled } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'

const MINUTE_MS = 60_000
const NAMES = ['a', 'b', 'c', 'd', 'e']
const suite = (bad: MadeTest[] = []): MadeTest[] => [
  ...bad,
  ...NAMES.filter((name) => bad.every(({ titles }) => titles[0] !== name)).map((name) => passed(name)),
]

/** A run in which these tests fail, and its re-run that has only them and passes. */
async function runTwice(app: TestApp, code: typeof topic | { branch: string }, bad: MadeTest[]) {
  const attempts = [suite(bad), bad.map(({ titles }) => passed(titles[0] as string))]
  let id = ''
  for (const [i, results] of attempts.entries()) {
    const { data } = await send(app, run({ build: code.branch, runAttempt: i + 1, code, results }))
    id = data.execution.id
    await app.settle(id)
    app.advance(MINUTE_MS)
  }
  return id
}

/** The rules of the verdicts on these failures, after a re-run that had only them and passed. */
async function rulesOf(app: TestApp, bad: MadeTest[]): Promise<string[]> {
  await mainRuns(app, 20, () => suite())
  const id = await runTwice(app, topic, bad)
  return (await compare(app, id)).regressions.map(({ verdict }) => verdict.basis.rule)
}

onEachDatabase('failures that pass when they are run again alone', (makeApp) => {
  const own = (name: string) => ({ message: `${name} is broken` })

  test('are no flakes if several tests fail so for the first time, each in its own way', async () => {
    const bad = ['b', 'c'].map((name) => failed(name, own(name)))
    expect(await rulesOf(await makeApp(), bad)).toEqual(['regression', 'regression'])
  })

  test('may be flakes if there is one, or if all have one error, as of a resource that they share', async () => {
    expect(await rulesOf(await makeApp(), [failed('b', own('b'))])).toEqual(['passed-alone'])
    const bad = ['b', 'c', 'd'].map((name) => failed(name, { message: 'lock not free' }))
    expect(await rulesOf(await makeApp(), bad)).toEqual(bad.map(() => 'passed-alone'))
  })

  test('are no flakes if all attempts beside the neighbours failed', async () => {
    expect(await rulesOf(await makeApp(), [failedTwice('b', own('b'))])).toEqual(['regression'])
  })

  test('may be flakes if all attempts of tests with one error failed: another run held what they share', async () => {
    const bad = ['b', 'c'].map((name) => failedTwice(name, { message: 'lock not free' }))
    expect(await rulesOf(await makeApp(), bad)).toEqual(['passed-alone', 'passed-alone'])
  })

  test('may be of the machine, however often they failed there', async () => {
    const message = 'connect ECONNREFUSED 10.0.0.5:5432'
    expect(await rulesOf(await makeApp(), [failedTwice('b', { message })])).not.toContain('regression')
  })

  test('on the base and here are no flakes either, if several do or if all attempts failed', async () => {
    const onBase = async (bad: MadeTest[]) => {
      const app = await makeApp()
      await mainRuns(app, 20, () => suite())
      await runTwice(app, { branch: 'main' }, bad)
      const { stillFailing } = await compare(app, await settled(app, { code: topic, results: suite(bad) }))
      return stillFailing.map(({ verdict }) => verdict.basis.rule)
    }
    expect(await onBase([failed('b', own('b'))])).toEqual(['passed-alone'])
    const [several, alike] = [
      ['b', 'c'].map((name) => failed(name, own(name))),
      ['b', 'c'].map((name) => failedTwice(name, { message: 'lock not free' })),
    ]
    expect(await onBase(several)).toEqual(['fails-on-base', 'fails-on-base'])
    expect(await onBase(alike)).toEqual(['passed-alone', 'passed-alone'])
    expect(await onBase([failedTwice('b', own('b'))])).toEqual(['fails-on-base'])
  })
})
