import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import {
  failed,
  failedTwice,
  flaky,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
} from '../../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../../testing/verdicts.ts'

const others = () => [passed('x'), passed('y')]
const _many = () => Array.from({ length: 9 }, (_, i) => passed(`beside ${i}`))
const other = { branch: 'other', baseBranch: 'main', pullRequest: 8 }

onEachDatabase('verdicts of flakes', (makeApp) => {
  test('a known flake is reported with its rate, its interval and its runs', async () => {
    const app = await makeApp()
    const slips = () => flaky('pays', { message: 'no answer within 30 s' })
    const ids = await mainRuns(app, 10, (i) => [i % 5 === 0 ? slips() : passed('pays'), ...others()])
    const message = 'no answer within 31 s'
    const verdict = await verdictOf(app, [failed('pays', { message }), ...others()])
    expect(verdict).toMatchObject({
      kind: 'known-flake',
      because: expect.stringMatching(/\b2 of 10 runs\b.*\b30 days \(20 %, 95 % interval 5.7 % to 51 %\)/),
      history: { runs: 10, passed: 8, flaky: 2, failed: 0 },
      // Wilson by hand: z = 1.96, p = 0.2, n = 10.
      flakiness: {
        rate: 0.2,
        runs: 2,
        of: 10,
        low: expect.closeTo(0.0567, 3),
        high: expect.closeTo(0.5098, 3),
        days: 30,
      },
    })
    expect(verdict?.evidence.map(({ what, execution }) => [what, execution])).toEqual([
      ['flaked', ids[5]],
      ['flaked', ids[0]],
    ])
    // Flaky, but never with this error: that is no excuse for it.
    const own = await verdictOf(app, [failedTwice('pays', { message: 'total is wrong' }), ...others()])
    expect(own).toMatchObject({ kind: 'mine', flakiness: null })
    expect(own?.because).toMatch(
      /^It passed in 8 of 10 recent base runs and flaked in 2, failed at every attempt here/,
    )
  })

  test('a flake excuses no failure that it brings with a chance of less than 15 %', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    const flakeIn = async (runs: number, every: number) => {
      const run = (i: number) => (i % every === 0 ? flaky('pays', message) : passed('pays'))
      await mainRuns(app, runs, (i) => [run(i), ...others()])
    }
    const once = () => verdictOf(app, [failed('pays', message), ...others()])
    // The test flakes in 2 of 40 runs: a failed run has a chance of 3 of 42.
    await flakeIn(40, 20)
    expect(await once()).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'too-often-for-a-flake' },
      because: expect.stringContaining(
        'failed in this run. Such a flake alone does that with a chance of 7.1 %, too low',
      ),
      needs: { what: 'another-run', have: 1, need: 2 },
    })
    // In 12 of 60: 13 of 63, 13 * 14 of 63 * 64 for two in a row, on whichever branch.
    await flakeIn(20, 2)
    const onOther = () => verdictOf(app, [failed('pays', message), ...others()], { code: other })
    expect(await onOther()).toMatchObject({ kind: 'known-flake' })
    expect(await onOther()).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('here it failed in 2 runs of this branch in a row. Such'),
      needs: { what: 'base-run' },
    })
  })

  test('excuses a rarer flake that passed on another leg: a change breaks a test on all legs', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    const runOn = async (code: NonNullable<MadeRun['code']>, linux: MadeTest, windows: MadeTest) => {
      const build = `at ${app.clock()}`
      const machines = [
        { leg: 'linux', result: linux },
        { leg: 'windows', result: windows },
      ]
      let id = ''
      for (const { leg, result } of machines)
        id = (await send(app, run({ build, code, part: { leg }, results: [result, ...others()] }))).data
          .execution.id
      await app.settle(id)
      app.advance(60_000)
      return id
    }
    // Two flakes in 20 runs of the leg: a failed run has a chance of 3 of 22.
    for (let i = 0; i < 20; i++)
      await runOn({ branch: 'main' }, i % 10 === 0 ? flaky('pays', message) : passed('pays'), passed('pays'))
    const verdicts = async (code: NonNullable<MadeRun['code']>, windows: MadeTest) => {
      const head = await runOn(code, failed('pays', message), windows)
      return (await compare(app, head)).regressions.map(({ leg, verdict }) => [leg, verdict.basis.rule])
    }
    expect(await verdicts(topic, passed('pays'))).toEqual([['linux', 'known-flake']])
    expect(await verdicts(other, failed('pays', message))).toContainEqual(['linux', 'too-often-for-a-flake'])
  })

  test('failing at all attempts is more than a flake that always passes at the second explains', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    // Two attempts fail with a chance of 6 of 30 times 7 of 31.
    await mainRuns(app, 28, (i) => [i % 6 === 0 ? flaky('pays', message) : passed('pays'), ...others()])
    expect(await verdictOf(app, [failedTwice('pays', message), ...others()])).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'too-often-for-a-flake' },
      because: expect.stringContaining(
        'failed at all 2 attempts. Such a flake alone does that with a chance of 4.5 %',
      ),
    })
  })

  test.each([
    [1, 'without retries', failed],
    [0, 'that also fail when retried', failedTwice],
  ])('two flakes of twelve runs hardly bring more than %i run in a row %s', async (may, _, broken) => {
    const app = await makeApp()
    const message = { message: 'm' }
    const ids = [3, 8]
    await mainRuns(app, 12, (i) => [ids.includes(i) ? flaky('pays', message) : passed('pays'), ...others()])
    const inRow = () => verdictOf(app, [broken('pays', message), ...others()])
    for (let run = 1; run <= may; run++) expect(await inRow()).toMatchObject({ kind: 'known-flake' })
    expect(await inRow()).toMatchObject({ kind: 'unknown', basis: { rule: 'too-often-for-a-flake' } })
  })

  test('neither a base that failed once nor failures that came and went excuse a test that fails in each run', async () => {
    const message = { message: 'm' }
    const slipped = [failed('pays', message), ...others()]
    const inRow = async (app: TestApp, runs: number) => {
      for (let run = 1; run < runs; run++)
        expect(await verdictOf(app, slipped)).toMatchObject({ kind: 'known-flake' })
      expect(await verdictOf(app, slipped)).toMatchObject({
        kind: 'unknown',
        basis: { rule: 'too-often-for-a-flake' },
        because: expect.stringContaining(`here it failed in ${runs} runs of this branch in a row`),
      })
    }
    const onFailed = await makeApp()
    const runOf = (i: number) => {
      if (i === 12) return failed('pays', message)
      return i === 3 || i === 8 ? flaky('pays', message) : passed('pays')
    }
    await mainRuns(onFailed, 13, (i) => [runOf(i), ...others()])
    await inRow(onFailed, 2)
    const comingAndGoing = await makeApp()
    await mainRuns(comingAndGoing, 13, (i) => [
      i % 4 === 3 ? failed('pays', message) : passed('pays'),
      ...others(),
    ])
    await inRow(comingAndGoing, 2)
  })

  test('a base that fails in a row, as two flakes of twelve runs hardly do, is broken', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    const runOf = (i: number) => {
      if (i >= 12) return failed('pays', message)
      return i === 3 || i === 8 ? flaky('pays', message) : passed('pays')
    }
    await mainRuns(app, 13, (i) => [runOf(i), ...others()])
    const once = await verdictOf(app, [failed('pays', message), ...others()])
    expect(once).toMatchObject({ kind: 'known-flake' })
    await mainRuns(app, 2, () => [failed('pays', message), ...others()])
    expect(await verdictOf(app, [failed('pays', message), ...others()], { code: other })).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-on-base' },
    })
  })

  test('a test that fails in half of the base runs may fail in the newest four, too', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    const isBad = (i: number) => i >= 16 || [0, 1, 4, 6, 7, 10, 12, 13].includes(i)
    await mainRuns(app, 20, (i) => [isBad(i) ? failed('pays', message) : passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays', message), ...others()])).toMatchObject({
      kind: 'known-flake',
      basis: { rule: 'came-and-went' },
    })
  })

  test('a test that seldom failed and fails in the newest four base runs is broken there', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    const isBad = (i: number) => i >= 16 || [2, 6, 10].includes(i)
    await mainRuns(app, 20, (i) => [isBad(i) ? failed('pays', message) : passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays', message), ...others()])).toMatchObject({
      kind: 'base-is-broken',
      basis: { rule: 'fails-on-base' },
    })
  })

  test('what came and went three times on the base is a flake, on a base that fails as well', async () => {
    const app = await makeApp()
    const message = { message: 'm' }
    await mainRuns(app, 12, (i) => [i % 4 === 3 ? failed('pays', message) : passed('pays'), ...others()])
    const onFailing = await verdictOf(app, [failed('pays', message), ...others()])
    const because = expect.stringContaining('It failed like this 3 times in 12 recent base runs')
    expect(onFailing).toMatchObject({ kind: 'known-flake', because, basis: { rule: 'came-and-went' } })
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    expect(await verdictOf(app, [failed('pays', message), ...others()], { code: other })).toMatchObject({
      kind: 'known-flake',
      flakiness: { runs: 3 },
    })
  })

  test('a test that was moved or renamed while the base is broken is not the change’s', async () => {
    const app = await makeApp()
    const message = (i: number) => ({ message: `cart ${i} is gone` })
    await mainRuns(app, 5, () => [passed('pays'), ...others()])
    await mainRuns(app, 1, () => [failed('pays', message(1)), ...others()])
    const newTests = async (branch: string, moved: MadeTest[]) => {
      const code = { ...topic, branch, pullRequest: branch.length }
      const head = await settled(app, { code, results: [...moved, ...others()] })
      return (await compare(app, head)).newTests.map(({ verdict }) => verdict)
    }
    expect(await newTests('moved', [failed('pays', { file: 'till.test.ts', ...message(2) })])).toMatchObject([
      { kind: 'base-is-broken', basis: { rule: 'moved-from-broken-base' } },
    ])
    expect(await newTests('renamed', [failed('pays at last', message(3))])).toMatchObject([
      { kind: 'base-is-broken' },
    ])
    const another = failed('pays', { file: 'till.test.ts', message: 'no till' })
    expect(await newTests('otherwise', [another])).toMatchObject([
      { kind: 'unknown', needs: { what: 'passing-base', have: null, need: null } },
    ])
    const beside = [failed('pays', message(4)), failed('new', { message: 'no till' })]
    expect(await newTests('beside it', beside)).toMatchObject([{ kind: 'mine' }])
  })

  test('where tests of a base run fail by chance now and then, one failed attempt is not enough', async () => {
    const app = await makeApp()
    const chances = (i: number) =>
      [3, 5, 7, 9, 11, 13].map((index) => (i === index ? failed : passed)(`chance ${index}`))
    await mainRuns(app, 18, (i) => [passed('pays'), passed('z'), ...chances(i), ...others()])
    const sound = [passed('z'), ...chances(0), ...others()]
    const own = () => failed('pays', { message: 'its own' })
    expect(await verdictOf(app, [own(), ...sound])).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'single-failure', cleanBaseRuns: 18 },
      needs: { what: 'another-run', have: 1, need: 2 },
    })
    expect(await verdictOf(app, [own(), ...sound])).toMatchObject({ kind: 'mine' })
  })

  test('a test that no run has seen fail is not held against tests that fail again and again', async () => {
    const app = await makeApp()
    const again = (i: number) => (i === 2 || i === 13 ? failed : passed)('again and again')
    const elsewhere = (isBad: boolean) => (isBad ? failed : passed)('here and elsewhere')
    const beside = (i: number) => [again(i), elsewhere(i === 8), ...others()]
    await mainRuns(app, 18, (i) => [passed('pays'), ...beside(i)])
    await settled(app, { code: other, results: [passed('pays'), again(0), elsewhere(true), ...others()] })
    expect(await verdictOf(app, [failed('pays', { message: 'its own' }), ...beside(0)])).toMatchObject({
      kind: 'mine',
      basis: { rule: 'regression', chanceFailures: 0 },
    })
  })

  test('tests that fail by chance hardly do so together for the first time, each in its own way', async () => {
    const names = ['pays', 'p', 'q']
    const one = (name: string, of: typeof failed, message = `${name} is broken`) =>
      of(name, { file: `${name}.test.ts`, ...(of === failed ? { message } : {}) })
    const verdictOn = async (bad: string[], message?: string) => {
      const app = await makeApp()
      const chances = (i: number) =>
        [3, 5, 7, 9, 11, 13].map((index) => (i === index ? failed : passed)(`chance ${index}`))
      await mainRuns(app, 18, (i) => [...names.map((name) => one(name, passed)), ...chances(i), ...others()])
      const results = names.map((name) => one(name, bad.includes(name) ? failed : passed, message))
      return verdictOf(app, [...results, ...chances(0), ...others()])
    }
    expect(await verdictOn(['pays', 'p'])).toMatchObject({ basis: { rule: 'single-failure' } })
    expect(await verdictOn(names)).toMatchObject({ kind: 'mine', basis: { rule: 'regression' } })
    expect(await verdictOn(names, 'the lock is taken')).toMatchObject({ basis: { rule: 'single-failure' } })
  })

  test('passed and failed on one tree is a flake, wherever it happened', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => [passed('pays'), ...others()])
    const code = { branch: 'elsewhere', tree: 'a'.repeat(40) }
    const bad = await settled(app, { code, results: [failed('pays', { message: 'm' }), ...others()] })
    const suspicious = await verdictOf(app, [failedTwice('pays', { message: 'm' }), ...others()])
    expect(suspicious).toMatchObject({
      kind: 'unknown',
      evidence: [{ what: 'failed-elsewhere', execution: bad }],
    })
    await settled(app, { code, results: [passed('pays'), ...others()] })
    // 6 runs of main and 3 of other branches ran it; one of them failed where its twin passed.
    const here = verdictOf(app, [failed('pays', { message: 'm' }), ...others()], { code: other })
    expect(await here).toMatchObject({
      kind: 'known-flake',
      flakiness: { runs: 1, of: 9 },
      evidence: [{ what: 'flaked', execution: bad }],
    })
  })

  test('one run that passed again does not make a known flake of a new test, two runs do', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => others())
    const slipped = (branch: string) =>
      settled(app, { code: { branch }, results: [flaky('pays', { message: 'm' }), ...others()] })
    const newTest = async (branch: string) => {
      const results = [failed('pays', { message: 'm' }), ...others()]
      const head = await settled(app, { code: { ...topic, branch }, results })
      return (await compare(app, head)).newTests[0]?.verdict
    }
    await slipped('adds it')
    expect(await newTest('also has it')).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'flaked-once' },
      flakiness: { runs: 1, of: 1 },
      because: expect.stringContaining('one run does not make a known flake of it'),
      needs: { what: 'another-run', have: 1, need: 2 },
    })
    await slipped('has it, too')
    expect(await newTest('has it as well')).toMatchObject({
      kind: 'known-flake',
      basis: { rule: 'known-flake' },
    })
  })

  test('nor of a test that the base passed; another failure with this error does', async () => {
    const app = await makeApp()
    await mainRuns(app, 8, () => [passed('pays'), ...others()])
    const bad = () => [failed('pays', { message: 'm' }), ...others()]
    await settled(app, { code: { branch: 'a' }, results: [flaky('pays', { message: 'm' }), ...others()] })
    expect(await verdictOf(app, bad())).toMatchObject({ kind: 'unknown', basis: { rule: 'flaked-once' } })
    await settled(app, { code: { branch: 'b' }, results: bad() })
    expect(await verdictOf(app, bad(), { code: other })).toMatchObject({ kind: 'known-flake' })
  })

  test('what passes in another run of exactly this code is not certain to fail', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, () => [passed('pays'), ...others()])
    const code = { ...topic, tree: 'b'.repeat(40) }
    const twin = await settled(app, { code, results: [passed('pays'), ...others()] })
    expect(await verdictOf(app, [failed('pays'), ...others()], { code })).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in another run of exactly this code, so it does not always fail; it passed in all 20 recent base runs.',
      evidence: [{ what: 'failed-here' }, { what: 'passed-on-same-code', execution: twin }],
    })
    const same = { branch: 'main', tree: 'c'.repeat(40) }
    const base = await settled(app, { code: same, results: [passed('pays'), ...others()] })
    const empty = { ...topic, branch: 'changes nothing', tree: 'c'.repeat(40) }
    expect(await verdictOf(app, [failed('pays'), ...others()], { code: empty })).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'passed-on-same-code' },
      evidence: expect.arrayContaining([
        expect.objectContaining({ what: 'passed-on-same-code', execution: base }),
      ]),
    })
  })

  test('tests that all fail with one error on the code of a run that passed are no flakes', async () => {
    const app = await makeApp()
    const code = { branch: 'main', tree: 'c'.repeat(40) }
    const names = ['pays', 'x', 'y']
    const base = await settled(app, { code, results: names.map((name) => passed(name)) })
    for (const message of ['connect ECONNREFUSED 127.0.0.1:3000', 'expected 500 to be 200']) {
      const dead = () => names.map((name) => failed(name, { message }))
      const head = await settled(app, { code: { ...topic, tree: code.tree }, results: dead() })
      const { regressions } = await compare(app, head)
      expect(regressions.map(({ verdict }) => verdict)).toMatchObject(
        names.map(() => ({
          kind: 'infrastructure',
          basis: { rule: 'passed-on-same-code' },
          evidence: [{ what: 'failed-here' }, { what: 'passed-on-same-code', execution: base }],
        })),
      )
    }
    // Half of a run, or each with an error of its own, is about the tests.
    const half = [
      ...['pays', 'x', 'y'].map((name) => failed(name)),
      ...['a', 'b', 'c'].map((name) => passed(name)),
    ]
    expect(await verdictOf(app, half, { code: { ...topic, tree: code.tree } })).not.toMatchObject({
      kind: 'infrastructure',
    })
    const apart = names.map((name) => failed(name, { message: `${name} is wrong` }))
    expect(await verdictOf(app, apart, { code: { ...topic, tree: code.tree } })).not.toMatchObject({
      kind: 'infrastructure',
    })
  })

  test('a break that was fixed is not a flake; one that came and went may be', async () => {
    const app = await makeApp()
    const broken = () => [failed('pays', { message: 'm' }), ...others()]
    const sound = () => [passed('pays'), ...others()]
    await mainRuns(app, 5, sound)
    await mainRuns(app, 2, broken)
    await mainRuns(app, 15, sound)
    const head = [failed('pays', { message: 'm' }), ...others()]
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'mine',
      because: expect.stringMatching(/^It passed in 15 of 20 recent base runs/),
    })
    const [again] = await mainRuns(app, 1, broken)
    await mainRuns(app, 1, sound)
    const verdict = await verdictOf(app, head, { code: other })
    expect(verdict).toMatchObject({
      kind: 'unknown',
      because: expect.stringMatching(
        /^It failed like this 2 times in 20 recent base runs and passed in between/,
      ),
      flakiness: null,
    })
    expect(verdict?.evidence[0]).toMatchObject({ what: 'failed-on-base', execution: again })
  })
})
