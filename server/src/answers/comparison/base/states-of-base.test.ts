import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { compare } from '../../../testing/compare.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { failedTwice, type MadeRun, type MadeTest, passed, settled } from '../../../testing/upload.ts'
import { topic } from '../../../testing/verdicts.ts'

const sha = (name: string) => hash('sha1', name)

const sound = () => [passed('pays'), passed('x')]
const broken = () => [failedTwice('pays'), passed('x')]

/** Names of commits, oldest first; each is built on the one before. */
const MAIN = ['1', '2', '3', '4', '5', '6']
const commitOf = (name: string) => ({
  sha: sha(name),
  parents: MAIN.includes(name) && name !== '1' ? [sha(String(Number(name) - 1))] : [],
  tree: sha(`tree of ${name}`),
})
const historyUpTo = (name: string) => MAIN.slice(0, MAIN.indexOf(name)).toReversed().map(commitOf)
const tested = (name: string) => {
  const { sha: testedSha, parents, tree } = commitOf(name)
  return { testedSha, headSha: testedSha, parents, tree, ancestry: historyUpTo(name) }
}
const queuedAs = (name: string) => ({ ...tested(name), baseBranch: 'main' })

type Code = NonNullable<MadeRun['code']>
type Queued = (name: string) => Code

/** One run of each commit, none of which bears the name of the branch. */
async function runsOf(app: TestApp, queued: Queued, resultsOf: (name: string) => MadeTest[] = sound) {
  const ids = new Map<string, string>()
  for (const name of MAIN) ids.set(name, await settled(app, { code: queued(name), results: resultsOf(name) }))
  return ids
}

const change = (letter: string, upon: string): Code => ({
  ...topic,
  testedSha: sha(letter),
  headSha: sha(letter),
  parents: [sha(upon)],
  mergeBaseSha: sha(upon),
  ancestry: [commitOf(upon), ...historyUpTo(upon)],
})

async function verdictOf(app: TestApp, code: Code) {
  const { regressions, stillFailing, baseChoice, base } = await compare(
    app,
    await settled(app, { code, results: broken() }),
  )
  return { baseChoice, base: base?.id, verdict: [...regressions, ...stillFailing][0]?.verdict }
}

const QUEUES: [string, Queued][] = [
  [
    'merge groups of GitHub',
    (name) => ({ ...queuedAs(name), branch: `gh-readonly-queue/main/pr-${name}-${sha(name)}` }),
  ],
  // Bors pushes its tested commit to the branch.
  ['a staging branch without a target', (name) => ({ ...tested(name), branch: 'staging' })],
  // A draft is tested under another commit; its changes are merged anew.
  [
    'draft pull requests',
    (name) => ({
      ...queuedAs(name),
      branch: `mergify/merge-queue/${name}`,
      pullRequest: 100 + Number(name),
      testedSha: sha(`draft ${name}`),
      headSha: sha(`draft ${name}`),
    }),
  ],
  // The branch had not moved since, so the squashed commit has the files that its pull request tested.
  [
    'pull requests alone',
    (name) => ({
      ...queuedAs(name),
      branch: `change-${name}`,
      pullRequest: 200 + Number(name),
      testedSha: sha(`merge ${name}`),
      headSha: sha(`head ${name}`),
      parents: [sha(String(Number(name) - 1)), sha(`head ${name}`)],
    }),
  ],
]

