import { expect, test } from 'vitest'
import { archive } from '../../../testing/archive.ts'
import { compare, grouped } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failed, failedTwice, type MadeTest, passed, settled, skipped } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'

/** Rows of one data provider, which all are called the same: `F` fails, `G` in another way, `s` is skipped. */
const rows = (of: string, variant = ''): MadeTest[] =>
  [...of].map((row, occurrence) => {
    const options = { occurrence, variant }
    if (row === 's') return skipped('calc', options)
    if (row === 'p') return passed('calc', options)
    return failedTwice('calc', { ...options, message: row === 'F' ? 'expected 4 but was 5' : 'no such row' })
  })
const others = () => [passed('x'), passed('y')]

onEachDatabase('tests of equal names', (makeApp) => {
  test('a failing row that moved is the one that the base has, archived or not', async () => {
    const app = await makeApp()
    const bases = await mainRuns(app, 16, () => [...rows('ppFp'), ...others()])
    const swapped = await settled(app, { code: topic, results: [...rows('pFpp'), ...others()] })
    const compared = await compare(app, swapped)
    expect(grouped(compared)).toEqual({ stillFailing: ['calc'] })
    expect(compared.stillFailing[0]).toMatchObject({
      occurrence: 1,
      base: { status: 'failed' },
      verdict: {
        kind: 'base-is-broken',
        because:
          'It fails the same way on the base, and in 16 of 16 recent base runs. It is in another position there: only their order tells tests of the same name apart.',
      },
    })
    const put = await settled(app, { code: topic, results: [...rows('pppFp'), ...others()] })
    const after = await compare(app, put)
    expect(grouped(after)).toEqual({ stillFailing: ['calc'], newTests: ['calc'] })
    expect(after.stillFailing[0]?.verdict.kind).toBe('base-is-broken')
    expect(after.newTests[0]?.head?.status).toBe('passed')
    for (const id of [bases.at(-1) as string, swapped]) await archive(app, id)
    expect(await compare(app, swapped)).toEqual(compared)
  })

  test('a row put before the others makes no new failing test, and one taken out no repair', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, () => [...rows('pF'), ...others()])
    const put = await compare(
      app,
      await settled(app, { code: topic, results: [...rows('ppF'), ...others()] }),
    )
    expect(grouped(put)).toEqual({ stillFailing: ['calc'], newTests: ['calc'] })
    expect(put.newTests[0]?.verdict).toBe(null)
    const out = await compare(app, await settled(app, { code: topic, results: [...rows('F'), ...others()] }))
    expect(grouped(out)).toEqual({ stillFailing: ['calc'], removed: ['calc'] })
    expect(out.removed[0]?.base?.status).toBe('passed')
  })

  test('what is left is judged as ever, but for an error that another row has had on the base', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, (i) => [...rows(i === 3 ? 'pFpp' : 'pppp'), ...rows('pp', 'jvm17'), ...others()])
    const own = await settled(app, {
      code: topic,
      results: [...rows('ppGp'), ...rows('pF', 'jvm17'), ...others()],
    })
    const { regressions } = await compare(app, own)
    expect(regressions.map(({ variant, verdict }) => [variant, verdict.kind])).toEqual([
      ['', 'mine'],
      // Another variant's row is none of the same name.
      ['jvm17', 'mine'],
    ])
    const known = await compare(
      app,
      await settled(app, {
        code: { branch: 'two', baseBranch: 'main' },
        results: [...rows('ppFp'), ...rows('pp', 'jvm17'), ...others()],
      }),
    )
    expect(known.regressions[0]).toMatchObject({
      occurrence: 2,
      verdict: {
        kind: 'unknown',
        because:
          'It passed in all 16 recent base runs, but another test of the same name failed with this error in 1 base run: only their order tells tests of the same name apart.',
        evidenceTotals: { 'failed-on-base': 1 },
      },
    })
  })

  test('each of two errors is the row that has it, and a skipped row may move', async () => {
    const app = await makeApp()
    const base = await settled(app, { results: [...rows('pFsGpp'), ...others()] })
    const head = await settled(app, { code: topic, results: [...rows('GppFsp'), failed('x'), passed('y')] })
    const compared = await compare(app, head, base)
    expect(grouped(compared)).toEqual({ stillFailing: ['calc', 'calc'], regressions: ['x'] })
    expect(compared.stillFailing.map(({ verdict }) => verdict.kind)).toEqual([
      'base-is-broken',
      'base-is-broken',
    ])
    const more = await settled(app, { code: topic, results: [...rows('FFsGpp'), ...others()] })
    expect(grouped(await compare(app, more, base))).toEqual({
      regressions: ['calc'],
      stillFailing: ['calc', 'calc'],
    })
  })
})
