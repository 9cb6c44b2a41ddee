import type { OpenLine } from '@svc/protocol'
import { expect, test } from 'vitest'
import { type ForkRun, rewriteJournal } from './rewrite.ts'

const HEAD = 'a'.repeat(40)
const BASE = 'b'.repeat(40)
const TESTED = 'c'.repeat(40)
const OTHER = 'd'.repeat(40)
/** What GitHub has: the merge of the head, and a commit of the base branch. */
const COMMITS = [
  { sha: TESTED, parents: [BASE, HEAD], tree: OTHER },
  { sha: BASE, parents: [OTHER], tree: BASE },
]
const RUN: ForkRun = {
  pull: { number: 9, headSha: HEAD, branch: 'topic', baseBranch: 'main', baseSha: BASE },
  repository: 'acme/shop',
  commitAt: async (sha) => COMMITS.find((commit) => commit.sha === sha),
  placeOf: async ({ suite }) => ({ project: 'shop', suite }),
  runId: 77,
  runAttempt: 2,
  workflow: 'CI',
  runUrl: 'https://github.com/acme/shop/actions/runs/77',
}
const JOURNAL = '01234567-89ab-7def-8123-456789abcdef'

const open = (more: object = {}) => ['open', 1, { journal: JOURNAL, suite: 'e2e', trust: 'ci', ...more }]
const rewrite = (lines: unknown[], attempt = 1, run = RUN) =>
  rewriteJournal(
    Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')),
    run,
    attempt,
    { project: '', suite: '' },
  )
const openOf = async (lines: unknown[], attempt = 1): Promise<OpenLine[2]> => {
  const [line = ''] = (await rewrite(lines, attempt))?.text.split('\n') ?? []
  return JSON.parse(line)[2]
}

test('facts of the code are those of GitHub, and the trust is that of a fork', async () => {
  const code = {
    headSha: BASE,
    branch: 'main',
    pullRequest: 1,
    repository: 'acme/other',
    fork: false,
    ancestry: [],
    dirty: false,
  }
  expect(
    await openOf([
      open({ code, project: 'other', build: '1', solitary: true, lost: true, ci: { provider: 'x' } }),
    ]),
  ).toMatchObject({
    trust: 'fork',
    project: 'shop',
    build: '77',
    suite: 'e2e',
    ci: { provider: 'GitHub Actions', url: RUN.runUrl },
    code: {
      headSha: HEAD,
      branch: 'topic',
      baseBranch: 'main',
      pullRequest: 9,
      repository: 'acme/shop',
      fork: true,
    },
  })
  const rewritten = await openOf([open({ code, solitary: true, lost: true })])
  expect(rewritten).not.toHaveProperty('solitary')
  expect(rewritten).not.toHaveProperty('lost')
  expect(rewritten.code).not.toHaveProperty('ancestry')
})

test('the tested commit is the head, or a merge of it that GitHub knows, with the parents and the tree of GitHub', async () => {
  const codeOf = async (code: object) => (await openOf([open({ code })])).code
  const merge = { testedSha: TESTED, parents: [BASE, HEAD], tree: OTHER }
  expect(await codeOf(merge)).toMatchObject(merge)
  // The tree of the base would make its passes evidence, another parent would choose another base.
  for (const lie of [{ tree: BASE }, { parents: [OTHER, HEAD] }, { parents: [] }])
    expect(await codeOf({ ...merge, ...lie })).toMatchObject(merge)
  for (const testedSha of [BASE, OTHER, 'e'.repeat(40)])
    expect(await codeOf({ testedSha, parents: [BASE, HEAD], tree: BASE })).not.toMatchObject({
      testedSha: expect.anything(),
    })
  const head = await codeOf({ testedSha: HEAD, tree: BASE })
  expect(head).toMatchObject({ testedSha: HEAD })
  expect(head).not.toHaveProperty('tree')
})

test('a disguised open line does not get through', async () => {
  const text = (
    await rewrite([
      open(),
      '[ "open", 1, {"trust":"ci"}]',
      '["\\u006fpen",1,{"trust":"ci"}]',
      '["open",2,{"trust":"ci"}]',
      '{"0":"open"}',
      'nonsense',
      ['attempt', 0, 't', 'passed', 0, 1],
      ['unknown', 1],
      ['end', { status: 'passed', durationMs: 1 }],
    ])
  )?.text
  const kinds = text
    ?.trim()
    .split('\n')
    .map((line) => JSON.parse(line)[0])
  // The last open line of the right version holds; it has no journal's id, so that nothing is taken at all.
  expect(kinds).toBeUndefined()
  const own = await rewrite([
    ['attempt', 0, 't', 'passed', 0, 1],
    '[ "open", 1, {"trust":"ci","journal":"x"}]',
    open(),
    ['end', {}],
  ])
  expect(
    own?.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)[0]),
  ).toEqual(['open', 'attempt', 'end'])
  expect(own?.text).not.toContain('"ci",')
})

test('the id is made of run, attempt and journal: the same again is the same, another run is another', async () => {
  const first = await rewrite([open()])
  expect(first?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await rewrite([open()]))?.id).toBe(first?.id)
  expect((await rewrite([open()], 2))?.id).not.toBe(first?.id)
  expect((await rewrite([open()], 1, { ...RUN, runId: 78 }))?.id).not.toBe(first?.id)
  expect(first?.id).not.toBe(JOURNAL)
})

test('an attempt in the future is refused', async () => {
  expect((await openOf([open()], 50)).runAttempt).toBe(2)
})

test.each([null, 5, {}, { journal: 5 }, { journal: '../../x' }, [[]]])(
  'facts of %j are no journal',
  async (facts) => {
    expect(await rewrite([['open', 1, facts]])).toBeUndefined()
  },
)

test('facts of any shape become what the server takes', async () => {
  const wrong = {
    part: 5,
    code: 'x',
    runner: null,
    client: [],
    tags: [1, 'a'],
    environment: { os: 5, PATH: 'x' },
    startedAt: 'x',
    root: 'moon',
  }
  expect(await openOf([open(wrong)])).toMatchObject({
    part: { job: '', package: '', config: '', leg: '' },
    runner: { name: 'unknown' },
    client: { name: 'unknown', version: '0.0.0' },
    tags: ['a'],
    environment: {},
    root: 'git',
  })
})
