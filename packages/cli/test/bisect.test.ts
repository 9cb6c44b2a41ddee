// One file: its tests share one server.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { makePlace, VITEST } from './place.ts'
import { svc } from './shop.ts'

const server = useServer()
const BROKEN = { 'packages/calc/index.js': 'export const add = (a, b) => a - b\n' }

const makeMain = async () => {
  const place = await makePlace(server)
  git(place.folder, 'switch', '-q', 'main')
  const bisect = (...args: string[]) => svc(place.folder, ['bisect', ...args], place.env)
  const tip = () => git(place.folder, 'rev-parse', 'HEAD').trim()
  return { ...place, bisect, tip }
}

test('the commit that broke the base is found from the runs of the server, stored with the failure, and nothing is left', {
  tags: 'thorough',
}, async () => {
  const { folder, run, change, env, bisect, tip, executions, left } = await makeMain()
  change({ 'a.txt': '' })
  change({
    'package.json':
      '{ "name": "shop", "workspaces": ["packages/*"], "dependencies": { "nowhere": "file:./nowhere" } }',
  })
  git(folder, 'revert', '--no-edit', 'HEAD')
  change(BROKEN)
  git(folder, 'commit', '-q', '--amend', '-m', 'Subtract (#42)', '--author', 'Ada <ada@example.com>')
  const culprit = tip()
  change({ 'b.txt': '' })
  await run(['--', ...VITEST])
  const status = git(folder, 'status', '--porcelain')
  const { code, out, err } = await bisect('--rerun-command', VITEST.join(' '), '--within', '30m', '--json')
  expect(err).toContain('Searching 5 commits')
  const found = JSON.parse(out)
  expect(found).toMatchObject({
    test: { file: 'cart.test.js', titles: ['adds'] },
    commits: [{ sha: culprit, author: 'Ada', subject: 'Subtract (#42)' }],
    before: { failed: 0 },
    after: { passed: 0 },
    isDecided: true,
    isStored: true,
  })
  expect(found.probability).toBeGreaterThan(0.95)
  expect(code).toBe(0)
  expect(left()).toEqual([])
  expect(git(folder, 'status', '--porcelain')).toBe(status)
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(await executions()).toHaveLength(2)
  const failure = await server.get<{ culprit: object }>(
    `/api/failures/${found.fingerprint}?project=${env.SVC_PROJECT}`,
  )
  expect(failure.culprit).toMatchObject({ commits: [{ sha: culprit, pullRequest: 42 }], commitCount: 1 })
  const listed = await svc(folder, ['failures', 'main'], env)
  expect(listed.out).toContain(`main was broken by ${culprit.slice(0, 12)} (Ada, pull request 42)`)
})

test('without a server, between two commits, by a command', { tags: 'thorough' }, async () => {
  const { folder, change, bisect, tip } = await makeMain()
  const good = tip()
  change(BROKEN)
  const culprit = tip()
  change({ 'b.txt': '' })
  const alone = await svc(folder, ['bisect', '--good', good, '--bad', 'main', '--', ...VITEST, 'cart'])
  expect(alone.out).toContain(`cart.test.js > adds was broken by ${culprit.slice(0, 12)} by`)
  expect(alone.code).toBe(0)
  const wrong = await bisect('--good', culprit, '--bad', 'main', '--', ...VITEST)
  expect(wrong.err).toContain('it fails at the good end, too')
  expect(wrong.code).toBe(1)
})

test('a search whose time is over before both ends were tried ends as an undecided one', async () => {
  const { change, bisect, tip } = await makeMain()
  const good = tip()
  change({ 'b.txt': '' })
  const late = await bisect('--good', good, '--bad', 'main', '--within', '1s', '--', 'sleep', '60')
  expect(late.err).toContain('before both ends were tried')
  expect(late.code).toBe(4)
})

test('a name that git would take for an option is wrong use, and runs nothing', async () => {
  const { folder, bisect } = await makeMain()
  const proof = join(folder, 'was-run')
  for (const enemy of [`--upload-pack=touch ${proof};`, '-x', `--output=${proof}`]) {
    const { code, err } = await bisect(`--good=${enemy}`, '--bad', 'main', '--', 'true')
    expect(err).toContain('Give a commit, a tag or a branch')
    expect(code).toBe(2)
  }
  expect(existsSync(proof)).toBe(false)
  const none = await bisect('0123456789abcdef')
  expect(none.code).toBe(1)
  expect(none.err).toMatch(/failure/)
})
