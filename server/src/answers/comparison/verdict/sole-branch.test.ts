import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failed, failedTwice, flaky, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, verdictOf } from '../../../testing/verdicts.ts'

const DAY_MS = 86_400_000
const sound = () => [passed('pays'), passed('x')]
const twice = () => [failedTwice('pays'), passed('x')]
const once = () => [failed('pays'), passed('x')]

let pulls = 0
const pull = (branch: string) => ({ branch, baseBranch: 'main', pullRequest: ++pulls })
const commitOf = (code: object, name: string) => {
  const sha = hash('sha1', `${JSON.stringify(code)} ${name}`)
  return { ...code, testedSha: sha, headSha: sha, parents: [] }
}

/** Runs of one branch, each of a commit of its own. */
async function branchRuns(app: TestApp, branch: string, ...runs: MadeTest[][]) {
  const code = pull(branch)
  for (const [i, results] of runs.entries()) await settled(app, { code: commitOf(code, String(i)), results })
}

/** The verdict on `pays` in a run of a branch, two days after the other branches. */
const later = (app: TestApp, results = twice()) => {
  app.advance(2 * DAY_MS)
  return verdictOf(app, results, { code: pull('topic') })
}

const SILENCED = { kind: 'unknown', basis: { rule: 'failed-on-other-branches' } }

onEachDatabase('another branch that failed like this', (makeApp) => {
  test('broke the test itself and mended it: that is no evidence about this branch', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    await branchRuns(app, 'other', twice(), twice(), sound())
    expect(await later(app)).toMatchObject({
      kind: 'mine',
      because: expect.stringContaining('the only other branch with this error broke it by itself'),
    })
  })

  test('and stays broken while the base branch passes broke it itself, too', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    const code = pull('other')
    await settled(app, { code: commitOf(code, '1'), results: twice() })
    await mainRuns(app, 1, sound)
    await settled(app, { code: commitOf(code, '2'), results: twice() })
    expect(await later(app)).toMatchObject({ kind: 'mine' })
  })

  test('before the base branch did may have brought the break by a merge, and the reason says so', async () => {
    const app = await makeApp()
    await mainRuns(app, 5, sound)
    await branchRuns(app, 'other', twice())
    app.advance(2 * DAY_MS)
    expect(await verdictOf(app, twice(), { code: { branch: 'main' } })).toMatchObject({
      kind: 'mine',
      because:
        'It passed in all 5 recent base runs, failed at every attempt here, and a merge may carry this break between here and 1 other branch with the error.',
    })
  })

  test('once, at one attempt, may have flaked', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    await branchRuns(app, 'other', once(), sound())
    expect(await later(app, once())).toMatchObject(SILENCED)
  })

  test('and passed on the same commit has flaked', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    const code = commitOf(pull('other'), '1')
    for (const results of [twice(), twice(), sound()]) await settled(app, { code, results })
    expect((await later(app))?.kind).not.toBe('mine')
  })

  test('and never passed again may have met what this branch meets', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    await branchRuns(app, 'other', sound(), twice(), twice())
    expect(await later(app)).toMatchObject(SILENCED)
  })

  test('by turns, or as a second branch does, is evidence', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    await branchRuns(app, 'other', twice(), sound(), twice(), sound())
    expect(await later(app)).toMatchObject(SILENCED)
    const two = await makeApp()
    await mainRuns(two, 16, sound)
    for (const branch of ['other', 'second']) await branchRuns(two, branch, twice(), twice(), sound())
    expect(await later(two)).toMatchObject(SILENCED)
  })

  test('and flaked with the error as well is no break', async () => {
    const app = await makeApp()
    await mainRuns(app, 16, sound)
    await branchRuns(
      app,
      'other',
      [flaky('pays', { message: 'wrong' }), passed('x')],
      twice(),
      twice(),
      sound(),
    )
    expect((await later(app))?.kind).not.toBe('mine')
  })
})
