import { expect, test } from 'vitest'
import { compare } from '../testing/compare.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import { failed, failedTwice, passed, settled } from '../testing/upload.ts'
import { mainRuns, topic, verdictOf } from '../testing/verdicts.ts'

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
  test('with an error of the machine, or one that other branches had, is infrastructure', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    const because = async (name: string, message: string) => {
      const verdict = await verdictOf(
        app,
        fourOfFive(() => message),
        branch(name),
      )
      return [verdict?.kind, verdict?.because]
    }
    const four = '4 of the 5 tests of this run failed, 4 of them with'
    expect(await because('one', REFUSED)).toEqual(['infrastructure', `${four} ECONNREFUSED.`])
    expect(await because('two', 'Test timed out in 30000ms.')).toEqual([
      'infrastructure',
      `${four} the same timeout.`,
    ])
    const alone = await verdictOf(
      app,
      fourOfFive(() => HELPER),
      branch('three'),
    )
    expect(alone).toMatchObject({
      kind: 'unknown',
      because: `${four} the same error, which names neither machine nor network, and no other branch had it within the hour.`,
      missing:
        'whether this change broke what these tests share, or the machine did: look at the error, or run the base again',
      history: { runs: 6, passed: 6 },
      evidence: [{ what: 'failed-here' }],
    })
    expect(await because('four', HELPER)).toEqual([
      'infrastructure',
      `${four} the same error, as tests of 1 run of other branches did within the hour.`,
    ])
  })

  test('in several ways is judged test by test', async () => {
    const app = await makeApp()
    await mainRuns(app, 20, sound)
    const head = await settled(app, { code: topic, results: fourOfFive((i) => WORDS[i] ?? '') })
    const { regressions, verdicts } = await compare(app, head)
    expect(verdicts).toMatchObject({ mine: 4, infrastructure: 0, unknown: 0 })
    expect(regressions[0]?.verdict.because).toBe(
      'It passed in all of its 20 recent base runs, failed at every attempt here, and this error is on no other branch.',
    )
    // Two of four are not most of them, three are.
    app.advance(2 * HOUR_MS)
    const half = fourOfFive((i) => (i < 2 ? REFUSED : (WORDS[i] ?? '')))
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
      const kind = message === HELPER ? 'unknown' : 'infrastructure'
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
