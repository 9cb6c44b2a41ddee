import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, type MadeRun, passed, run, send } from '../../../testing/upload.ts'
import { mainRuns, topic } from '../../../testing/verdicts.ts'

const HOUR_MS = 3_600_000
const REFUSED = 'connect ECONNREFUSED 10.0.0.5:5432'
const NAMES = ['pays', 'b', 'c']
const each = (made: typeof failed, message?: string) => [
  ...NAMES.map((name) => made(name, { file: `${name}.test.ts`, ...(message && { message }) })),
  ...Array.from({ length: 9 }, (_, i) => passed(`beside ${i}`)),
]
const sound = () => each(passed)
const down = () => each(failed, REFUSED)
const elsewhere = { branch: 'other', baseBranch: 'main', pullRequest: 8 }

/** One attempt of a CI run. */
async function attempt(app: TestApp, build: string, runAttempt: number, made: MadeRun): Promise<string> {
  const { data } = await send(app, run({ build, runAttempt, ...made }))
  await app.settle(data.execution.id)
  return data.execution.id
}

async function verdictOf(app: TestApp, id: string) {
  const { regressions } = await compare(app, id)
  return regressions.find((change) => change.titles[0] === 'pays')?.verdict
}

onEachDatabase('a run that was run again half a day later', (makeApp) => {
  test('has no witness in the hours in between', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    app.advance(2 * HOUR_MS)
    await attempt(app, 'mine', 1, { code: topic, results: down() })
    app.advance(7 * HOUR_MS)
    await attempt(app, 'theirs', 1, { code: elsewhere, results: down() })
    app.advance(7 * HOUR_MS)
    const head = await attempt(app, 'mine', 2, { code: topic, results: down() })
    // Each try counts once: one here, one in the run before.
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'unknown',
      basis: {
        rule: 'failed-on-other-branches',
        attempts: 1,
        branchRuns: 2,
        elsewhere: { failed: 0, passed: 0 },
      },
    })
  })

  test('is a witness at the time of its second attempt', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    app.advance(2 * HOUR_MS)
    const theirs = await attempt(app, 'theirs', 1, { code: elsewhere, results: down() })
    app.advance(14 * HOUR_MS)
    const again = new Date(app.clock()).toISOString()
    await attempt(app, 'theirs', 2, { code: elsewhere, results: down() })
    app.advance(60_000)
    const head = await attempt(app, 'mine', 1, { code: topic, results: down() })
    expect(await verdictOf(app, head)).toMatchObject({
      kind: 'infrastructure',
      evidence: [{ what: 'failed-here' }, { what: 'failed-elsewhere', execution: theirs, startedAt: again }],
    })
  })

  test('with only its failed job run again is judged by that job’s time', async () => {
    const app = await makeApp()
    await mainRuns(app, 6, sound)
    app.advance(2 * HOUR_MS)
    const beside = { job: 'lint' }
    await attempt(app, 'mine', 1, { code: topic, part: beside, results: [passed('lints')] })
    await attempt(app, 'mine', 1, { code: topic, results: [...sound(), failed('x')] })
    await attempt(app, 'theirs', 1, { code: elsewhere, results: down() })
    app.advance(14 * HOUR_MS)
    const head = await attempt(app, 'mine', 2, { code: topic, results: [...down(), passed('x')] })
    expect((await verdictOf(app, head))?.kind).not.toBe('infrastructure')
  })
})
