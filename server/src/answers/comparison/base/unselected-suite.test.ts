import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failedTwice, passed, settled } from '../../../testing/upload.ts'

/** Commits of main, oldest first; each is built on the one before. */
const COMMITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b']
const parentOf = (name: string) => COMMITS.slice(0, COMMITS.indexOf(name)).slice(-1).map(sha)
const historyOf = (name: string) =>
  COMMITS.slice(0, COMMITS.indexOf(name))
    .toReversed()
    .map((before) => ({ sha: sha(before), parents: parentOf(before) }))

/** The suites that each commit's push ran, each letter one; a second word is another build of the commit. */
async function testMain(app: TestApp, runs: string[]) {
  for (const [i, of] of runs.entries()) {
    const name = COMMITS[i] as string
    const code = { branch: 'main', testedSha: sha(name), headSha: sha(name), parents: parentOf(name) }
    for (const [number, suites] of of.split(' ').entries())
      for (const suite of suites) {
        const build = `${name} ${number}`
        await settled(app, { suite, build, code: { ...code, ancestry: historyOf(name) }, results: sound() })
      }
  }
}

const sound = () => [passed('pays'), passed('x')]

/** A change upon the last of these commits breaks a test of the suite `a`. */
async function verdictUpon(app: TestApp, runs: string[]) {
  await testMain(app, runs)
  const upon = COMMITS[runs.length - 1] as string
  const head = await settled(app, {
    suite: 'a',
    code: {
      branch: 'topic',
      baseBranch: 'main',
      pullRequest: 7,
      testedSha: sha('f'),
      headSha: sha('f'),
      parents: [sha(upon)],
      mergeBaseSha: sha(upon),
      ancestry: [{ sha: sha(upon), parents: parentOf(upon) }, ...historyOf(upon)],
    },
    results: [failedTwice('pays'), passed('x')],
  })
  const { regressions, baseChoice } = await compare(app, head)
  return { baseChoice, verdict: regressions[0]?.verdict }
}

const UNTESTED = { verdict: { kind: 'unknown', basis: { rule: 'untested-base' } } }

onEachDatabase('a suite that CI left out where the branch left main', (makeApp) => {
  test('is compared with the last commit that ran it', async () => {
    const app = await makeApp()
    const runs = ['ab', 'ab', 'a', 'b', 'ab', 'ab', 'a', 'b', 'b']
    expect(await verdictUpon(app, runs)).toMatchObject({
      baseChoice: {
        commitsAway: 2,
        because: expect.stringMatching(/because CI left this suite out at the commits since$/),
        better: null,
      },
      verdict: { kind: 'mine', basis: { rule: 'regression', cleanBaseRuns: 6 } },
    })
  })

  test('is one of several workflows, each of which runs for its own files', async () => {
    const app = await makeApp()
    const runs = ['a b', 'a', 'a', 'b', 'a', 'a b', 'a', 'b', 'b']
    expect(await verdictUpon(app, runs)).toMatchObject({ verdict: { kind: 'mine' } })
  })

  test('is one of a build, whichever suites the others are', async () => {
    const app = await makeApp()
    expect(await verdictUpon(app, ['ab', 'ab', 'ab', 'b', 'ab', 'ab', 'b'])).toMatchObject({
      verdict: { kind: 'mine' },
    })
  })

  test('may be untested there: no other suite ran, or its run was cancelled', async () => {
    const app = await makeApp()
    expect(await verdictUpon(app, ['ab', 'ab', 'a', 'b', 'ab', 'ab', 'a', '', 'b'])).toMatchObject(UNTESTED)
    const other = await makeApp()
    const runs = ['ab', 'ab', 'a', 'b', 'ab', 'ab', 'a', 'b']
    await settled(other, {
      suite: 'a',
      code: { branch: 'main', testedSha: sha('7') },
      results: [],
      end: null,
    })
    expect(await verdictUpon(other, runs)).toMatchObject(UNTESTED)
  })

  test('and was never left out before may have failed to start', async () => {
    const app = await makeApp()
    expect(await verdictUpon(app, ['ab', 'ab', 'ab', 'ab', 'ab', 'ab', 'b'])).toMatchObject(UNTESTED)
  })

  test('and runs on a schedule only is untested in between', async () => {
    const app = await makeApp()
    const nightly = ['b ab', 'b', 'b ab', 'b', 'b ab', 'b', 'b ab', 'b', 'b ab', 'b']
    expect(await verdictUpon(app, nightly)).toMatchObject(UNTESTED)
    const beside = await makeApp()
    const weekly = ['b ab', 'b', 'b abc', 'b', 'b ab', 'b', 'b a', 'b', 'ab', 'b']
    expect(await verdictUpon(beside, weekly)).toMatchObject(UNTESTED)
  })
})
