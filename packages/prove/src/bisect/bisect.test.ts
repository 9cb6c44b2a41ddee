import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Bisection, bisect } from './bisect.ts'

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

const temporary = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-bisect-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A repository whose check is a shell script, which starts in a tenth of the time of Node. */
const makeRepository = () => {
  const root = temporary()
  const place = temporary()
  vi.stubEnv('TMPDIR', place)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trim()
  const commit = (check: string, subject = 'change') => {
    writeFileSync(join(root, 'check.sh'), check)
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', subject)
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q', '-b', 'main')
  const find = (good: string, bad: string, more: Partial<Bisection> = {}) =>
    bisect({
      good,
      bad,
      words: ['sh', 'check.sh'],
      seen: { hits: 0, runs: 0 },
      folder: root,
      root,
      seconds: 300,
      copies: [],
      env,
      onStop: () => () => undefined,
      ...more,
    })
  const left = () => [git('worktree', 'list').split('\n').length - 1, readdirSync(place)]
  return { root, place, git, commit, find, left }
}

const PASSES = 'exit 0'
const FAILS = 'exit 1'

test('the commit that broke a check is found, and nothing is left', async () => {
  const { commit, find, left } = makeRepository()
  const good = commit(PASSES)
  for (let i = 0; i < 4; i++) commit(PASSES)
  const culprit = commit(FAILS, 'feat: the culprit (#42)')
  for (let i = 0; i < 2; i++) commit(FAILS)
  const found = await find(good, 'main')
  expect(found).toMatchObject({
    commits: [{ sha: culprit, author: 'Ada', subject: 'feat: the culprit (#42)', isMerge: false }],
    searched: 7,
    isDecided: true,
    before: { failed: 0 },
    after: { passed: 0 },
  })
  expect('reason' in found ? 0 : found.probability).toBeGreaterThan(0.95)
  expect(left()).toEqual([0, []])
})

test('a failure of every second run is repeated until its culprit is known', async () => {
  const { root, commit, find } = makeRepository()
  const counter = join(temporary(), 'counter')
  writeFileSync(counter, '')
  // Fails in the runs whose number has an even sum of bits: half of them, in no simple order.
  const slips = `printf . >> '${counter}'
runs=$(wc -c < '${counter}')
odd=0
while [ "$runs" -gt 0 ]; do
  odd=$(((odd + runs) % 2))
  runs=$((runs / 2))
done
exit $odd`
  const good = commit(PASSES)
  commit(PASSES)
  const culprit = commit(slips)
  commit(slips)
  const found = await find(good, 'main')
  expect(found).toMatchObject({ commits: [{ sha: culprit }], isDecided: true, before: { failed: 0 } })
  if ('reason' in found) throw new Error(found.reason)
  expect(found.after.passed).toBeGreaterThan(0)
  expect(found.before.passed).toBeGreaterThanOrEqual(20)
  expect(existsSync(join(root, 'check.sh'))).toBe(true)
})

test('commits that do not install or run are skipped', async () => {
  const { commit, find } = makeRepository()
  const good = commit(PASSES)
  commit(PASSES)
  const skipped = [commit('exit 125'), commit('kill -TERM $$')]
  const uninstalled = commit('# no install')
  const culprit = commit(FAILS)
  commit(FAILS)
  const found = await find(good, 'main', { setup: '! grep -q "no install" check.sh' })
  if ('reason' in found) throw new Error(found.reason)
  expect(found.commits.map(({ sha }) => sha)).toEqual([...skipped, uninstalled, culprit])
  const reasons = new Map(found.skipped.map(({ commit: { sha }, reason }) => [sha, reason]))
  expect([...skipped, uninstalled].map((sha) => reasons.get(sha))).toEqual([
    'the command ended with 125',
    'the command ended with -1',
    expect.stringContaining('ended with 1'),
  ])
})

test('of a merge, the state of the branch is tried and not the commits inside', async () => {
  const { git, commit, find } = makeRepository()
  const good = commit(PASSES)
  git('switch', '-q', '-c', 'side')
  commit(FAILS, 'breaks')
  commit(`${FAILS} # more`)
  git('switch', '-q', 'main')
  git('merge', '-q', '--no-ff', '-m', 'Merge pull request #7 from acme/side', 'side')
  const merge = git('rev-parse', 'HEAD')
  commit(FAILS)
  expect(await find(good, 'main')).toMatchObject({ commits: [{ sha: merge, isMerge: true }], searched: 2 })
})

test('ends that are wrong are told', async () => {
  const { git, commit, find } = makeRepository()
  const first = commit(PASSES)
  const second = commit(PASSES)
  const broken = commit(FAILS)
  expect(await find(first, second)).toEqual({
    reason: expect.stringMatching(/does not fail at the bad end in \d+ runs/),
  })
  const later = commit(FAILS)
  expect(await find(broken, later)).toEqual({ reason: expect.stringContaining('fails at the good end, too') })
  expect(await find(later, first)).toEqual({ reason: expect.stringContaining('wrong way round') })
  expect(await find(first, first)).toEqual({ reason: expect.stringContaining('both the good and the bad') })
  expect(await find('nowhere', 'main')).toEqual({
    reason: 'git knows no commit nowhere, and cannot fetch it',
  })
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})

test('a name that git would take for an option is refused, and runs nothing', async () => {
  const { place, git, root, commit, find } = makeRepository()
  commit(PASSES)
  commit(FAILS)
  git('remote', 'add', 'origin', root)
  const proof = join(place, 'was-run')
  for (const enemy of [`--upload-pack=touch ${proof};`, '-x', `--output=${proof}`, '--all'])
    for (const found of [await find(enemy, 'main'), await find('main~1', enemy)])
      expect(found).toEqual({ reason: `git knows no commit ${enemy}, and cannot fetch it` })
  expect(existsSync(proof)).toBe(false)
})

test('a file outside of the repository is not copied', async () => {
  const place = temporary()
  const { root, commit, find, left } = makeRepository()
  const good = commit(PASSES)
  commit(FAILS)
  writeFileSync(join(place, 'secret.txt'), '')
  symlinkSync(place, join(root, 'link'))
  mkdirSync(join(root, 'inside'))
  for (const path of [
    `../${basename(place)}/secret.txt`,
    join(place, 'secret.txt'),
    'link/secret.txt',
    '.',
    '..',
  ])
    expect(await find(good, 'main', { copies: [path] })).toEqual({
      reason: `--copy ${path}: the file is outside of the repository; name one inside, relative to its top`,
    })
  expect(await find(good, 'main', { copies: ['inside'] })).toMatchObject({ isDecided: true })
  expect(left()).toEqual([0, []])
})

test('an author cannot write the subject of the commit', async () => {
  const { git, commit, find } = makeRepository()
  const good = commit(PASSES)
  commit(FAILS, 'the true subject')
  git('commit', '-q', '--amend', '--no-edit', '--author', 'Mallory\x1fInnocent (#42) <m@example.com>')
  expect(await find(good, 'main')).toMatchObject({
    commits: [{ author: 'Mallory\x1fInnocent (#42)', subject: 'the true subject' }],
  })
})

test('the printed command installs nothing without a package.json', async () => {
  const { root, commit, find } = makeRepository()
  const good = commit(PASSES)
  commit(FAILS)
  const found = await find(good, 'main')
  expect('reason' in found ? found.reason : found.command).not.toContain('npm ci')
  writeFileSync(join(root, 'package.json'), '{}')
  const other = await find(good, 'main')
  expect('reason' in other ? other.reason : other.command).toContain(' && npm ci ')
})

test('Ctrl-C ends the trial that runs, and leaves nothing', async () => {
  const { commit, find, left } = makeRepository()
  const good = commit(PASSES)
  commit('sleep 1000')
  let end = () => {}
  const found = find(good, 'main', {
    onStop: (stop) => {
      end = stop
      return () => undefined
    },
    begin: () => setTimeout(() => end(), 300),
  })
  expect(await found).toEqual({ reason: expect.stringContaining('stopped'), isUndecided: true })
  expect(left()).toEqual([0, []])
})
