import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import {
  failed,
  failedTwice,
  type MadeRun,
  type MadeTest,
  passed,
  run,
  send,
  settled,
} from '../../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../../testing/verdicts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const HUNG = 'Test timed out in 30000ms.'
const LOCKED = 'lock fixture not free'
const NAMES = ['pays', ...Array.from({ length: 11 }, (_, i) => `t${i}`)]

/** Twelve tests in as many files; those before `count` fail with this message. */
const broken = (count: number, message: string, make: typeof failed = failed): MadeTest[] =>
  NAMES.map((name, i) => {
    const file = `${name}.test.ts`
    return i < count ? make(name, { file, message }) : passed(name, { file })
  })
const sound = () => broken(0, '')
const on = (branch: string): MadeRun => ({
  code: { ...topic, branch, pullRequest: 100 + branch.charCodeAt(0) },
})
const commit = (letter: string, parent: string) => ({
  testedSha: sha(letter),
  headSha: sha(letter),
  parents: [sha(parent)],
})
const runOf = (app: TestApp, branch: string, results: MadeTest[]) => settled(app, { ...on(branch), results })

onEachDatabase('a witness', (makeApp) => {
  test('that the base branch had before is not an outage, however much of the run it broke', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    await mainRuns(app, 1, () => broken(12, HUNG))
    app.advance(16 * MINUTE_MS)
    await runOf(app, 'one', broken(12, HUNG))
    app.advance(16 * MINUTE_MS)
    await mainRuns(app, 1, () => broken(12, HUNG))
    app.advance(33 * MINUTE_MS)
    // The base branch’s first broken run is more than an hour ago, the witness is not.
    expect(await verdictOf(app, broken(12, HUNG))).toMatchObject({ kind: 'base-is-broken' })
  })

  test('that lacks the base’s failed commit shows an outage that hit the base’s own run first', async () => {
    const kindBeside = async (upon: '1' | '2', message: string) => {
      const app = await makeApp()
      const on = (branch: string, letter: string, parent: string): MadeRun => ({
        code: { ...topic, branch, pullRequest: 100 + branch.charCodeAt(0), ...commit(letter, parent) },
      })
      const main = (letter: string, parent: string, results: MadeTest[]) =>
        settled(app, { code: { branch: 'main', ...commit(letter, parent) }, results })
      await mainRuns(app, 5, sound)
      await main('1', '0', sound())
      await main('2', '1', broken(6, message))
      app.advance(6 * MINUTE_MS)
      await settled(app, { ...on('one', 'a', upon), results: broken(6, message) })
      app.advance(6 * MINUTE_MS)
      return (await verdictOf(app, broken(6, message), on('topic', 'b', '2')))?.kind
    }
    for (const message of [REFUSED, HUNG]) {
      expect(await kindBeside('1', message)).toBe('infrastructure')
      // One that has it may have got the failure from there, or from the outage.
      expect(await kindBeside('2', message)).toBe('unknown')
    }
  })

  test('with another error than this test’s speaks for the tests that share it, not for this one', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    const hung = (own: MadeTest) => [own, ...broken(12, HUNG).slice(1)]
    await runOf(app, 'one', hung(failed('pays', { file: 'pays.test.ts', message: HUNG })))
    const own = failed('pays', { file: 'pays.test.ts', message: REFUSED })
    const head = await settled(app, { code: topic, results: hung(own) })
    const { regressions } = await compare(app, head)
    const kinds = Map.groupBy(regressions, ({ verdict }) => verdict.kind)
    expect(kinds.get('infrastructure')).toHaveLength(11)
    expect(kinds.get('unknown')).toMatchObject([{ titles: ['pays'] }])
  })

  test('on a base that fails otherwise may carry the base’s own break', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    await mainRuns(app, 1, () => broken(4, 'total is wrong'))
    await runOf(app, 'one', broken(4, REFUSED))
    expect((await verdictOf(app, broken(4, REFUSED)))?.kind).not.toBe('infrastructure')
  })

  test('of a service that is down failed mostly the same tests: two changes may break one address at a time', async () => {
    const app = await makeApp()
    const refused = (isBad: (i: number) => boolean) =>
      sound().map((one, i) => (isBad(i) ? (broken(i + 1, REFUSED, failedTwice)[i] as MadeTest) : one))
    await mainRuns(app, 6, sound)
    await runOf(
      app,
      'one',
      refused((i) => i < 8),
    )
    expect(
      await verdictOf(
        app,
        refused((i) => i < 2 || i > 7),
      ),
    ).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'no-witness' },
    })
    expect(
      (
        await verdictOf(
          app,
          refused((i) => i < 7),
          on('two'),
        )
      )?.kind,
    ).toBe('infrastructure')
    // Tests that one of the two runs left out say nothing.
    const selected = refused((i) => i < 7).slice(0, 4)
    expect((await verdictOf(app, selected, on('four')))?.kind).toBe('infrastructure')
  })

  test('of a timeout or another error without a code failed mostly the same tests', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    // Another change hangs everything: that does not excuse a module that hangs here.
    await runOf(app, 'one', broken(12, HUNG))
    expect(await verdictOf(app, broken(4, HUNG, failedTwice), on('two'))).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'no-witness' },
    })
    expect(await verdictOf(app, broken(5, HUNG, failedTwice), on('four'))).toMatchObject({
      kind: 'infrastructure',
      evidence: [{ what: 'failed-here' }, { what: 'failed-elsewhere', branch: 'two' }],
    })
  })

  test('with an error without a code that the test had long before is not an outage', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, sound)
    await mainRuns(app, 1, () => broken(1, HUNG))
    await mainRuns(app, 6, sound)
    app.advance(3 * HOUR_MS)
    await runOf(app, 'one', broken(4, HUNG))
    const head = await settled(app, { ...on('two'), results: broken(4, HUNG) })
    const { regressions } = await compare(app, head)
    const kindOf = (title: string) => regressions.find(({ titles }) => titles[0] === title)?.verdict.kind
    expect([kindOf('pays'), kindOf('t0')]).toEqual(['unknown', 'infrastructure'])
  })

  test('with an error that names no machine is not an outage if any test had it hours before', async () => {
    const app = await makeApp()
    await mainRuns(app, 3, sound)
    await mainRuns(app, 1, () => [...broken(0, '').slice(0, 11), ...broken(12, LOCKED).slice(11)])
    await mainRuns(app, 6, sound)
    app.advance(3 * HOUR_MS)
    for (const branch of ['one', 'two']) await runOf(app, branch, broken(4, LOCKED))
    expect((await verdictOf(app, broken(4, LOCKED)))?.kind).toBe('unknown')
  })
})

