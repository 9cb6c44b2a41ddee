import type { SkipKind } from '@svc/protocol'
import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { ask } from '../../testing/report.ts'
import { failed, flaky, made, passed, settled } from '../../testing/upload.ts'
import { topic } from '../../testing/verdicts.ts'

const notRun = (title: string, kind: SkipKind, reason?: string) =>
  made(title, {}, [{ status: 'skipped', detail: { skip: { kind, ...(reason && { reason }) } } }])

onBothDatabases('tests that did not run although nobody skipped them', (makeApp) => {
  /** Runs of main in which a test is flaky. */
  const withFlake = async () => {
    const app = await makeApp()
    for (let i = 0; i < 12; i++)
      await settled(app, {
        results: [i % 2 === 0 ? flaky('pays') : passed('pays'), passed('adds'), passed('ships')],
      })
    return app
  }
  const flake = failed('pays', { message: 'slipped' })

  test('a bail behind a known flake is no good news, live and archived', async () => {
    const app = await withFlake()
    const whole = await settled(app, { code: topic, results: [flake, passed('adds'), passed('ships')] })
    expect((await ask(app, whole)).data).toMatchObject({ verdict: 'not-mine', cutOff: [] })
    const head = await settled(app, {
      code: topic,
      results: [flake, notRun('adds', 'filtered', 'bail ended the run'), notRun('ships', 'filtered')],
    })
    const expected = {
      verdict: 'incomplete',
      headline: expect.stringMatching(
        /^⚠️ 1 test did not run: bail ended the run; 1 known flake failed · shop/,
      ),
      totals: { mine: 0, unknown: 0 },
      cutOff: ['1 test did not run: bail ended the run'],
    }
    expect((await ask(app, head)).data).toMatchObject(expected)
    await archive(app, head)
    expect((await ask(app, head)).data).toMatchObject(expected)
  })

  test('so are files that did not end, parts that were interrupted, and parts that ended without a report', async () => {
    const app = await withFlake()
    const cutOffOf = async (more: Parameters<typeof settled>[1]) => {
      const id = await settled(app, { code: topic, results: [flake, passed('adds')], ...more })
      return (await ask(app, id)).data
    }
    expect(await cutOffOf({ unfinished: 2 })).toMatchObject({
      verdict: 'incomplete',
      cutOff: ['2 files did not run to the end: enough tests had failed (bail)'],
    })
    expect(await cutOffOf({ end: 'interrupted' })).toMatchObject({
      verdict: 'incomplete',
      cutOff: ['job test on linux-x64-node24 was interrupted'],
    })
  })

  test('a hook that also fails on the base hides nothing new', async () => {
    const app = await withFlake()
    const hooked = [passed('pays'), passed('adds'), notRun('ships', 'hook', 'beforeAll failed')]
    const news = await settled(app, { code: topic, results: [flake, ...hooked.slice(1)] })
    expect((await ask(app, news)).data.cutOff).toEqual([
      '1 test did not run: a hook or a fixture before them failed',
    ])
    const base = await settled(app, { results: hooked })
    const old = await settled(app, { code: topic, results: hooked })
    expect((await ask(app, old, `?base=${base}`)).data.cutOff).toEqual([])
  })

  test('a failure that the base did not run says why, and one with another error is counted', async () => {
    const app = await makeApp()
    const onLeg = (leg: string) => ({ part: { leg }, build: 'base' })
    await settled(app, { ...onLeg('a'), results: [passed('pays'), failed('old', { message: 'one thing' })] })
    await settled(app, { ...onLeg('b'), results: [passed('pays')] })
    await settled(app, { code: topic, part: { leg: 'a' }, build: 'head', results: [failed('old')] })
    const head = await settled(app, {
      code: topic,
      part: { leg: 'c' },
      build: 'head',
      results: [failed('pays')],
    })
    const { totals, failures } = (await ask(app, head)).data
    expect(totals).toMatchObject({ failuresNotCompared: 1, failingDifferently: 1, stillFailing: 1 })
    expect(failures.find(({ kind }) => kind === 'not-compared')?.because).toBe(
      'the base ran on a, b only, not on this leg; a base run on this leg would decide',
    )
  })
})
