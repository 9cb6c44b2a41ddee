import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Open } from '@svc/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { companionOf, forkOf, honestFiles, upload } from './forks.ts'
import { linesOf, textOf } from './journals.ts'
import { makeShop, useScene } from './scene.ts'
import { addRun } from './world.ts'
import { withClaimedSize, zipBomb, zipOf } from './zips.ts'

// What a fork may put into its artifacts: the companion has secrets, and takes nothing but results of its own pull request.

const scene = useScene()
const MIB = 1024 * 1024

let shop: ReturnType<typeof makeShop>
beforeAll(async () => {
  shop = makeShop(scene)
  await shop.pushed()
})

/** Runs the companion over what the attacker uploaded. */
const companion = async (given: ReturnType<typeof forkOf>) => {
  const job = companionOf(scene, shop, given.run)
  const ended = await shop.main(job)
  return { job, ended, left: readdirSync(job.temp ?? '') }
}

type Given = ReturnType<typeof forkOf>
const claiming = (given: Given, claim: unknown) =>
  zipOf({ ...honestFiles(given), 'run.json': JSON.stringify(claim) })
const claimOf = ({ pull, run }: Given) => ({
  pullRequest: pull.number,
  headSha: pull.headSha,
  runId: `${run.id}`,
  runAttempt: 1,
})