onEachDatabase('a failure', (makeApp) => {
  test('by a timeout on one leg is not the change’s at first sight if it passed on another', async () => {
    const app = await makeApp()
    const legs = async (made: MadeRun, windows: MadeTest[]) => {
      const build = `legs ${app.clock()}`
      let id = ''
      for (const [leg, results] of Object.entries({ linux: sound(), windows })) {
        const { data } = await send(app, run({ ...made, build, part: { leg }, results }))
        id = data.execution.id
      }
      await app.settle(id)
      app.advance(MINUTE_MS)
      return id
    }
    for (let i = 0; i < 6; i++) await legs({}, sound())
    const verdict = async (message: string, branch: string) => {
      const { regressions } = await compare(app, await legs(on(branch), broken(1, message, failedTwice)))
      return regressions[0]?.verdict
    }
    expect(await verdict(HUNG, 'one')).toMatchObject({
      kind: 'unknown',
      because:
        'It passed in all 6 recent base runs, but its error may come from the machine, and it passed on 1 other leg of this run.',
      basis: { rule: 'passed-on-other-leg', attempts: 2 },
    })
    expect(await verdict(HUNG, 'one')).toMatchObject({ kind: 'mine', basis: { branchRuns: 2 } })
    expect(await verdict('total is wrong', 'two')).toMatchObject({ kind: 'mine' })
  })

  test('with an error that came and went in other tests of the base branch may be theirs, until it comes again', async () => {
    const app = await makeApp()
    const waits = (i: number) =>
      i === 2 || i === 5 ? failedTwice('waits', { message: LOCKED }) : passed('waits')
    await mainRuns(app, 8, (i) => [passed('pays'), waits(i), passed('x'), passed('y')])
    const results = [failedTwice('pays', { message: LOCKED }), passed('waits'), passed('x'), passed('y')]
    expect(await verdictOf(app, results)).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'others-flake-so' },
      because:
        'It passed in all 8 recent base runs, but other tests failed with this error 2 times on main in the last 30 days, with runs without it in between.',
    })
    expect(await verdictOf(app, results)).toMatchObject({ kind: 'mine' })
  })
})
