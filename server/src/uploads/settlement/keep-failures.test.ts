import { expect, test } from 'vitest'
import { archive } from '../../testing/archive.ts'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failed, flaky, type MadeRun, type MadeTest, made, passed, run, send } from '../../testing/upload.ts'
import { mainRuns, topic } from '../../testing/verdicts.ts'

const TREE = 'a'.repeat(40)
const NAMES = ['b', 'c', 'd']
const suite = (make: (title: string) => MadeTest) => [
  passed('a'),
  ...NAMES.map((name) => make(name)),
  passed('e', { file: 'other.test.ts' }),
]
const red = (message = 'polluted') => suite((name) => failed(name, { message }))
const alone = () => NAMES.map((name) => passed(name))

/** One attempt of a CI run of a pull request. */
async function attempt(app: TestApp, build: string, runAttempt: number, made: MadeRun): Promise<string> {
  const code = { ...topic, tree: TREE }
  const { data, error } = await send(app, run({ build, runAttempt, code, ...made }))
  if (error) throw new Error(error.message)
  await app.settle(data.execution.id)
  app.advance(60_000)
  return data.execution.id
}

interface Detail {
  state: string
  warnings: string[]
  counts: Record<string, number>
  results: { titles: string[]; status: string; attempts: { status: string; runAttempt: number }[] }[]
}
const detail = async (app: TestApp, id: string) => (await app.get<Detail>(`/api/executions/${id}`)).data
const flakyTitles = async (app: TestApp) =>
  (await app.get<{ titles: string[] }[]>('/api/flaky-tests')).data.map((each) => each.titles[0])

onEachDatabase('a re-run of the failed tests alone', (makeApp) => {
  test('leaves the failures of the whole run, and no flaky test', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => suite(passed))
    const id = await attempt(app, 'one', 1, { results: red() })
    expect(await attempt(app, 'one', 2, { results: alone() })).toBe(id)
    const { state, counts, results } = await detail(app, id)
    expect({ state, counts }).toMatchObject({ state: 'failed', counts: { passed: 2, failed: 3, flaky: 0 } })
    expect(results.find(({ titles }) => titles[0] === 'b')).toMatchObject({
      status: 'failed',
      attempts: [
        { status: 'failed', runAttempt: 1 },
        { status: 'passed', runAttempt: 2 },
      ],
    })
    expect(await flakyTitles(app)).toEqual([])
    const { regressions, newlyFlaky } = await compare(app, id)
    expect(newlyFlaky).toEqual([])
    expect(regressions.map(({ verdict }) => verdict)).toMatchObject(
      NAMES.map(() => ({
        kind: 'unknown',
        because: expect.stringContaining('passed when it was run again alone'),
        evidence: expect.arrayContaining([expect.objectContaining({ what: 'passed-alone', execution: id })]),
      })),
    )
  })

  test('excuses no branch that breaks such a test later', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, () => suite(passed))
    await attempt(app, 'polluting', 1, { results: red() })
    await attempt(app, 'polluting', 2, { results: alone() })
    const code = { branch: 'other', baseBranch: 'main', pullRequest: 8, tree: 'b'.repeat(40) }
    const results = [...red().filter(({ titles }) => !['c', 'd'].includes(titles[0] ?? ''))]
    const head = await attempt(app, 'breaking', 1, { code, results: [...results, passed('c'), passed('d')] })
    const { regressions } = await compare(app, head)
    expect(regressions.map(({ verdict }) => verdict.kind)).not.toContain('known-flake')
  })

  test('on the base leaves open whether the base is broken, until it fails there again', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => suite(passed))
    const onMain = (build: string, runAttempt: number, results: MadeTest[]) =>
      attempt(app, build, runAttempt, { code: { branch: 'main', tree: 'c'.repeat(40) }, results })
    await onMain('base', 1, red())
    await onMain('base', 2, alone())
    const head = await attempt(app, 'head', 1, { results: red() })
    const kindOf = async (id: string) => (await compare(app, id)).stillFailing[0]?.verdict
    expect(await kindOf(head)).toMatchObject({ kind: 'unknown', basis: { rule: 'passed-alone' } })
    await onMain('next', 1, red())
    expect(await kindOf(await attempt(app, 'later', 1, { results: red() }))).toMatchObject({
      kind: 'base-is-broken',
    })
  })

  test('whichever part arrives first, and however often the run is reopened', async () => {
    const app = await makeApp()
    const late = await attempt(app, 'late', 2, { results: alone() })
    expect((await detail(app, late)).state).toBe('passed')
    await attempt(app, 'late', 1, { results: red() })
    expect(await detail(app, late)).toMatchObject({ state: 'failed', counts: { failed: 3, flaky: 0 } })
    await attempt(app, 'late', 3, { results: alone() })
    expect(await detail(app, late)).toMatchObject({ state: 'failed', counts: { failed: 3, flaky: 0 } })
    await attempt(app, 'late', 4, { results: suite(passed) })
    expect(await detail(app, late)).toMatchObject({ state: 'passed', counts: { passed: 2, flaky: 3 } })
    expect(await flakyTitles(app)).toEqual(expect.arrayContaining(NAMES))
  })

  test('with a failure leaves that failure; what passed in the same selection stays, too', async () => {
    const app = await makeApp()
    const id = await attempt(app, 'one', 1, { results: red() })
    await attempt(app, 'one', 2, { results: [passed('b'), passed('c'), failed('d', { message: 'own' })] })
    expect((await detail(app, id)).counts).toMatchObject({ passed: 2, failed: 3, flaky: 0 })
  })

  test('of the whole files that had failures is a selection as well', async () => {
    const app = await makeApp()
    const id = await attempt(app, 'one', 1, { results: red() })
    await attempt(app, 'one', 2, { results: [passed('a'), ...alone()] })
    expect((await detail(app, id)).counts).toMatchObject({ passed: 2, failed: 3, flaky: 0 })
  })

  test('that needed a retry shows a flake: the test failed and passed alone', async () => {
    const app = await makeApp()
    const id = await attempt(app, 'one', 1, { results: red() })
    await attempt(app, 'one', 2, { results: NAMES.map((name) => flaky(name)) })
    expect(await detail(app, id)).toMatchObject({ state: 'passed', counts: { failed: 0, flaky: 3 } })
  })
})

