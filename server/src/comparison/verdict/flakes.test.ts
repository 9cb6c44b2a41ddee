import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, failedTwice, flaky, type MadeTest, passed, settled } from '../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../testing/verdicts.ts'

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
