import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { sha } from '../../../testing/sha.ts'
import { failedTwice, type MadeRun, passed, settled } from '../../../testing/upload.ts'
import { mainRuns, verdictOf } from '../../../testing/verdicts.ts'

const NAMES = ['pays', 'b', 'c']
const sound = () => [...NAMES, 'd', 'e', 'f'].map((title) => passed(title, { file: `${title}.test.ts` }))
/** Three tests in three files fail with one error that names no machine: with two witnesses it is an outage. */
const broken = (message: string) => [
  ...NAMES.map((title) => failedTwice(title, { file: `${title}.test.ts`, message })),
  ...sound().slice(3),
]
/** main is `0` ← `1`; the change is `a` ← `b` upon `1`, tested as the merge `m`. */
const graph = [
  { sha: sha('b'), parents: [sha('a')] },
  { sha: sha('a'), parents: [sha('1')] },
  { sha: sha('1'), parents: [sha('0')] },
  { sha: sha('0'), parents: [] },
]
const pull = {
  branch: 'feature',
  baseBranch: 'main',
  pullRequest: 7,
  repository: 'acme/shop',
  testedSha: sha('c'),
  headSha: sha('b'),
  baseSha: sha('1'),
  mergeBaseSha: sha('1'),
  parents: [sha('1'), sha('b')],
  tree: sha('e'),
  ancestry: graph,
}
const queue = (number: number, letter: string) => `gh-readonly-queue/main/pr-${number}-${sha(letter)}`

/** Each of its own, so that cases of one server know nothing of each other. */
const WORDS = ['cart', 'wool', 'tin', 'oak', 'silk', 'jute', 'flax', 'hemp']

type Code = NonNullable<MadeRun['code']>

async function makeMain(app: TestApp): Promise<void> {
  await mainRuns(app, 4, sound)
  const code = { branch: 'main', testedSha: sha('1'), headSha: sha('1'), parents: [sha('0')] }
  await settled(app, { code, results: sound() })
}

/** What the change is said to be after another run that failed in the same way within the hour, by that run's name. */
async function verdictsAfter(
  app: TestApp,
  others: [string, Code][],
): Promise<[string, string | undefined][]> {
  const verdicts: [string, string | undefined][] = []
  for (const [i, [name, code]] of others.entries()) {
    const results = broken(`no ${WORDS[i]} left`)
    await settled(app, { code, results })
    verdicts.push([name, (await verdictOf(app, results, { code: pull }))?.kind])
  }
  return verdicts
}

const SAME: [string, Code][] = [
  ['its place in a merge queue', { branch: queue(7, '1'), testedSha: sha('d'), headSha: sha('d') }],
  ['its pull request under another branch name', { branch: 'renamed', pullRequest: 7 }],
  ['a push of its head to another branch', { branch: 'copy', testedSha: sha('b'), headSha: sha('b') }],
  ['the same files, squashed', { branch: 'squashed', testedSha: sha('d'), tree: sha('e') }],
  [
    'a stacked pull request',
    {
      branch: 'stacked',
      pullRequest: 8,
      testedSha: sha('d'),
      headSha: sha('f'),
      parents: [sha('1'), sha('f')],
      ancestry: [{ sha: sha('f'), parents: [sha('b')] }],
    },
  ],
  [
    'one that stands upon its first commit alone',
    { branch: 'half', pullRequest: 8, testedSha: sha('d'), headSha: sha('d'), parents: [sha('a')] },
  ],
  ['the pull request that it is stacked upon', { branch: 'below', testedSha: sha('a'), headSha: sha('a') }],
]

const OTHERS: [string, Code][] = [
  [
    'another change upon the same commit of main',
    { branch: 'other', pullRequest: 8, testedSha: sha('d'), headSha: sha('d'), parents: [sha('1')] },
  ],
  ['another place in the queue', { branch: queue(77, '1'), testedSha: sha('d'), headSha: sha('d') }],
  ['the same number of another repository', { branch: 'o', pullRequest: 7, repository: 'acme/docs' }],
  ['a change whose commits nobody told of', { branch: 'other', pullRequest: 8 }],
]

onEachDatabase('runs of the same change under another name', (makeApp) => {
  test('are no witnesses that it is not the change', async () => {
    const app = await makeApp()
    await makeMain(app)
    expect(await verdictsAfter(app, SAME)).toEqual(SAME.map(([name]) => [name, 'mine']))
  })

  test('nor are its pull request and who is queued behind for its place in the queue', async () => {
    const app = await makeApp()
    await makeMain(app)
    const results = broken('no cart left')
    await settled(app, { code: pull, results })
    await settled(app, { code: { branch: queue(8, 'd'), testedSha: sha('9'), headSha: sha('9') }, results })
    const code = { branch: queue(7, '1'), baseBranch: 'main', testedSha: sha('d'), headSha: sha('d') }
    expect(await verdictOf(app, results, { code: { ...code, mergeBaseSha: sha('1') } })).toMatchObject({
      kind: 'mine',
    })
  })

  test('are distinguished from those of other changes, of which it takes two: one may be a copy nobody told of', async () => {
    const app = await makeApp()
    await makeMain(app)
    const results = broken('no glue left')
    for (const branch of ['one', 'two']) await settled(app, { code: { branch, pullRequest: 8 }, results })
    expect(await verdictOf(app, results, { code: pull })).toMatchObject({ kind: 'infrastructure' })
    expect(await verdictsAfter(app, OTHERS)).toEqual(OTHERS.map(([name]) => [name, 'unknown']))
    // What an outage that others have may hide: the run before failed with another error.
    const again = broken('no salt left')
    for (const branch of ['one', 'two'])
      await settled(app, { code: { branch, pullRequest: 8 }, results: again })
    expect(await verdictOf(app, again, { code: pull })).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'failed-otherwise-before' },
    })
  })

  test('are its newest commit’s alone where it is not known where a branch began', async () => {
    const app = await makeApp()
    await makeMain(app)
    const { baseSha, mergeBaseSha, ...rest } = pull
    const other = { branch: 'other', pullRequest: 8, testedSha: sha('d'), headSha: sha('d') }
    const results = broken('no cart left')
    await settled(app, { code: { ...other, parents: [sha('1')] }, results })
    const code = { ...rest, testedSha: sha('b'), parents: [sha('a')] }
    expect(await verdictOf(app, results, { code })).toMatchObject({ kind: 'unknown' })
  })
})
