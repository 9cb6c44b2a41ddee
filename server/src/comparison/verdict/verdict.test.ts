import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
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
  skipped,
} from '../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../testing/verdicts.ts'
import { wilson } from '../../tests/wilson.ts'

const others = () => [passed('x'), passed('y')]
const many = () => Array.from({ length: 9 }, (_, i) => passed(`beside ${i}`))
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
        recent: Array(4).fill({
          execution: expect.any(String),
          status: 'passed',
          startedAt: expect.any(String),
          branch: 'main',
        }),
      },
    })
    const [fifth] = await mainRuns(app, 1, () => [passed('pays'), ...others()])
    const verdict = await verdictOf(app, [failedTwice('pays'), ...others()], { code: other })
    expect(verdict).toMatchObject({ kind: 'unknown', because: expect.stringContaining('1 other branch') })
    const mine = await verdictOf(app, [failedTwice('pays', { message: 'its own' }), ...others()])
    expect(mine).toMatchObject({
      kind: 'mine',
      because:
        'It passed in all 5 recent base runs, failed at every attempt here, and this error is on no other branch.',
      missing: null,
      history: { runs: 5, passed: 5, failed: 0, flaky: 0 },
      flakiness: null,
    })
    expect(mine?.history.executions).toHaveLength(5)
    expect(mine?.history.executions[0]).toBe(fifth)
    const passes = mine?.evidence.filter(({ what }) => what === 'passed-on-base')
    expect(passes?.map(({ execution }) => execution)).toEqual(mine?.history.executions)
    expect(passes?.[0]).toMatchObject({ url: `http://svc.test/executions/${fifth}`, branch: 'main' })
  })

  test('one run is told as one', async () => {
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

  test('a known flake is told with its rate, its interval and its runs', async () => {
    const app = await makeApp()
    const slips = () => flaky('pays', { message: 'no answer within 30 s' })
    const ids = await mainRuns(app, 10, (i) => [i % 5 === 0 ? slips() : passed('pays'), ...others()])
    const message = 'no answer within 31 s'
    const verdict = await verdictOf(app, [failed('pays', { message }), ...others()])
    expect(verdict).toMatchObject({
      kind: 'known-flake',
      because: expect.stringMatching(/\b2 of 10 runs\b.*\b30 days \(20 %, 95 % interval 6–51 %\)/),
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

  test('failing at all attempts is more than a flake that always passes at the second explains', async () => {
    const app = await makeApp()
    await mainRuns(app, 40, (i) => [i === 20 ? flaky('pays', { message: 'm' }) : passed('pays'), ...others()])
    const threeTimes = failed('pays', { message: 'm' })
    threeTimes.attempts = [...threeTimes.attempts, ...threeTimes.attempts, ...threeTimes.attempts]
    expect(await verdictOf(app, [threeTimes, ...others()])).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('always passed when tried again; here it failed at all 3 attempts'),
    })
    const once = () => verdictOf(app, [failed('pays', { message: 'm' }), ...others()], { code: other })
    expect(await once()).toMatchObject({ kind: 'known-flake' })
    // In each of the branch's runs it hardly comes by chance either.
    expect(await once()).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining('here it failed in 2 runs of this branch in a row'),
      basis: { rule: 'too-often-for-a-flake', branchRuns: 2 },
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
    // 6 runs of main and 2 of the other branch ran it; one of them failed where its twin passed.
    expect(await verdictOf(app, [failed('pays', { message: 'm' }), ...others()])).toMatchObject({
      kind: 'known-flake',
      flakiness: { runs: 1, of: 8 },
      evidence: [{ what: 'flaked', execution: bad }],
    })
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
      kind: 'known-flake',
      evidence: expect.arrayContaining([
        expect.objectContaining({ what: 'passed-on-same-code', execution: base }),
      ]),
    })
  })

  test('a break that was mended is no flake; one that came and went may be', async () => {
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

  test('a new test that fails is the change’s own, unless the base branch has it by now', async () => {
    const app = await makeApp()
    const sha = 'e'.repeat(40)
    const code = { ...topic, mergeBaseSha: sha }
    await mainRuns(app, 2, others)
    await settled(app, { code: { branch: 'main', testedSha: sha }, results: others() })
    const newTest = async (made: MadeRun['code']) => {
      const head = await settled(app, { code: { ...code, ...made }, results: [failed('pays'), ...others()] })
      return (await compare(app, head)).newTests.find((test) => test.titles[0] === 'pays')?.verdict
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

  test('another error of the same test on another branch is no excuse, a pass beside it a doubt', async () => {
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
