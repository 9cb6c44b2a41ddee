import { expect, test } from 'vitest'
import { compare } from '../testing/compare.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import type { TestApp } from '../testing/make-app.ts'
import {
  failed,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
  skipped,
} from '../testing/upload.ts'
import { wilson } from './verdict.ts'

/** Runs of main in which these results came up, oldest first. */
async function mainRuns(app: TestApp, count: number, ofRun: (i: number) => MadeTest[]): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await settled(app, { results: ofRun(i) }))
  return ids
}

const others = () => [passed('x'), passed('y')]

async function verdictOf(app: TestApp, results: MadeTest[], made: MadeRun = {}) {
  const head = await settled(app, {
    code: { branch: 'topic', baseBranch: 'main', pullRequest: 7 },
    ...made,
    results,
  })
  const { regressions, stillFailing } = await compare(app, head)
  return [...regressions, ...stillFailing].find((change) => change.titles[0] === 'pays')?.verdict
}

onEachDatabase('verdict', (makeApp) => {
  test('mine takes five passing base runs; until then it says what is missing', async () => {
    const app = await makeApp()
    await mainRuns(app, 4, () => [passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays'), ...others()])).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in all of its 4 recent base runs; 5 are needed to tell a regression from a flake, 20 are looked at.',
      history: { runs: 4, passed: 4 },
    })
    const [fifth] = await mainRuns(app, 1, () => [passed('pays'), ...others()])
    const verdict = await verdictOf(app, [failed('pays'), ...others()])
    expect(verdict).toMatchObject({
      kind: 'mine',
      because:
        'It passed in all of its 5 recent base runs, failed at every attempt here, and fails on no other branch.',
      history: { runs: 5, passed: 5, failed: 0, flaky: 0 },
    })
    expect(verdict?.history.executions).toHaveLength(5)
    expect(verdict?.history.executions[0]).toBe(fifth)
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

  test('a known flake is told with its rate and interval', async () => {
    const app = await makeApp()
    await mainRuns(app, 10, (i) => [i % 5 === 0 ? flaky('pays') : passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays'), ...others()])).toMatchObject({
      kind: 'known-flake',
      because: 'It failed or flaked in 2 of its 10 recent base runs (20 %, 95 % interval 6–51 %).',
      history: { runs: 10, passed: 8, flaky: 2, failed: 0 },
    })
  })

  test('what fails the same way on the base is broken there, values aside', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, () => [failed('pays', { message: 'expected 1 to be 2' }), ...others()])
    const same = await verdictOf(app, [failed('pays', { message: 'expected 7 to be 9' }), ...others()])
    expect(same).toMatchObject({
      kind: 'base-is-broken',
      because: 'It fails the same way on the base, and in 3 of its 3 recent base runs.',
    })
    const different = await verdictOf(app, [failed('pays', { message: 'no such button' }), ...others()])
    expect(different).toMatchObject({ kind: 'unknown', because: expect.stringContaining('in another way') })
    const silent: MadeTest = { file: 'shop.test.ts', titles: ['pays'], attempts: [{ status: 'failed' }] }
    expect(await verdictOf(app, [silent, ...others()])).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('is not known'),
    })
  })

  test('a run in which nearly everything failed blames the surroundings', async () => {
    const app = await makeApp()
    const names = ['pays', 'b', 'c', 'd', 'e']
    await mainRuns(app, 6, () => names.map((name) => passed(name)))
    const most = names.map((name) => (name === 'e' ? passed(name) : failed(name)))
    expect(await verdictOf(app, most)).toMatchObject({
      kind: 'infrastructure',
      because: '4 of the 5 tests of this run failed, which no single change does.',
    })
    const fewer = names.map((name) => (name === 'e' || name === 'd' ? passed(name) : failed(name)))
    expect(await verdictOf(app, fewer)).toMatchObject({ kind: 'mine' })
  })

  test('a failure on another branch, or a pass beside it, is not laid at the change', async () => {
    const app = await makeApp()
    await mainRuns(app, 5, () => [passed('pays'), passed('z'), ...others()])
    const repeated: MadeTest = {
      file: 'shop.test.ts',
      titles: ['pays'],
      attempts: [
        { status: 'passed' },
        { status: 'failed', detail: { repeat: 1, errors: [{ message: 'second time' }] } },
      ],
    }
    expect(await verdictOf(app, [repeated, ...others()])).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('another attempt of this run passed too'),
    })
    await settled(app, { code: { branch: 'elsewhere' }, results: [failed('pays'), ...others()] })
    expect(await verdictOf(app, [failed('pays'), ...others()])).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('failed on other branches on 1 of the last 14 days'),
    })
  })

  test('passing first and failing when run again is not a clear case either', async () => {
    const app = await makeApp()
    await mainRuns(app, 5, () => [passed('pays'), ...others()])
    const code = { branch: 'topic', baseBranch: 'main', pullRequest: 7 }
    const made = (runAttempt: number, results: MadeTest[]) =>
      send(app, run({ build: 'again', runAttempt, code, results }))
    const { data } = await made(1, [passed('pays'), failed('x'), passed('y')])
    await made(2, [failed('pays'), passed('x'), passed('y')])
    await app.settle(data.execution.id)
    const compared = await compare(app, data.execution.id)
    expect(compared.regressions).toMatchObject([
      { titles: ['pays'], verdict: { kind: 'unknown', because: expect.stringContaining('another attempt') } },
    ])
  })

  test('the history of another leg is none of a test’s own', async () => {
    const app = await makeApp()
    for (let i = 0; i < 6; i++) {
      const build = `main ${i}`
      const { data } = await send(app, run({ build, part: { leg: 'linux' }, results: [passed('pays')] }))
      const windows = i < 2 ? [passed('pays')] : i === 2 ? [flaky('pays')] : []
      await send(app, run({ build, part: { leg: 'windows' }, results: [...windows, ...others()] }))
      await app.settle(data.execution.id)
      app.advance(60_000)
    }
    const build = 'topic'
    const code = { branch: 'topic', baseBranch: 'main' }
    const { data } = await send(
      app,
      run({ build, code, part: { leg: 'linux' }, results: [failed('pays'), ...others()] }),
    )
    await send(app, run({ build, code, part: { leg: 'windows' }, results: [failed('pays'), ...others()] }))
    await app.settle(data.execution.id)
    const { regressions, newTests } = await compare(app, data.execution.id)
    expect(regressions).toMatchObject([{ leg: 'linux', verdict: { kind: 'mine', history: { runs: 6 } } }])
    expect(newTests.find((change) => change.titles[0] === 'pays')?.leg).toBe('windows')
  })
})

test('the interval is honest about small samples', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  expect(wilson(1, 1).low).toBeLessThan(0.25)
  expect(wilson(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.161, 3) })
  expect(wilson(10, 20)).toEqual({ low: expect.closeTo(0.299, 3), high: expect.closeTo(0.701, 3) })
})