const leftOut = (title: string) =>
  made(title, {}, [{ status: 'skipped', detail: { skip: { kind: 'filtered' } } }])

onEachDatabase('a re-run that leaves tests out by name', (makeApp) => {
  test('keeps their results, in any order of arrival', async () => {
    const runs = [
      [passed('a'), failed('b'), failed('c')],
      [leftOut('a'), leftOut('b'), passed('c')],
    ]
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const app = await makeApp()
      let id = ''
      for (const i of order) id = await attempt(app, 'one', i + 1, { results: runs[i] as MadeTest[] })
      const { state, counts, results } = await detail(app, id)
      expect({ state, counts }).toMatchObject({
        state: 'failed',
        counts: { total: 3, passed: 1, failed: 2, skipped: 0 },
      })
      expect(results.map(({ titles, status }) => `${titles[0]} ${status}`).sort()).toEqual([
        'a passed',
        'b failed',
        'c failed',
      ])
    }
  })

  test('in a new build stops no test', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => suite(passed))
    await attempt(app, 'one', 1, { results: red() })
    const id = await attempt(app, 'again', 1, { results: [leftOut('a'), ...alone(), leftOut('e')] })
    expect(await detail(app, id)).toMatchObject({ state: 'incomplete' })
    const { stoppedRunning } = await compare(app, id)
    expect([...new Set(stoppedRunning.map(({ cause }) => cause))]).toEqual(['not-selected'])
  })
})

onEachDatabase('a re-run of all tests', (makeApp) => {
  test('shows flaky tests, even if every test had failed or a new one is missing', async () => {
    const app = await makeApp()
    const whole = await attempt(app, 'whole', 1, { results: red() })
    await attempt(app, 'whole', 2, { results: suite(passed) })
    expect(await detail(app, whole)).toMatchObject({ state: 'passed', counts: { flaky: 3 } })
    const all = await attempt(app, 'all', 1, { results: [failed('b')] })
    await attempt(app, 'all', 2, { results: [passed('b')] })
    expect(await detail(app, all)).toMatchObject({ state: 'passed', counts: { flaky: 1 } })
    const few = await attempt(app, 'few', 1, { results: red() })
    await attempt(app, 'few', 2, { results: [...alone(), passed('e', { file: 'other.test.ts' })] })
    expect(await detail(app, few)).toMatchObject({ state: 'passed', counts: { flaky: 3 } })
  })

  test('of one shard compares with that shard', async () => {
    const app = await makeApp()
    const shard = (index: number) => ({ part: { shard: { index, total: 2 } } })
    const id = await attempt(app, 'one', 1, { ...shard(1), results: red() })
    await attempt(app, 'one', 1, { ...shard(2), results: [passed('x', { file: 'x.test.ts' })] })
    await attempt(app, 'one', 2, { ...shard(1), results: suite(passed) })
    expect(await detail(app, id)).toMatchObject({ state: 'passed', counts: { failed: 0, flaky: 3 } })
  })
})

