import { expect, test } from 'vitest'
import { compare, grouped } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failed, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

const in_ = (file: string, result: typeof passed = passed): MadeTest =>
  result(`${file} works`, { file: `${file}.test.ts` })
const FILES = ['a', 'b', 'c', 'd', 'e']

onEachDatabase('a run that a bail ended', (makeApp) => {
  test('tests that it did not reach are neither removed nor left out by a selection', async () => {
    const app = await makeApp()
    await settled(app, { results: FILES.map((file) => in_(file)) })
    for (const [ran, unfinished] of [
      [['b', 'c', 'd'], 1],
      [[], 4],
    ] as const) {
      const results = [in_('a', failed), ...ran.map((file) => in_(file))]
      const head = await settled(app, { code: topic, results, unfinished })
      const compared = await compare(app, head)
      const left = FILES.slice(results.length).map((file) => `${file} works`)
      expect(grouped(compared)).toEqual({ regressions: ['a works'], stoppedRunning: left })
      expect(compared.stoppedRunning[0]).toMatchObject({
        cause: 'bailed',
        reason: 'it did not run: the run ended after enough tests had failed (bail)',
      })
      const { data } = await app.get<{ parts: { unfinished: number }[] }>(`/api/executions/${head}`)
      expect(data.parts[0]?.unfinished).toBe(unfinished)
    }
  })

  test('files that had begun may be cut off, too; another leg that ended says what was removed', async () => {
    const app = await makeApp()
    const other = { part: { leg: 'mac' }, build: 'base' }
    await settled(app, {
      build: 'base',
      results: [...FILES.map((file) => in_(file)), passed('later', { file: 'a.test.ts' })],
    })
    await settled(app, { ...other, results: FILES.map((file) => in_(file)) })
    await settled(app, { code: topic, build: 'head', results: [in_('a', failed)], unfinished: 4 })
    const head = await settled(app, {
      ...other,
      build: 'head',
      code: topic,
      results: FILES.slice(0, 4).map((file) => in_(file)),
    })
    const { removed, stoppedRunning } = await compare(app, head)
    expect(removed.map(({ titles, leg }) => [titles[0], leg])).toEqual([['e works', 'mac']])
    expect(stoppedRunning.map(({ cause }) => cause)).toEqual(Array(5).fill('bailed'))
  })

  test('a re-run that starts every file ends the matter', async () => {
    const app = await makeApp()
    await settled(app, { results: FILES.map((file) => in_(file)) })
    const head = { code: topic, build: 'twice' }
    await settled(app, { ...head, results: [in_('a', failed)], unfinished: 4 })
    const results = FILES.slice(0, 4).map((file) => in_(file))
    const again = await settled(app, { ...head, runAttempt: 2, results })
    expect(grouped(await compare(app, again))).toMatchObject({ removed: ['e works'] })
  })
})
