import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { comment, pull } from '../../testing/pull-request.ts'
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

/** What the comment says first, after so many runs of main and one of the pull request. */
async function headlineOf(app: TestApp, base: MadeRun | null, head: MadeRun, baseRuns = 5): Promise<string> {
  const suite = `s${app.clock()}`
  for (let i = 0; base && i < baseRuns; i++) await settled(app, { suite, ...base })
  await settled(app, { suite, code: pull, ...head })
  const sections = (await comment(app)).markdown.split('\n\n### ').slice(1)
  const own = sections.find((section) => section.includes(` / ${suite}`)) ?? ''
  return own.split(' · ')[0] ?? ''
}

onEachDatabase('the headline of a comment', (makeApp) => {
  test('answers first whether it is this change', async () => {
    const app = await makeApp()
    const good = { results: [passed('a'), passed('b'), passed('c')] }
    const bad = { results: [failedTwice('a', { message: 'slipped' }), passed('b'), passed('c')] }
    const outside = { errors: [{ file: 'x.test.ts', failure: { message: 'does not load' } }] }
    const words = ['wool', 'tin', 'oak', 'silk']
    const own = (i: number) => `no ${words[i]} left`
    const all = () => ({ results: [...words, 'e'].map((title) => passed(title)) })
    const most = (made: () => typeof failed, message = (_: number) => 'helper is gone') => ({
      results: [...words.map((title, i) => made()(title, { message: message(i) })), passed('e')],
    })
    const refused = () => 'connect ECONNREFUSED'
    const inFiles = (made: typeof failed) => ({
      results: [
        ...words.map((title) => made(title, { file: `${title}.test.ts`, message: 'ENOSPC: no space left' })),
        passed('e'),
      ],
    })
    const three = (made: typeof failed) => ({
      results: [
        ...words.map((title, i) => (i < 3 ? made(title, { message: 'slipped' }) : passed(title))),
        passed('e'),
      ],
    })
    // The sign, and what is counted in which words: the sentence around them is free.
    const cases: [MadeRun | null, MadeRun, facts: RegExp, number?][] = [
      [good, good, /^✅ Nothing broke$/],
      [good, bad, /^❌ This change .*\b1 test$/],
      [good, bad, /^⚠️ This change possibly .*\b1 test\b/, 4],
      [
        { results: [flaky('a'), passed('b'), passed('c')] },
        bad,
        /^✅ Not this change: 1 known flake failed$/,
      ],
      [bad, bad, /^✅ Not this change: 1 test .*\bbase\b/],
      [good, { ...good, ...outside }, /^❌ This change possibly .*\b1 failure outside tests/],
      [
        { ...good, ...outside },
        { ...good, ...outside },
        /^✅ Not this change: 1 failure outside tests .*\bbase\b/,
      ],
      [good, { results: [...good.results, failed('new')] }, /^❌ This change .*\b1 failing test$/],
      [{ results: [skipped('a'), passed('b'), passed('c')] }, bad, /^❌ This change .*\b1 failing test$/],
      [
        good,
        { results: [...bad.results, failed('new')] },
        /^❌ This change .*\b1 failing test; it possibly .*\b1 test\b/,
        4,
      ],
      [
        { results: [...good.results, skipped('d'), skipped('e')] },
        { results: [...bad.results, failed('d'), failed('e'), failed('f')], ...outside },
        /^❌ This change .*\b1 test, added 1 failing test and enabled 2 failing tests, 2 causes; it possibly .*\b1 failure outside tests$/,
      ],
      [good, { ...bad, ...outside }, /^❌ This change possibly .*\b1 test .*\b1 failure outside tests$/, 4],
      [good, { ...good, end: 'failed' }, /^⚠️ The run failed/],
      [good, { ...good, end: 'interrupted' }, /^⚠️ The run was cancelled$/],
      [all(), most(() => failed), /^⚠️ This change possibly .*\b4 of 5 tests, one cause$/],
      [all(), most(() => failedTwice, own), /^❌ This change .*\b4 tests$/],
      // Of one runner alone, a connection that was refused may as well be this change.
      [all(), most(() => failed, refused), /^⚠️ This change possibly .*\b4 of 5 tests, one cause$/],
      [inFiles(passed), inFiles(failed), /^⚠️ Not this change: .*\(4 tests\)$/],
      [
        { results: [passed('a'), failed('b'), failed('c'), passed('d')] },
        { results: [failed('a'), failed('b'), failed('c'), passed('d')] },
        /^⚠️ This change possibly .*\b1 test\b/,
        4,
      ],
      [most(() => failed, own), most(() => failed, own), /^⚠️ Not this change: 4 tests .*\bbase\b/],
      [three(flaky), three(failed), /^⚠️ Not this change: 3 known flakes failed$/],
      [bad, { results: [failedTwice('a'), passed('b'), passed('c')] }, /^⚠️ 1 test .*\bbase .*another error/],
      [null, good, /^✅ .*no base run\b/],
      [null, bad, /^❌ 1 test .*no base run\b/],
      [null, { results: [flaky('a')] }, /^✅ No test failed, 1 test flaky, .*no base run\b/],
      [good, { results: [flaky('a'), passed('b'), passed('c')] }, /^✅ Nothing broke, 1 test became flaky$/],
      [
        good,
        { results: [bad.results[0] as MadeTest, flaky('b'), flaky('c')] },
        /^❌ This change .*\b1 test; 2 tests became flaky$/,
      ],
    ]
    for (const [base, head, facts, baseRuns] of cases)
      expect(await headlineOf(app, base, head, baseRuns)).toMatch(facts)
  })

  test('a failure on a leg that the base did not run is not passed over', async () => {
    const app = await makeApp()
    await settled(app, { part: { leg: 'linux' }, results: [passed('a')] })
    const made = { build: 'pr', code: pull }
    await send(app, run({ ...made, part: { leg: 'linux' }, results: [passed('a')] }))
    const { data } = await send(app, run({ ...made, part: { leg: 'windows' }, results: [failed('a')] }))
    await app.settle(data.execution.id)
    const { markdown } = await comment(app)
    expect(markdown).toMatch(/^### ⚠️ This change possibly .*\b1 test .*the base did not run · shop$/m)
    expect(markdown).toMatch(/^\*\*a\*\* \(windows\) · <code>shop\.test\.ts<\/code>$/m)
    expect(markdown).toMatch(/^Not compared.*: windows\.$/m)
  })

  test('names no other error if the base fails with the same one, perhaps in an outage', async () => {
    const app = await makeApp()
    const with_ = (made: typeof failed) =>
      ['wool', 'tin', 'oak', 'silk', 'e', 'f', 'g', 'h'].map((title, i) =>
        (i < 4 ? made : passed)(title, {
          file: `${title}.test.ts`,
          message: 'connect ECONNREFUSED 10.0.0.5:5432',
        }),
      )
    for (let i = 0; i < 5; i++) await settled(app, { results: with_(passed) })
    await settled(app, { results: with_(failed) })
    await settled(app, { code: pull, results: with_(failed) })
    const { markdown } = await comment(app)
    expect(markdown).toContain('### ⚠️ 4 tests fail on the base too, possibly for another reason · ')
    expect(markdown).not.toContain('another error')
  })
})
