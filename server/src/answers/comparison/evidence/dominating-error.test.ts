import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { failed, failedTwice, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../../../testing/verdicts.ts'

const NAMES = ['pays', 'b', 'c', 'd']
const HELPER = "Cannot read properties of undefined (reading 'cart')"
const WORDS = ['wool is gone', 'no tin left', 'oak did not grow', 'silk tore']
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const HOUR_MS = 3_600_000

/** Five tests: four fail, each with its message, and the last passes. */
const fourOfFive = (messageOf: (i: number) => string) => [
  ...NAMES.map((name, i) => failed(name, { message: messageOf(i) })),
  passed('e'),
]
const sound = () => [...NAMES, 'e'].map((name) => passed(name))
const branch = (name: string) => ({
  code: { ...topic, branch: name, pullRequest: name.length * 100 + name.charCodeAt(0) },
})

onEachDatabase('a run in which nearly everything failed', (makeApp) => {
  test('with an error of the machine takes a witness on another branch, one of the disk none', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    const run = (name: string, message: string) =>
      verdictOf(
        app,
        fourOfFive(() => message),
        branch(name),
      )
    const four = '4 of the 5 tests of this run failed, 4 of them with'
    expect(await run('one', REFUSED)).toMatchObject({
      kind: 'unknown',
      because: expect.stringContaining(`${four} ECONNREFUSED, but passed in 6 runs of other branches`),
      basis: { rule: 'no-witness', alike: { tests: 4, files: 1 }, elsewhere: { failed: 0, passed: 6 } },
      missing: expect.stringContaining('another run'),
      needs: { what: 'another-run', have: 1, need: 2 },
    })
    expect(await run('two', REFUSED)).toMatchObject({
      kind: 'infrastructure',
      because: expect.stringContaining(`${four} ECONNREFUSED, as in 1 run of other branches within the hour`),
      basis: { rule: 'witnessed-elsewhere', elsewhere: { failed: 1 } },
    })
    // Passed on main in between: what all share was there.
    await mainRuns(app, 1, sound)
    expect(await run('three', REFUSED)).toMatchObject({ kind: 'unknown', basis: { rule: 'no-witness' } })
    expect(await run('four', 'Test timed out in 30000ms.')).toMatchObject({ kind: 'unknown' })
    const full = (i: number) =>
      failed(NAMES[i] ?? '', { file: `${i}.test.ts`, message: 'ENOSPC: no space left' })
    const disk = [...NAMES.map((_, i) => full(i)), passed('e')]
    await mainRuns(app, 1, () => [
      ...NAMES.map((name, i) => passed(name, { file: `${i}.test.ts` })),
      passed('e'),
    ])
    expect(await verdictOf(app, disk, branch('five'))).toMatchObject({
      kind: 'infrastructure',
      because: expect.stringContaining(`${four} ENOSPC`),
      basis: { rule: 'machine-exhausted' },
    })
  })

  test('with one error of its own is the change’s at once, or as soon as it comes again', async () => {
    const app = await makeApp()
    const inFiles = (made: typeof failed, message?: string) =>
      Array.from({ length: 9 }, (_, i) =>
        made(i === 0 ? 'pays' : `t${i}`, { file: `${i}.test.ts`, ...(message && { message }) }),
      )
    await mainRuns(app, 3, () => inFiles(passed))
    const broken = inFiles(failed, HELPER)
    expect(await verdictOf(app, broken, branch('one'))).toMatchObject({
      kind: 'mine',
      basis: {
        rule: 'many-broke-alike',
        attempts: 1,
        branchRuns: 1,
        cleanBaseRuns: 3,
        alike: { tests: 9, files: 9 },
      },
      needs: null,
    })
    // Another branch has it: then this one alone cannot have brought it.
    expect(await verdictOf(app, broken, branch('two'))).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'most-failed-alike', elsewhere: { failed: 1 } },
    })
    expect(await verdictOf(app, broken, branch('three'))).toMatchObject({ kind: 'infrastructure' })
  })

  test('in several ways is judged test by test', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, sound)
    const head = await settled(app, { code: topic, results: fourOfFive((i) => WORDS[i] ?? '') })
    const { regressions, verdicts } = await compare(app, head)
    expect(verdicts).toMatchObject({ mine: 4, infrastructure: 0, unknown: 0 })
    expect(regressions[0]?.verdict.because).toBe(
      'It passed in all 20 recent base runs, failed at every attempt here, and with this error on no other branch.',
    )
    // Two of four are not most of them, three are.
    app.advance(2 * HOUR_MS)
    const half = fourOfFive((i) => (i > 1 ? REFUSED : (WORDS[i] ?? '')))
    expect(await verdictOf(app, half, branch('half'))).toMatchObject({ kind: 'mine' })
    app.advance(2 * HOUR_MS)
    const three = fourOfFive((i) => (i > 0 ? REFUSED : 'coal is wet'))
    expect(await verdictOf(app, three, branch('three'))).toMatchObject({
      kind: 'unknown',
      because:
        '4 of the 5 tests of this run failed, 3 of them with ECONNREFUSED; this one failed with another error, which may follow from it.',
    })
  })

  test('for longer than outages last on this branch alone is the branch’s own', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, sound)
    for (const message of [HELPER, REFUSED]) {
      const head = () =>
        verdictOf(
          app,
          fourOfFive(() => message),
          branch(message.slice(0, 9)),
        )
      const kind = message === HELPER ? 'mine' : 'unknown'
      expect(await head()).toMatchObject({ kind })
      expect(await head()).toMatchObject({ kind })
      app.advance(3 * HOUR_MS)
      expect(await head()).toMatchObject({
        kind: 'mine',
        because: expect.stringContaining('and in 2 runs of this branch before'),
      })
    }
  })

  test('as on its base is the base’s, and counts for nothing in its history', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    await mainRuns(app, 1, () => fourOfFive(() => HELPER))
    const verdict = await verdictOf(
      app,
      fourOfFive(() => HELPER),
    )
    expect(verdict).toMatchObject({
      kind: 'base-is-broken',
      because: 'It fails the same way on the base.',
      history: { runs: 6, passed: 6, failed: 0 },
    })
  })

  test('of fewer than four in five is judged test by test', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    const three = [...NAMES.slice(0, 3).map((name) => failedTwice(name)), passed('d'), passed('e')]
    expect(await verdictOf(app, three)).toMatchObject({ kind: 'mine' })
  })
})
