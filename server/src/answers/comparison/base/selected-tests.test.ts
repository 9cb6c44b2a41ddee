import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, failedTwice, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

/** Two tests in each of these files. */
const of = (...files: string[]): MadeTest[] =>
  files.flatMap((file) =>
    ['one', 'two'].map((name) => passed(`${name} of ${file}`, { file: `${file}.test.ts` })),
  )

/** Runs of main, oldest first, with these files. */
async function mainRuns(app: TestApp, runs: string[][]): Promise<string[]> {
  const ids: string[] = []
  for (const files of runs) ids.push(await settled(app, { results: of(...files) }))
  return ids
}

const titles = (changes: { titles: string[] }[]) => changes.map((change) => change.titles[0])

onEachDatabase('runs of selected files', (makeApp) => {
  test('a test that the base did not run is compared with the newest run that did', async () => {
    const app = await makeApp()
    const ids = await mainRuns(app, [...Array.from({ length: 6 }, () => ['a', 'b', 'c']), ['a'], ['c']])
    const broken = failedTwice('one of b', { file: 'b.test.ts', message: 'no such button' })
    const [, sound] = of('b') as [MadeTest, MadeTest]
    const head = await settled(app, { code: topic, results: [broken, sound, ...of('a')] })
    const compared = await compare(app, head)
    expect(titles(compared.regressions)).toEqual(['one of b'])
    expect(compared.regressions[0]).toMatchObject({
      base: { status: 'passed' },
      verdict: { kind: 'mine', basis: { rule: 'regression', cleanBaseRuns: 6 } },
    })
    expect(compared).toMatchObject({ base: { id: ids.at(-1) }, newTests: [], removed: [] })
  })

  test('the history of a test is the newest runs that ran it, however many others ran since', async () => {
    const app = await makeApp()
    // A file of which every eighth run has a result.
    await mainRuns(
      app,
      Array.from({ length: 80 }, (_, i) => (i % 8 === 0 ? ['a', 'b'] : ['a'])),
    )
    const broken = failed('one of b', { file: 'b.test.ts', message: 'no such button' })
    const twice = failedTwice('two of b', { file: 'b.test.ts', message: 'no such door' })
    const head = await settled(app, { code: topic, results: [broken, twice, ...of('a')] })
    const { regressions } = await compare(app, head)
    expect(regressions.map(({ titles, verdict }) => [titles[0], verdict.kind, verdict.history.runs])).toEqual(
      [
        ['two of b', 'mine', 10],
        ['one of b', 'unknown', 10],
      ],
    )
    await mainRuns(
      app,
      Array.from({ length: 5 }, () => ['a', 'b']),
    )
    const more = await compare(app, await settled(app, { code: topic, results: [broken, ...of('a')] }))
    expect(more.regressions[0]?.verdict.basis).toMatchObject({ cleanBaseRuns: 15 })
  })

  test('what failed in that run fails on the base', async () => {
    const app = await makeApp()
    const broken = () => failedTwice('one of b', { file: 'b.test.ts', message: 'no such button' })
    await mainRuns(
      app,
      Array.from({ length: 5 }, () => ['a', 'b']),
    )
    const red = await settled(app, { results: [broken(), ...of('a')] })
    await mainRuns(app, [['a']])
    const head = await settled(app, { code: topic, results: [broken()] })
    const { stillFailing } = await compare(app, head)
    expect(stillFailing[0]?.verdict).toMatchObject({
      kind: 'base-is-broken',
      evidence: [{ what: 'failed-on-base', execution: red }],
    })
  })

  test('what broke in a run that failed as a whole is broken on the base', async () => {
    const app = await makeApp()
    const broken = () =>
      of('b', 'c', 'd').map(({ file, titles }) =>
        failedTwice(titles[0] as string, { file, message: 'cart is not a function' }),
      )
    await mainRuns(
      app,
      Array.from({ length: 6 }, () => ['a', 'b', 'c', 'd']),
    )
    const red = await settled(app, { results: broken() })
    await mainRuns(app, [['a']])
    const head = await settled(app, { code: topic, results: [...broken(), ...of('a')] })
    const { regressions, stillFailing } = await compare(app, head)
    expect([regressions.length, stillFailing.length]).toEqual([0, 6])
    expect(stillFailing[0]?.verdict).toMatchObject({
      kind: 'base-is-broken',
      evidence: [{ what: 'failed-on-base', execution: red }],
    })
  })

  test('a test that no run of the base branch had is new; so is one of another leg', async () => {
    const app = await makeApp()
    await mainRuns(app, [['a', 'b'], ['a', 'b'], ['a']])
    const own = passed('one of mine', { file: 'b.test.ts' })
    const head = await settled(app, { code: topic, results: [own, ...of('a', 'b')] })
    const { newTests, removed } = await compare(app, head)
    expect([titles(newTests), titles(removed)]).toEqual([['one of mine'], []])
  })

  test('a file that other runs leave out too was not selected', async () => {
    const app = await makeApp()
    await mainRuns(app, [['a', 'b', 'c'], ['a'], ['b', 'c'], ['a', 'b', 'c']])
    const head = await settled(app, { code: topic, results: of('a', 'b') })
    const { stoppedRunning, removed } = await compare(app, head)
    expect(removed).toEqual([])
    expect(stoppedRunning.map(({ titles, cause }) => [titles[0], cause])).toEqual([
      ['one of c', 'not-selected'],
      ['two of c', 'not-selected'],
    ])
  })

  test('a test whose file ran is removed, and so is a file that no run leaves out', async () => {
    const app = await makeApp()
    await mainRuns(app, [['a', 'b', 'c'], ['a'], ['b', 'c'], ['a', 'b', 'c']])
    const [first] = of('b')
    const some = await settled(app, { code: topic, results: [...of('a', 'c'), first as MadeTest] })
    expect(titles((await compare(app, some)).removed)).toEqual(['two of b'])

    const other = await makeApp()
    await mainRuns(
      other,
      Array.from({ length: 3 }, () => ['a', 'b', 'c', 'd', 'e']),
    )
    const without = await settled(other, { code: topic, results: of('a', 'b', 'c', 'd') })
    expect(titles((await compare(other, without)).removed)).toEqual(['one of e', 'two of e'])
  })
})