onBothDatabases('a base branch that CI tests under other names', (makeApp) => {
  test.for(QUEUES)('%s: a regression is the change’s own', async ([, queued]) => {
    const app = await makeApp()
    const ids = await runsOf(app, queued)
    expect(await verdictOf(app, change('a', '6'))).toMatchObject({
      base: ids.get('6'),
      verdict: { kind: 'mine', basis: { rule: 'regression', cleanBaseRuns: 6 } },
    })
  })

  test.for(QUEUES)('%s: what the branch broke is the branch’s', async ([, queued]) => {
    const app = await makeApp()
    await runsOf(app, queued, (name) => (name >= '5' ? broken() : sound()))
    expect(await verdictOf(app, change('a', '6'))).toMatchObject({
      verdict: { kind: 'base-is-broken', because: expect.stringContaining('2 of 6 recent base runs') },
    })
  })

  test('a commit without a run: the nearest state before it is the base', async () => {
    const app = await makeApp()
    const [, queued] = QUEUES[2] as (typeof QUEUES)[number]
    const ids = new Map<string, string>()
    for (const name of ['1', '2', '3', '4'])
      ids.set(name, await settled(app, { code: queued(name), results: sound() }))
    expect(await verdictOf(app, change('a', '6'))).toMatchObject({
      base: ids.get('4'),
      baseChoice: { rule: 'ancestor', commitsAway: 2 },
      verdict: { kind: 'unknown', basis: { rule: 'untested-base' } },
    })
  })

  test('a merge group that was thrown out is no state of the branch', async () => {
    const app = await makeApp()
    const [, queued] = QUEUES[0] as (typeof QUEUES)[number]
    await runsOf(app, queued)
    const thrown: Code = {
      ...queuedAs('6'),
      branch: `gh-readonly-queue/main/pr-9-${sha('6')}`,
      testedSha: sha('thrown'),
      headSha: sha('thrown'),
      parents: [sha('6')],
      tree: sha('tree of thrown'),
    }
    await settled(app, { code: thrown, results: broken() })
    expect((await verdictOf(app, change('a', '6'))).verdict).toMatchObject({
      kind: 'unknown',
      basis: { rule: 'failed-on-other-branches', cleanBaseRuns: 6 },
    })
  })

  test('what the queue broke since the base is the branch’s', async () => {
    const app = await makeApp()
    const [, queued] = QUEUES[0] as (typeof QUEUES)[number]
    const ids = await runsOf(app, queued, (name) => (name === '6' ? broken() : sound()))
    // The queue goes on, so the commit was merged.
    const next: Code = {
      ...queuedAs('6'),
      parents: [sha('6')],
      ancestry: [commitOf('6'), ...historyUpTo('6')],
    }
    const branch = `gh-readonly-queue/main/pr-7-${sha('6')}`
    const [testedSha, tree] = [sha('7'), sha('tree of 7')]
    await settled(app, {
      code: { ...next, branch, testedSha, headSha: testedSha, tree },
      results: [passed('x')],
    })
    expect((await verdictOf(app, change('a', '5'))).verdict).toMatchObject({
      kind: 'base-is-broken',
      evidence: [{ what: 'failed-on-base-since', execution: ids.get('6') }],
    })
  })

  test('commits that a merge brought in are no states of the branch', async () => {
    const app = await makeApp()
    await runsOf(app, (name) => ({ ...tested(name), branch: 'staging' }))
    const side = { sha: sha('side'), parents: [sha('5')], tree: sha('tree of side') }
    const merge = { sha: sha('merge'), parents: [sha('6'), sha('side')], tree: sha('tree of merge') }
    const ancestry = [side, commitOf('6'), ...historyUpTo('6')]
    await settled(app, {
      code: { branch: 'wip', testedSha: side.sha, headSha: side.sha, parents: side.parents, tree: side.tree },
      results: broken(),
    })
    const of = { testedSha: merge.sha, headSha: merge.sha, parents: merge.parents, tree: merge.tree }
    const base = await settled(app, { code: { ...of, branch: 'staging', ancestry }, results: sound() })
    const code = { ...change('a', '6'), parents: [merge.sha], mergeBaseSha: merge.sha }
    expect(await verdictOf(app, { ...code, ancestry: [merge, ...ancestry] })).toMatchObject({
      base,
      verdict: { basis: { cleanBaseRuns: 7 } },
    })
  })
})
