import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { afterAll, describe, expect, test } from 'vitest'
import { commit, makeFolder, makeRepository, removeFolders, write } from '../test/folders.ts'
import { gatherCode } from './git.ts'
import { readGitHead, readOriginHead, readOriginUrl } from './git-head.ts'

afterAll(removeFolders)

const gather = (root: string, question: Partial<Parameters<typeof gatherCode>[0]> = {}) =>
  gatherCode({ root, env: process.env, known: {}, ...question })

const PULL = { provider: 'GitHub Actions', event: 'pull_request' }

/** A bare origin whose `main` and `topic` have parted, and the merge commit CI would test. */
const makePullRequest = () => {
  const work = makeRepository()
  const parted = git(work, 'rev-parse', 'HEAD')
  git(work, 'checkout', '-q', '-b', 'topic')
  const head = commit(work, 'topic.txt', 'the topic')
  git(work, 'checkout', '-q', 'main')
  const base = commit(work, 'main.txt', 'the base')
  git(work, 'checkout', '-q', '-b', 'merge')
  git(work, 'merge', '-q', '--no-ff', '-m', 'merge', 'topic')
  const merge = git(work, 'rev-parse', 'HEAD')
  const origin = makeFolder()
  git(origin, 'clone', '-q', '--bare', work, 'shop.git')
  const remote = join(origin, 'shop.git')
  git(remote, 'update-ref', 'refs/pull/7/merge', merge)
  git(remote, 'update-ref', '-d', 'refs/heads/merge')
  git(remote, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  return { remote, parted, head, base, merge }
}

/** As CI checks out: one ref, a depth, a detached head. */
const checkOut = (remote: string, ref: string, ...depth: string[]) => {
  const folder = makeFolder()
  git(folder, 'init', '-q')
  git(folder, 'remote', 'add', 'origin', `file://${remote}`)
  git(folder, 'fetch', '-q', ...depth, 'origin', `+${ref}:refs/remotes/pull/tested`)
  git(folder, 'checkout', '-q', '--detach', 'refs/remotes/pull/tested')
  return folder
}

test('a clean checkout tells its commit, tree, branch, message and what came before', async () => {
  const root = makeRepository()
  const first = git(root, 'rev-parse', 'HEAD')
  const second = commit(root, 'b.txt', 'second\n\nmore')
  git(root, 'remote', 'add', 'origin', 'https://me:hunter2@example.org/acme/shop.git')
  const code = await gather(root)
  expect(code).toEqual({
    testedSha: second,
    headSha: second,
    parents: [first],
    tree: git(root, 'rev-parse', 'HEAD^{tree}'),
    dirty: false,
    branch: 'main',
    repository: 'acme/shop',
    message: 'second',
    author: 'A',
    ancestry: [{ sha: first, parents: [], tree: git(root, 'rev-parse', `${first}^{tree}`) }],
  })
  expect(JSON.stringify(code)).not.toMatch(/hunter2|author@example/)
})

describe('uncommitted changes', () => {
  test('a changed file makes the tree dirty, its own folder does not', async () => {
    const root = makeRepository()
    write(root, '.svc/journal/x.ndjson')
    expect(await gather(root)).toMatchObject({ dirty: false })
    write(root, 'a.txt', 'changed')
    expect(await gather(root)).toMatchObject({ dirty: true })
    expect(await gather(root, { ci: PULL })).toMatchObject({ dirty: true })
  })

  test('a new file is new code on a laptop, and what the pipeline left there in CI', async () => {
    const root = makeRepository()
    write(root, 'new.txt')
    expect(await gather(root)).toMatchObject({ dirty: true })
    expect(await gather(root, { ci: PULL })).toMatchObject({ dirty: false })
  })
})

describe('a pull request', () => {
  test('at depth 1 the merge commit still tells base and head', async () => {
    const { remote, base, head, merge } = makePullRequest()
    const root = checkOut(remote, 'refs/pull/7/merge', '--depth=1')
    const code = await gather(root, {
      known: { headSha: head, pullRequest: 7, baseBranch: 'main', branch: 'topic' },
      ci: PULL,
    })
    expect(code).toMatchObject({
      testedSha: merge,
      headSha: head,
      baseSha: base,
      parents: [base, head],
      branch: 'topic',
      repository: 'shop',
    })
    expect(code.mergeBaseSha).toBeUndefined()
    expect(code.ancestry).toBeUndefined()
  })

  test('without an event the second parent is the head', async () => {
    const { remote, base, head } = makePullRequest()
    const root = checkOut(remote, 'refs/pull/7/merge', '--depth=1')
    expect(await gather(root, { known: { pullRequest: 7 }, ci: PULL })).toMatchObject({
      headSha: head,
      baseSha: base,
    })
  })

  test('a clone without the head does not call who merged its author', async () => {
    const { remote, head } = makePullRequest()
    const known = { headSha: head, pullRequest: 7, baseBranch: 'main' }
    const shallow = checkOut(remote, 'refs/pull/7/merge', '--depth=1')
    expect((await gather(shallow, { known, ci: PULL })).author).toBeUndefined()
    const deep = checkOut(remote, 'refs/pull/7/merge')
    expect((await gather(deep, { known, ci: PULL })).author).toBe('A')
  })

  test('a deeper clone with the base branch tells where they parted', async () => {
    const { remote, parted, head } = makePullRequest()
    const root = checkOut(remote, 'refs/pull/7/merge')
    git(root, 'fetch', '-q', 'origin', '+refs/heads/main:refs/remotes/origin/main')
    const code = await gather(root, {
      known: { headSha: head, pullRequest: 7, baseBranch: 'main' },
      ci: PULL,
    })
    expect(code.mergeBaseSha).toBe(parted)
    expect(code.ancestry).toHaveLength(3)
  })

  test('a checked out head is not a merge commit', async () => {
    const { remote, head } = makePullRequest()
    const root = checkOut(remote, 'refs/heads/topic', '--depth=1')
    const code = await gather(root, { known: { headSha: head, pullRequest: 7 }, ci: PULL })
    expect(code).toMatchObject({ testedSha: head, headSha: head })
    expect(code.baseSha).toBeUndefined()
  })

  test('an event about a pull request whose code is not checked out does not name it', async () => {
    const { remote, base, head } = makePullRequest()
    const root = checkOut(remote, 'refs/heads/main', '--depth=1')
    const code = await gather(root, {
      known: { headSha: head, pullRequest: 7, baseBranch: 'main', branch: 'topic', fork: true },
      ci: { provider: 'GitHub Actions', event: 'pull_request_target' },
    })
    expect(code).toMatchObject({ testedSha: base, headSha: base, branch: 'main' })
    expect(code).not.toHaveProperty('pullRequest')
  })
})

test('a shallow clone gives the true parents of its last commit', async () => {
  const { remote, base, parted } = makePullRequest()
  const root = makeFolder()
  git(root, 'clone', '-q', '--depth=1', `file://${remote}`, 'clone')
  const code = await gather(join(root, 'clone'))
  expect(code).toMatchObject({ testedSha: base, parents: [parted], defaultBranch: 'main' })
})

test('a worktree and a submodule are repositories of their own', async () => {
  const root = makeRepository()
  const tree = join(makeFolder(), 'tree')
  git(root, 'worktree', 'add', '-q', '-b', 'side', tree)
  const sha = commit(tree, 'side.txt')
  expect(await gather(tree)).toMatchObject({ testedSha: sha, branch: 'side' })
  expect(readGitHead(tree)).toEqual({ sha, branch: 'side' })

  const outer = makeRepository()
  git(outer, 'submodule', '--quiet', 'add', `file://${root}`, 'inner')
  const inner = join(outer, 'inner')
  expect(await gather(inner)).toMatchObject({ testedSha: git(inner, 'rev-parse', 'HEAD') })
  expect(readGitHead(inner).sha).toBe(git(inner, 'rev-parse', 'HEAD'))
})

test('the files of a repository tell its head: loose, packed, detached, not yet', () => {
  const root = makeRepository()
  const sha = git(root, 'rev-parse', 'HEAD')
  expect(readGitHead(root)).toEqual({ sha, branch: 'main' })
  git(root, 'pack-refs', '--all')
  expect(readGitHead(root)).toEqual({ sha, branch: 'main' })
  git(root, 'checkout', '-q', '--detach')
  expect(readGitHead(root)).toEqual({ sha })
  const empty = makeFolder()
  git(empty, 'init', '-q')
  expect(readGitHead(empty)).toEqual({ branch: 'main' })
  expect(readGitHead(makeFolder())).toEqual({})
})

test('the files of a clone tell its default branch, with git or without: none noted, one with a slash, in a worktree', async () => {
  const root = makeRepository()
  git(root, 'checkout', '-q', '-b', 'release/next')
  const clone = join(makeFolder(), 'clone')
  git(root, 'clone', '-q', `file://${root}`, clone)
  expect(readOriginHead(clone)).toBe('release/next')
  git(clone, 'pack-refs', '--all')
  const tree = join(makeFolder(), 'tree')
  git(clone, 'worktree', 'add', '-q', '-b', 'side', tree)
  expect(await gather(tree)).toMatchObject({ branch: 'side', defaultBranch: 'release/next' })
  expect(readOriginHead(root)).toBe(null)
  expect(readOriginHead(makeFolder())).toBe(undefined)
  // What stands in HEAD where the refs are in a reftable: then git is asked.
  write(root, '.git/HEAD', 'ref: refs/heads/.invalid\n')
  expect(readOriginHead(root)).toBe(undefined)
})

describe('a repository without a remote', () => {
  const onTrunk = () => {
    const root = makeRepository()
    git(root, 'branch', '-q', '-m', 'trunk')
    return root
  }

  test('the only branch is the default branch', async () => {
    expect(await gather(onTrunk())).toMatchObject({ branch: 'trunk', defaultBranch: 'trunk' })
  })

  test('of several branches, the one that git is set to create first', async () => {
    const root = onTrunk()
    git(root, 'checkout', '-q', '-b', 'topic')
    expect(await gather(root)).not.toHaveProperty('defaultBranch')
    git(root, 'config', 'init.defaultBranch', 'trunk')
    expect(await gather(root)).toMatchObject({ branch: 'topic', defaultBranch: 'trunk' })
    git(root, 'config', 'init.defaultBranch', 'gone')
    expect(await gather(root)).not.toHaveProperty('defaultBranch')
  })

  test('main and master are left to the server', async () => {
    const root = makeRepository()
    expect(await gather(root)).not.toHaveProperty('defaultBranch')
    git(root, 'checkout', '-q', '-b', 'topic')
    expect(await gather(root)).not.toHaveProperty('defaultBranch')
  })

  test('a job of CI and a clone of one branch do not guess', async () => {
    const root = onTrunk()
    expect(await gather(root, { ci: { provider: 'Jenkins' } })).not.toHaveProperty('defaultBranch')
    git(root, 'remote', 'add', 'upstream', 'https://example.org/acme/shop.git')
    expect(await gather(root)).not.toHaveProperty('defaultBranch')
  })
})

test('no commits yet: what is known comes back, with the branch', async () => {
  const root = makeFolder()
  git(root, 'init', '-q')
  expect(await gather(root)).toEqual({ branch: 'main' })
})

test('no repository, or no git: what is known comes back as it is', async () => {
  const known = { branch: 'main', headSha: 'a'.repeat(40) }
  expect(await gather(makeFolder(), { known })).toEqual(known)
  expect(await gather(makeRepository(), { known, env: { PATH: '/nowhere' } })).toEqual(known)
})

test('an earlier commit can be asked about; its files are then not known to be clean, so not called clean', async () => {
  const root = makeRepository()
  const first = git(root, 'rev-parse', 'HEAD')
  commit(root, 'b.txt')
  const code = await gather(root, { commit: first })
  expect(code).toMatchObject({ testedSha: first, message: 'first', dirty: true })
})

test('a folder that is reached through a link is the same repository', async () => {
  const root = makeRepository()
  const link = join(makeFolder(), 'link')
  symlinkSync(root, link)
  expect(await gather(link)).toMatchObject({ dirty: false })
})

describe('the address of origin', () => {
  const URL_OF = 'https://example.org/acme/shop.git'
  const plain = `[core]\n\tbare = false\n# [remote "origin"]\n[remote "fork"]\n\turl = https://example.org/me/shop\n`
  test.each([
    [
      'is read from its file',
      `${plain}[remote "origin"]\n\tfetch = +refs/heads/*\n\tURL=${URL_OF} \n`,
      URL_OF,
    ],
    ['with the line breaks of Windows', `[remote "origin"]\r\n  url = ${URL_OF}\r\n`, URL_OF],
    ['is the first of several', `[remote "origin"]\n url = ${URL_OF}\n url = other\n`, URL_OF],
    ['is git’s to say where it has none', plain, undefined],
    ['in quotes', `[remote "origin"]\n url = "${URL_OF}"\n`, undefined],
    ['with a comment', `[remote "origin"]\n url = ${URL_OF} # ours\n`, undefined],
    ['behind its section', `[remote "origin"] url = ${URL_OF}\n`, undefined],
    ['where a line goes on', `[alias]\n x = !a \\\n[remote "origin"]\n url = ${URL_OF}\n`, undefined],
    ['beside another file', `[include]\n path = x\n[remote "origin"]\n url = ${URL_OF}\n`, undefined],
    ['beside one of the worktree', `[extensions]\n worktreeConfig = true\n`, undefined],
  ])('%s', (_, settings, expected) => {
    const root = makeRepository()
    write(root, '.git/config', settings)
    expect(readOriginUrl(root)).toBe(expected)
    if (expected) expect(git(root, 'config', '--get-all', 'remote.origin.url').split('\n')[0]).toBe(expected)
  })

  test('comes from git where the file alone does not tell', async () => {
    const root = makeRepository()
    write(root, '.git/more', '[remote "origin"]\n url = https://example.org/acme/included.git\n')
    git(root, 'config', 'include.path', 'more')
    expect(readOriginUrl(root)).toBeUndefined()
    expect((await gather(root)).repository).toBe('acme/included')
  })
})
