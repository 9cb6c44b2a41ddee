import { wilson } from '@svc/protocol'
import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  passed,
  settled,
  skipped,
} from '../../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../../testing/verdicts.ts'

const others = () => [passed('x'), passed('y')]
const _many = () => Array.from({ length: 9 }, (_, i) => passed(`beside ${i}`))
const other = { branch: 'other', baseBranch: 'main', pullRequest: 8 }

onEachDatabase('verdict', (makeApp) => {
  test('mine takes five passing base runs; until then it says what is missing', async () => {
    const app = await makeApp()
    await mainRuns(app, 4, () => [passed('pays'), ...others()])
    expect(await verdictOf(app, [failedTwice('pays'), ...others()])).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in all 4 recent base runs; 5 clean passes are needed to tell a regression from a flake.',
      missing: '1 more clean run of main (4 of 5)',
      needs: { what: 'clean-base-runs', have: 4, need: 5 },
      basis: { rule: 'too-few-clean-runs', attempts: 2, branchRuns: 1, cleanBaseRuns: 4 },
      history: {
        runs: 4,
        passed: 4,
        recent: Array(4).fill('passed'),
      },
    })
    const [fifth] = await mainRuns(app, 1, () => [passed('pays'), ...others()])
    const verdict = await verdictOf(app, [failedTwice('pays'), ...others()], { code: other })
    expect(verdict).toMatchObject({ kind: 'unknown', because: expect.stringContaining('1 other branch') })
    const mine = await verdictOf(app, [failedTwice('pays', { message: 'its own' }), ...others()])
    expect(mine).toMatchObject({
      kind: 'mine',
      because:
        'It passed in all 5 recent base runs, failed at every attempt here, and with this error on no other branch.',
      missing: null,
      history: { runs: 5, passed: 5, failed: 0, flaky: 0 },
      flakiness: null,
    })
    expect(mine?.history.recent).toEqual(Array(5).fill('passed'))
    const passes = mine?.evidence.filter(({ what }) => what === 'passed-on-base')
    expect(passes).toHaveLength(5)
    expect(passes?.[0]).toMatchObject({ url: `http://svc.test/executions/${fifth}`, branch: 'main' })
  })

  test('one run is reported as one', async () => {
    const app = await makeApp()
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    expect((await verdictOf(app, [failed('pays'), ...others()]))?.because).toMatch(
      /^It passed in the only recent base run; 15 clean/,
    )
    const head = await settled(app, { code: topic, results: [passed('pays'), failed('new'), ...others()] })
    const { newTests } = await compare(app, head)
    expect(newTests[0]?.verdict?.because).toMatch(
      /^The test is new: the only recent base run does not have it/,
    )
  })

  test('one failed attempt may be chance: it takes fifteen runs, or a second failure of this branch', async () => {
    const app = await makeApp()
    await mainRuns(app, 14, () => [passed('pays'), ...others()])
    const first = await settled(app, { code: topic, results: [failed('pays'), ...others()] })
    const { regressions } = await compare(app, first)
    expect(regressions[0]?.verdict).toMatchObject({
      kind: 'unknown',
      missing: '1 more clean run of main (14 of 15)',
    })
    expect(await verdictOf(app, [failed('pays'), ...others()])).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('and in 1 run of this branch before'),
      evidence: expect.arrayContaining([
        expect.objectContaining({ what: 'failed-before', execution: first }),
      ]),
    })
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays'), ...others()], { code: other })).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('1 other branch'),
    })
    const own = [failed('pays', { message: 'its own' }), ...others()]
    expect(await verdictOf(app, own, { code: other })).toMatchObject({ kind: 'mine' })
  })

  test('runs that lack the test, dirty ones, forks, pull requests, other suites and cut ones are no evidence', async () => {
    const app = await makeApp()
    const more: MadeRun[] = [
      { code: { branch: 'main', dirty: true } },
      { trust: 'fork', code: { branch: 'main' } },
      { trust: 'local', code: { branch: 'main' } },
      { code: { branch: 'main', pullRequest: 3 } },
      { code: { branch: 'main' }, suite: 'e2e' },
      { code: { branch: 'main' }, end: 'interrupted' },
    ]
    await mainRuns(app, 2, () => [passed('pays'), ...others()])
    for (const made of more) await settled(app, { ...made, results: [flaky('pays'), ...others()] })
    await mainRuns(app, 1, () => [skipped('pays'), ...others()])
    await mainRuns(app, 1, () => others())
    await mainRuns(app, 2, () => [passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays'), ...others()])).toMatchObject({
      kind: 'unknown',
      history: { runs: 4, passed: 4, flaky: 0 },
    })
  })
})

test('the interval is honest about small samples', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  expect(wilson(1, 1).low).toBeLessThan(0.25)
  expect(wilson(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.161, 3) })
  expect(wilson(10, 20)).toEqual({ low: expect.closeTo(0.299, 3), high: expect.closeTo(0.701, 3) })
})
