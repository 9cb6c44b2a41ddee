import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { comment, pull } from '../../testing/pull-request.ts'
import { sha } from '../../testing/sha.ts'
import { failed, type MadeTest, passed, settled } from '../../testing/upload.ts'

const FILES = ['cart', 'price', 'order', 'user']
const BROKEN = 'cart > adds'
/** Five tests of each of these files. */
const suite = (files: string[], broken?: string): MadeTest[] =>
  files.flatMap((file) =>
    ['adds', 'counts', 'sorts', 'sums', 'writes'].map((title) => {
      const name = `${file} > ${title}`
      return (name === broken ? failed : passed)(name, { file: `${file}.test.ts` })
    }),
  )
const LETTERS = [...'123456789ab']
const parentOf = (i: number) => (i === 0 ? [] : [sha(LETTERS[i - 1] as string)])
const head = { ...pull, testedSha: sha('f'), headSha: sha('f'), mergeBaseSha: sha('b'), tree: sha('e') }
const markdown = async (app: TestApp) => (await comment(app)).markdown

/** Runs of main's commits, oldest first, each on the branch and with the files that these say. */
async function mainRuns(app: TestApp, branchOf: (i: number) => string, filesOf: (i: number) => string[]) {
  for (const [i, letter] of LETTERS.entries())
    await settled(app, {
      code: { branch: branchOf(i), testedSha: sha(letter), parents: parentOf(i) },
      results: suite(filesOf(i)),
    })
}

onBothDatabases('the comment', (makeApp) => {
  test('names the target of a merge queue, not the branch of the queue', async () => {
    const app = await makeApp()
    const queue = (i: number) => `gh-readonly-queue/main/pr-${i}-${parentOf(i)[0] ?? ''}`
    await mainRuns(
      app,
      (i) => (i === 0 ? 'main' : queue(i)),
      () => FILES,
    )
    const ancestry = LETTERS.map((letter, i) => ({ sha: sha(letter), parents: parentOf(i) })).reverse()
    for (const build of ['one', 'two'])
      await settled(app, { build, code: { ...head, ancestry }, results: suite(FILES, BROKEN) })
    const text = await markdown(app)
    expect(text.match(/\[Last pass on [^\]]+\]/g)).toEqual(['[Last pass on main]'])
    expect(text).not.toContain('gh-readonly-queue')
  })

  test('says in one line what CI did not select', async () => {
    const app = await makeApp()
    await mainRuns(
      app,
      () => 'main',
      (i) => (i < 8 ? FILES : ['order', 'user']),
    )
    const results = suite(['cart', 'price', 'order'], BROKEN)
    const id = await settled(app, { code: { ...head, ancestry: [{ sha: sha('b'), parents: [] }] }, results })
    const text = await markdown(app)
    expect(text).toContain('Not selected (5)')
    expect(text).toContain('They are in 1 file that the base ran.')
    expect(text).not.toMatch(/Stopped running|user › adds/)
    const { stoppedRunning } = (
      await app.get<{ stoppedRunning: { reason: string }[] }>(`/api/compare?base=auto&head=${id}`)
    ).data
    expect(stoppedRunning[0]?.reason).not.toContain('15 of the 10')
  })

  test('says why a test that passed alone still counts as failed', async () => {
    const app = await makeApp()
    await mainRuns(
      app,
      () => 'main',
      () => FILES,
    )
    const build = 'again'
    await settled(app, { build, code: head, results: suite(FILES, BROKEN) })
    await settled(app, {
      build,
      code: head,
      runAttempt: 2,
      results: [passed(BROKEN, { file: 'cart.test.ts' })],
    })
    const text = await markdown(app)
    expect(text).toContain('This change possibly broke 1 test')
    expect(text).toContain(
      'failed here, but passed when it was run again alone: a flake, or a neighbour that breaks it. To be certain: a second run of all tests, not of the failed ones alone.',
    )
  })
})
