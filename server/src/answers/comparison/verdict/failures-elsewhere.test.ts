import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
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
const many = () => Array.from({ length: 9 }, (_, i) => passed(`beside ${i}`))
const other = { branch: 'other', baseBranch: 'main', pullRequest: 8 }

onEachDatabase('verdicts of failures that also occur elsewhere', (makeApp) => {
  test('what the base branch came to fail since the base is its own', async () => {
    const app = await makeApp()
    const sha = 'd'.repeat(40)
    await mainRuns(app, 4, () => [passed('pays'), ...others()])
    await settled(app, { code: { branch: 'main', testedSha: sha }, results: [passed('pays'), ...others()] })
    const code = { ...topic, mergeBaseSha: sha }
    const since: string[] = []
    const verdict = async () => {
      since.push(...(await mainRuns(app, 1, () => [failed('pays', { message: 'm' }), ...others()])))
      return verdictOf(app, [failedTwice('pays', { message: 'm' }), ...others()], { code })
    }
    expect((await verdict())?.because).toMatch(/^It passed on the base, .*\bonly newer run\b/)
    expect(await verdict()).toMatchObject({
      kind: 'base-is-broken',
      because: expect.stringMatching(/^It passed on the base, .*\ball 2 newer runs\b/),
      evidence: since.map((execution) => ({ what: 'failed-on-base-since', execution })),
    })
  })

  test('what failed here before the base branch did, or is mended there, is not the base branch’s', async () => {
    const app = await makeApp()
    const sha = 'd'.repeat(40)
    await mainRuns(app, 4, () => [passed('pays'), ...others()])
    await settled(app, { code: { branch: 'main', testedSha: sha }, results: [passed('pays'), ...others()] })
    const code = { ...topic, mergeBaseSha: sha }
    const broken = [failedTwice('pays', { message: 'expected 3 to be 5' }), ...others()]
    expect(await verdictOf(app, broken, { code })).toMatchObject({ kind: 'mine' })
    const elsewhere = () => [failed('pays', { message: 'expected 4 to be 5' }), ...others()]
    await mainRuns(app, 2, elsewhere)
    expect(await verdictOf(app, broken, { code })).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('failed here before the base branch'),
    })
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    for (const head of [code, { ...code, branch: 'later', pullRequest: 9 }])
      expect((await verdictOf(app, broken, { code: head }))?.kind, head.branch).toMatch(/^(mine|unknown)$/)
  })

  test('a new test that fails is the change’s own, unless the base branch has it by now', async () => {
    const app = await makeApp()
    const sha = 'e'.repeat(40)
    const code = { ...topic, mergeBaseSha: sha }
    await mainRuns(app, 2, others)
    await settled(app, { code: { branch: 'main', testedSha: sha }, results: others() })
    const newTest = async (made: MadeRun['code']) => {
      const head = await settled(app, { code: { ...code, ...made }, results: [failed('pays'), ...others()] })
      const { newTests, regressions } = await compare(app, head)
      return [...newTests, ...regressions].find((test) => test.titles[0] === 'pays')?.verdict
    }
    const verdict = await newTest({})
    expect(verdict).toMatchObject({
      kind: 'mine',
      because: 'The test is new: none of the 3 recent base runs has it, and it failed at every attempt here.',
      history: { runs: 0 },
    })
    expect(verdict?.evidence.map(({ what }) => what)).toEqual([
      'failed-here',
      'without-it-on-base',
      'without-it-on-base',
      'without-it-on-base',
    ])
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    expect(await newTest({ branch: 'late' })).toMatchObject({ kind: 'unknown', missing: expect.any(String) })
  })

  test('what fails the same way on the base is broken there, values aside', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, () => [failed('pays', { message: 'expected 1 to be 2' }), ...others()])
    const same = await verdictOf(app, [failed('pays', { message: 'expected 7 to be 9' }), ...others()])
    expect(same).toMatchObject({
      kind: 'base-is-broken',
      because: 'It fails the same way on the base, and in 3 of 3 recent base runs.',
    })
    const different = await verdictOf(app, [failed('pays', { message: 'no such button' }), ...others()])
    expect(different).toMatchObject({ kind: 'unknown', because: expect.stringContaining('another error') })
    const silent: MadeTest = { file: 'shop.test.ts', titles: ['pays'], attempts: [{ status: 'failed' }] }
    expect(await verdictOf(app, [silent, ...others()])).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('is missing'),
    })
  })

  test('what one test had on another branch does not explain several that never had it', async () => {
    const app = await makeApp()
    const suite = (bad: string[], make = failedTwice) =>
      ['pays', 'a', 'b', 'c', 'd'].map((name) => {
        const file = `${name}.test.ts`
        return bad.includes(name) ? make(name, { file, message: 'no till' }) : passed(name, { file })
      })
    await mainRuns(app, 6, () => suite([]))
    await settled(app, { code: other, results: suite(['pays'], failed) })
    app.advance(86_400_000)
    const alone = await verdictOf(app, suite(['pays']), { code: { ...topic, branch: 'one', pullRequest: 9 } })
    expect(alone).toMatchObject({ kind: 'unknown', basis: { rule: 'failed-on-other-branches' } })
    app.advance(86_400_000)
    expect(await verdictOf(app, suite(['pays', 'a', 'b', 'c']))).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('most tests that fail so here never did on another branch'),
    })
  })

  test('a service that one test alone misses does not count with those that miss another', async () => {
    const app = await makeApp()
    const files = ['a', 'b', 'c']
    const sound = () => [...files.map((file) => passed(file, { file: `${file}.test.ts` })), ...many()]
    await mainRuns(app, 6, sound)
    const refused = (file: string, port: number) =>
      failedTwice(file, { file: `${file}.test.ts`, message: `connect ECONNREFUSED 10.0.0.5:${port}` })
    const results = [refused('a', 5_432), refused('b', 5_432), refused('c', 6_379), ...many()]
    const head = await settled(app, { code: topic, results })
    // The service was up while the head's run was.
    await mainRuns(app, 1, sound)
    const { regressions } = await compare(app, head)
    expect(regressions.map(({ titles, verdict }) => [titles[0], verdict.basis.rule])).toEqual([
      ['a', 'regression'],
      ['b', 'regression'],
      ['c', 'regression'],
    ])
  })

  test('a service that is down shows in tests that share nothing else', async () => {
    const app = await makeApp()
    const files = ['a', 'b', 'c']
    const all = (made: (file: string) => MadeTest) => [...files.map(made), ...many()]
    const sound = (file: string) => passed(file, { file: `${file}.test.ts` })
    const down = (file: string) =>
      failedTwice(file, { file: `${file}.test.ts`, message: 'connect ECONNREFUSED 10.0.0.5:5432' })
    const verdict = async (made: MadeRun) => {
      const head = await settled(app, { ...made, results: made.results ?? all(down) })
      return { head, verdict: (await compare(app, head)).regressions[0]?.verdict }
    }
    await mainRuns(app, 6, () => all(sound))
    // Of one branch alone it may as well be the change that asks in vain.
    const first = await verdict({ code: topic })
    expect(first.verdict).toMatchObject({
      kind: 'unknown',
      because: expect.stringMatching(
        /^3 tests in 3 files failed with ECONNREFUSED in this run, but passed in 6 runs/,
      ),
      evidence: expect.arrayContaining([
        expect.objectContaining({ what: 'failed-here', execution: first.head }),
        expect.objectContaining({ what: 'passed-elsewhere', branch: 'main' }),
      ]),
    })
    const second = await verdict({ code: other })
    expect(second.verdict).toMatchObject({
      kind: 'infrastructure',
      evidence: [{ what: 'failed-here' }, { what: 'failed-elsewhere', execution: first.head }],
    })
    // Other tests that a service fails elsewhere are no witnesses; and once it comes again it is the change.
    const [lonely, port] = [{ ...topic, branch: 'lonely', pullRequest: 9 }, 6_379]
    const refused = (file: string) =>
      failedTwice(file, { file: `${file}.test.ts`, message: `connect ECONNREFUSED 10.0.0.5:${port}` })
    const beside = ['d', 'e', 'f'].map(refused)
    await settled(app, { code: { branch: 'third' }, results: [...all(sound), ...beside] })
    expect((await verdict({ code: lonely, results: all(refused) })).verdict).toMatchObject({
      kind: 'unknown',
    })
    await mainRuns(app, 1, () => all(sound))
    expect((await verdict({ code: lonely, results: all(refused) })).verdict).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('and in 1 run of this branch before'),
      basis: { rule: 'regression', branchRuns: 2 },
    })
    // Hours later only this branch still has it: no outage lasts on one branch alone.
    app.advance(3 * 3_600_000)
    await mainRuns(app, 1, () => all(sound))
    expect((await verdict({ code: topic })).verdict?.kind).not.toBe('infrastructure')
    // An assertion that two files share says nothing of machines.
    app.advance(3 * 3_600_000)
    const wrong = (file: string) => failedTwice(file, { file: `${file}.test.ts`, message: 'total is wrong' })
    expect((await verdict({ code: topic, results: all(wrong) })).verdict?.kind).toBe('mine')
  })

  test('an error that other tests flake with may be theirs', async () => {
    const app = await makeApp()
    const ids = await mainRuns(app, 15, (i) => [
      passed('pays'),
      i === 4 ? flaky('waits', { message: 'lock not free' }) : passed('waits'),
      ...others(),
    ])
    expect(await verdictOf(app, [failed('pays', { message: 'lock not free' }), ...others()])).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in all 15 recent base runs, but other tests flaked with this error in 1 run of other branches in the last 30 days.',
      evidence: [{ what: 'flaked', execution: ids[4] }],
    })
    expect(await verdictOf(app, [failed('pays', { message: 'wrong' }), ...others()])).toMatchObject({
      kind: 'mine',
    })
  })

  test('another error of the same test on another branch explains nothing, and a pass there causes doubt', async () => {
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
      because: expect.stringContaining('It passed at another attempt of this run'),
    })
    const code = { branch: 'elsewhere' }
    const there = await settled(app, { code, results: [failed('pays', { message: 'm' }), ...others()] })
    expect(await verdictOf(app, [failedTwice('pays', { message: 'm' }), ...others()])).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in all 5 recent base runs, but it failed with this error on 1 other branch in the last 30 days.',
      evidence: [{ what: 'failed-elsewhere', execution: there, branch: 'elsewhere' }],
    })
    expect(await verdictOf(app, [failedTwice('pays', { message: 'other' }), ...others()])).toMatchObject({
      kind: 'mine',
    })
  })

  test('failing again when the job is run again counts as a second run', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, () => [passed('pays'), ...others()])
    const code = { branch: 'topic', baseBranch: 'main', pullRequest: 7 }
    const made = (runAttempt: number, results: MadeTest[]) =>
      send(app, run({ build: 'again', runAttempt, code, results }))
    const refused = () => [failed('pays', { message: 'connect ECONNREFUSED 10.0.0.5:5432' }), ...others()]
    const { data } = await made(1, refused())
    await app.settle(data.execution.id)
    const verdict = async () => (await compare(app, data.execution.id)).regressions[0]?.verdict
    expect(await verdict()).toMatchObject({
      kind: 'unknown',
      needs: { what: 'clean-base-runs', have: 6, need: 15 },
    })
    app.advance(60_000)
    await mainRuns(app, 1, () => [passed('pays'), ...others()])
    await made(2, refused())
    await app.settle(data.execution.id)
    expect(await verdict()).toMatchObject({ kind: 'mine', basis: { branchRuns: 2 } })
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

  test('the history of another leg is not a test’s own', async () => {
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
      run({ build, code, part: { leg: 'linux' }, results: [failedTwice('pays'), ...others()] }),
    )
    await send(
      app,
      run({
        build,
        code,
        part: { leg: 'windows' },
        results: [failedTwice('pays', { message: 'w' }), ...others()],
      }),
    )
    await app.settle(data.execution.id)
    const { regressions, newTests } = await compare(app, data.execution.id)
    expect(newTests.map((change) => change.titles[0])).toEqual(['x', 'y'])
    expect(regressions).toMatchObject([
      { leg: 'linux', verdict: { kind: 'mine', history: { runs: 6 } } },
      { leg: 'windows', verdict: { kind: 'unknown', history: { runs: 3 } } },
    ])
  })
})