onEachDatabase('a new run of the failed tests alone', (makeApp) => {
  test('proves nothing about the run of the same code', async () => {
    const app = await makeApp()
    const first = await attempt(app, 'one', 1, { results: red() })
    await attempt(app, 'from failed', 1, { results: alone() })
    expect(await flakyTitles(app)).toEqual([])
    await attempt(app, 'whole', 1, { results: suite(passed) })
    expect((await flakyTitles(app)).sort()).toEqual(NAMES)
    expect((await detail(app, first)).state).toBe('failed')
  })

  test('is named in the verdict, and excuses nothing', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, () => suite(passed))
    const id = await attempt(app, 'one', 1, { results: red() })
    const again = await attempt(app, 'from failed', 1, { results: alone() })
    expect((await compare(app, id)).regressions[0]?.verdict).toMatchObject({
      basis: { rule: 'passed-alone' },
      evidence: expect.arrayContaining([expect.objectContaining({ what: 'passed-alone', execution: again })]),
    })
    const whole = await attempt(app, 'whole', 1, { results: suite(passed) })
    expect((await compare(app, id)).regressions[0]?.verdict).toMatchObject({
      basis: { rule: 'passed-on-same-code' },
      evidence: expect.arrayContaining([
        expect.objectContaining({ what: 'passed-on-same-code', execution: whole }),
      ]),
    })
  })

  test('is not passed, by its tests or by their files, and stays so when it is archived', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => suite(passed))
    await attempt(app, 'one', 1, { results: red() })
    const byTest = await attempt(app, 'tests', 1, { results: alone() })
    const byFile = await attempt(app, 'file', 1, { results: [passed('a'), ...alone()] })
    for (const id of [byTest, byFile]) {
      expect(await detail(app, id)).toMatchObject({
        state: 'incomplete',
        counts: { failed: 0 },
        warnings: [expect.stringContaining('passed alone, and no other test ran again')],
      })
      const { stoppedRunning, conclusion } = await compare(app, id)
      expect([conclusion, ...new Set(stoppedRunning.map(({ cause }) => cause))]).toEqual([
        'incomplete',
        'not-selected',
      ])
    }
    await archive(app, byTest)
    expect(await compare(app, byTest)).toMatchObject({
      conclusion: 'incomplete',
      cutOff: [expect.stringContaining('no other test ran again')],
    })
    // Another part brings the others.
    await attempt(app, 'file', 1, { results: suite(passed).slice(4), part: { job: 'rest' } })
    expect(await detail(app, byFile)).toMatchObject({ state: 'passed', warnings: [] })
  })

  test('leaves the branch and its badge as failed', async () => {
    const app = await makeApp()
    const onMain = { code: { branch: 'main', tree: TREE } }
    const red_ = await attempt(app, 'one', 1, { ...onMain, results: red() })
    await attempt(app, 'again', 1, { ...onMain, results: alone() })
    const { data: badge } = await app.post<{ url: string }>('/api/projects/shop/badge', {})
    const svg = await app.request(new URL(badge.url).pathname, { key: null })
    expect(await svg.text()).toContain('3 failing')
    const head = await attempt(app, 'topic', 1, { code: topic, results: red() })
    expect((await compare(app, head)).base).toMatchObject({ id: red_ })
  })

  test('is no good news: neither the comment nor the gate says that nothing broke', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => suite(passed))
    await attempt(app, 'one', 1, { results: red() })
    const again = await attempt(app, 'from failed', 1, { results: alone() })
    const words = '3 tests that had failed on this code passed alone, and no other test ran again'
    const compared = await compare(app, again)
    expect(compared).toMatchObject({ conclusion: 'incomplete', cutOff: [words], removed: [] })
    expect(compared.headline).toContain(words)
    expect(compared.stoppedRunning.map(({ cause }) => cause)).toEqual(['not-selected', 'not-selected'])
    // All tests again, or none that had failed, are a run like any other.
    for (const results of [suite(passed), [passed('a')]])
      expect(await compare(app, await attempt(app, `${results.length}`, 1, { results }))).toMatchObject({
        conclusion: 'passed',
        cutOff: [],
      })
  })
})