describe('is not taken, and says why', () => {
  test.each<[string, (given: Given) => Uint8Array]>([
    ['no zip', () => Buffer.from('no zip at all')],
    ['nothing', () => new Uint8Array(0)],
    ['a zip that was cut', (given) => zipOf(honestFiles(given)).subarray(0, 200)],
    ['no run.json', () => zipOf({ 'a.ndjson': '' })],
    ['a run.json that is none', () => zipOf({ 'run.json': '{' })],
    ['a number that is none', (given) => claiming(given, { ...claimOf(given), pullRequest: '1/../../2' })],
    ['a list', (given) => claiming(given, [claimOf(given)])],
    ['a number nobody has', (given) => claiming(given, { ...claimOf(given), pullRequest: 2 ** 40 })],
    [
      'a pull request that is not there',
      (given) => claiming(given, { ...claimOf(given), pullRequest: 9999 }),
    ],
    ['a bomb', () => zipBomb(200 * MIB)],
    [
      'a bomb with a small claim',
      (given) =>
        withClaimedSize(zipOf({ ...honestFiles(given), 'b.ndjson': new Uint8Array(80 * MIB) }), 1000),
    ],
    [
      'thousands of files',
      (given) =>
        zipOf({
          ...honestFiles(given),
          ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}.ndjson`, ''])),
        }),
    ],
    [
      'too much altogether',
      (given) =>
        zipOf({
          ...honestFiles(given),
          'a.ndjson': new Uint8Array(40 * MIB),
          'b.ndjson': new Uint8Array(40 * MIB),
        }),
    ],
  ])('%s', async (_, make) => {
    const given = forkOf(scene, shop)
    upload(scene, given.run, make(given))
    const { ended, left } = await companion(given)
    expect(ended.code).toBe(0)
    expect(ended.log).toContain('was skipped')
    expect(ended.summary).toContain('was skipped')
    expect(ended.outputs['execution-id']).toBe('')
    expect(shop.comments(given.pull)).toEqual([])
    expect(left).toEqual([])
  })

  test("somebody else's pull request, whether of the repository or of another fork at the same commit", async () => {
    const victim = shop.pull()
    const given = forkOf(scene, shop)
    upload(scene, given.run, claiming(given, { ...claimOf(given), pullRequest: victim.number }))
    const copied = forkOf(scene, shop, 'alice', { headSha: given.pull.headSha })
    upload(scene, given.run, claiming(given, { ...claimOf(given), pullRequest: copied.pull.number }))
    const { ended } = await companion(given)
    expect(ended.code).toBe(0)
    expect(ended.log.match(/was skipped/g)).toHaveLength(2)
    for (const pull of [victim, copied.pull, given.pull]) expect(shop.comments(pull)).toEqual([])
  })

  test('a commit that the pull request has left behind', async () => {
    const given = forkOf(scene, shop)
    upload(scene, given.run, zipOf(honestFiles(given)))
    given.pull.headSha = shop.base
    const { ended } = await companion(given)
    expect(ended.log).toContain('newer commit')
    expect(shop.comments(given.pull)).toEqual([])
  })

  test('a second pull request of the same run', async () => {
    const given = forkOf(scene, shop)
    const other = forkOf(scene, shop, 'mallory', { headSha: given.pull.headSha })
    upload(scene, given.run, zipOf(honestFiles(given, { project: shop.project })))
    upload(scene, given.run, claiming(given, { ...claimOf(given), pullRequest: other.pull.number }))
    const { ended } = await companion(given)
    expect(ended.log).toContain('different pull request')
    expect(shop.comments(given.pull)).toHaveLength(1)
    expect(shop.comments(other.pull)).toEqual([])
  })
})

test('what a journal says of itself gives it nothing: project, build, journal, trust, code', async () => {
  const victim = shop.pull()
  const job = shop.jobOf(shop.opened(victim))
  shop.keep(job, { results: { pays: 'passed' } })
  const honest = linesOf(job, { project: shop.project })[0]?.[2] as Open
  const before = await shop.main(job)
  const stored = await shop.execution(before.outputs['execution-id'])
  const comments = structuredClone(shop.comments(victim))

  const given = forkOf(scene, shop)
  const lines = linesOf(given.job, {
    project: `${shop.project}-admin`,
    results: { pays: 'failed' },
    open: {
      journal: honest.journal,
      build: String(job.run.id),
      runAttempt: 99,
      part: honest.part,
      trust: 'ci',
      code: {
        ...honest.code,
        branch: 'main',
        defaultBranch: 'patch',
        fork: false,
        ancestry: [{ sha: shop.base, parents: [] }],
      },
      tags: ['release'],
      codeowners: { path: 'CODEOWNERS', text: '* @mallory' },
      ...({
        lost: true,
        solitary: false,
        organization: 'acme',
        artifacts: [{ path: '/etc/passwd' }],
      } as object),
    },
  })
  upload(scene, given.run, zipOf({ 'x.ndjson': textOf(lines), 'run.json': JSON.stringify(claimOf(given)) }))
  const { ended } = await companion(given)
  const forked = await shop.execution(ended.outputs['execution-id'])
  expect(forked).toMatchObject({
    trust: 'fork',
    project: shop.repository.name,
    build: String(given.run.id),
    pullRequest: given.pull.number,
    headSha: given.pull.headSha,
    counts: { failed: 1, total: 1 },
  })
  expect(await shop.execution(stored.id)).toEqual(stored)
  expect(shop.comments(victim)).toEqual(comments)
  expect(await shop.executions()).not.toContainEqual(
    expect.objectContaining({ project: `${shop.project}-admin` }),
  )
  // And it is nobody's base: the next run of main's pull requests is compared with main.
  const next = shop.jobOf(shop.opened(shop.pull()))
  shop.keep(next, { results: { pays: 'failed' } })
  expect((await shop.main(next)).outputs.regressions).toBe('1')
})

test('names in the archive are never paths, and commands in them never commands', async () => {
  const given = forkOf(scene, shop)
  const [name = '', text = ''] = Object.entries(honestFiles(given, { project: shop.project }))[0] ?? []
  const lines = (title: string) =>
    textOf(
      linesOf(given.job, {
        project: shop.project,
        results: { [title]: 'failed' },
        open: { part: { job: title, package: '', config: '', leg: 'l' } },
      }),
    )
  const evil = {
    [`../../../${name}`]: text,
    '/tmp/svc-evil.ndjson': lines('absolute'),
    '..\\..\\evil.ndjson': lines('backslashes'),
    'a\u0000.ndjson': lines('zero'),
    '::error::x\n::add-mask::shop.ndjson': lines('::error::x'),
    '__proto__/run.ndjson': lines('proto'),
    '.svc/journal/config.json': '{}',
    'run.json': JSON.stringify(claimOf(given)),
  }
  upload(scene, given.run, zipOf(evil), { name: 'svc-journals\n::error::injected' })
  const { job, ended, left } = await companion(given)
  expect(ended).toMatchObject({ code: 0, outputs: { failed: '5', passed: '1' } })
  expect(left).toEqual([])
  expect(readdirSync(job.workspace)).toEqual([])
  for (const path of ['/tmp/svc-evil.ndjson', join(job.temp ?? '', '..', name)])
    expect(existsSync(path)).toBe(false)
  const said = ended.commands.filter(({ name: each }) => each !== 'add-mask').map(({ message }) => message)
  expect(said.filter((each) => each === 'x' || each === 'injected')).toEqual([])
})

test('lines that are no journal are left out, and one bad archive does not keep the others away', async () => {
  const given = forkOf(scene, shop)
  const lines = linesOf(given.job, { project: shop.project })
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const noise = [
    'null',
    '7',
    '"open"',
    '{}',
    '[]',
    '["open",1]',
    '["open",2,{}]',
    '["attempt",0]',
    `["attempt",0,${deep}]`,
    '["__proto__",{}]',
    'x'.repeat(3 * MIB),
  ]
  upload(
    scene,
    given.run,
    zipOf({ 'a.ndjson': noise.join('\n'), 'run.json': JSON.stringify(claimOf(given)) }),
  )
  upload(scene, given.run, zipOf({ 'b.ndjson': textOf(lines), 'run.json': JSON.stringify(claimOf(given)) }))
  const { ended } = await companion(given)
  expect(ended.code, ended.raw).toBe(0)
  expect(ended.outputs.passed, ended.raw).toBe('1')
})

test('more artifacts than a run has are not read', { tags: 'thorough' }, async () => {
  const given = forkOf(scene, shop)
  for (let i = 0; i < 60; i++)
    upload(
      scene,
      given.run,
      zipOf(
        honestFiles(given, {
          project: shop.project,
          open: { part: { job: `${i}`, package: '', config: '', leg: 'l' } },
        }),
      ),
    )
  const before = scene.github.calls.length
  const { ended } = await companion(given)
  expect(ended.log).toContain('60 artifacts')
  const downloads = scene.github.calls.slice(before).filter(({ operation }) => operation === 'download')
  expect(downloads).toHaveLength(50)
})

test.each([
  ['nothing', {}],
  ['no run', { action: 'completed', workflow_run: null }],
  ['a run of other types', { workflow_run: { id: '1; DROP', head_sha: 7, head_repository: [], event: {} } }],
  [
    'paths for ids',
    { workflow_run: { id: '../../1', head_sha: '../main', head_repository: { full_name: '../../x' } } },
  ],
])('an event payload with %s is refused without a question to anybody', async (_, payload) => {
  const run = addRun(scene.state, shop.repository, { headSha: shop.base })
  const job = companionOf(scene, shop, run)
  const before = scene.github.calls.length
  const ended = await shop.main({ ...job, event: { ...job.event, payload } })
  expect(ended.code).toBe(0)
  expect(ended.log).toContain('workflow_run')
  expect(scene.github.calls.length).toBe(before)
})
