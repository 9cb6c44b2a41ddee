import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedFiles } from './changed-files.ts'
import { makeTrees } from './make-trees.ts'

const env = {
  ...process.env,
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

const temporary = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-trees-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A repository with these files in its first commit; `write` changes it, `sides` are the trees of a proof. */
const makeRepository = (files: Record<string, string>) => {
  const root = temporary()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    }).trim()
  const write = (changed: Record<string, string>) => {
    for (const [path, text] of Object.entries(changed)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  const commit = () => {
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'x')
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q')
  write({ '.gitignore': 'node_modules\nout\n.env*\n', ...files })
  const sides = async (
    sha: string,
    more: { setup?: string; copies?: string[]; since?: number; signal?: AbortSignal } = {},
  ) => {
    const { copies = [], signal = new AbortController().signal, ...others } = more
    const wanted = { root, sha, env, copies, signal, timeoutMs: 60_000, onStart: () => undefined, ...others }
    const trees = await makeTrees(wanted)
    if ('reason' in trees) return trees
    onTestFinished(async () => {
      await trees.here.remove()
      await trees.base.remove()
    })
    return { here: trees.here.folder, base: trees.base.folder, state: trees.state }
  }
  return { root, git, write, commit, sides }
}

const bothOf = async (sides: Promise<{ here: string; base: string; state: object } | { reason: string }>) => {
  const made = await sides
  if ('reason' in made) throw new Error(made.reason)
  return made
}

test('what git ignores, and what the tests wrote, is on neither side', async () => {
  const { root, write, commit, sides } = makeRepository({ 'a.js': 'base', 'gone.js': '' })
  const sha = commit()
  write({ 'a.js': 'here', 'new.js': 'new', 'out/left': 'x', 'node_modules/m/index.js': 'm' })
  rmSync(join(root, 'gone.js'))
  const since = Date.now() + 60_000
  const late = new Date(since + 1_000)
  write({ 'written.js': 'by a test' })
  utimesSync(join(root, 'written.js'), late, late)
  const { here, base } = await bothOf(sides(sha, { since }))
  const names = (folder: string) =>
    readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  expect(names(here)).toEqual(['a.js', 'new.js', 'node_modules'])
  expect(names(base)).toEqual(['a.js', 'gone.js', 'node_modules'])
  expect([here, base].map((folder) => readFileSync(join(folder, 'a.js'), 'utf8'))).toEqual(['here', 'base'])
  const copied = await bothOf(sides(sha, { copies: ['out'] }))
  for (const folder of [copied.here, copied.base]) expect(existsSync(join(folder, 'out/left'))).toBe(true)
})

test('links of the repository and settings that name this tree name each side', async () => {
  const { root, write, commit, sides } = makeRepository({ 'lib/index.js': '' })
  symlinkSync(join(root, 'lib'), join(root, 'vendor'))
  symlinkSync('/usr/share', join(root, 'outside'))
  const sha = commit()
  write({ '.env.test': `CODE=${root}/lib\nOTHER=/usr/share\n` })
  const { here, base } = await bothOf(sides(sha))
  for (const folder of [here, base]) {
    expect(readlinkSync(join(folder, 'vendor'))).toBe(join(folder, 'lib'))
    expect(readlinkSync(join(folder, 'outside'))).toBe('/usr/share')
    expect(readFileSync(join(folder, '.env.test'), 'utf8')).toBe(`CODE=${folder}/lib\nOTHER=/usr/share\n`)
  }
  expect(readlinkSync(join(root, 'vendor'))).toBe(join(root, 'lib'))
})

test('a submodule of the same commit is filled, and one that differs is a reason', async () => {
  const other = makeRepository({ 'data.txt': 'one' })
  other.commit()
  const { root, git, commit, sides } = makeRepository({})
  git('submodule', 'add', '-q', other.root, 'data')
  const sha = commit()
  const { base } = await bothOf(sides(sha))
  expect(readFileSync(join(base, 'data/data.txt'), 'utf8')).toBe('one')
  writeFileSync(join(root, 'data/data.txt'), 'two')
  expect(await sides(sha)).toEqual({
    reason: expect.stringContaining('the submodule data differs on the base'),
  })
})

test('a pointer of Git LFS gets the content of this tree if it is that of the base', async () => {
  const pointer = (id: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize 4\n`
  const { write, commit, sides } = makeRepository({ 'same.bin': pointer('1'), 'other.bin': pointer('2') })
  const sha = commit()
  // As after `git lfs pull`: the index has the pointer, the folder the content.
  write({ 'same.bin': 'data' })
  const { base } = await bothOf(sides(sha))
  expect(readFileSync(join(base, 'same.bin'), 'utf8')).toBe('data')
  expect(readFileSync(join(base, 'other.bin'), 'utf8')).toBe(pointer('2'))
  write({ 'same.bin': pointer('3') })
  commit()
  write({ 'same.bin': 'new!' })
  expect(await sides(sha)).toEqual({
    reason: expect.stringContaining('same.bin of the base is only a pointer'),
  })
})

test('the set-up runs on both sides, and a schema of generated code needs it', async () => {
  const { write, commit, sides } = makeRepository({ 'schema.prisma': 'model A {}' })
  const sha = commit()
  write({ 'schema.prisma': 'model B {}' })
  expect(await sides(sha)).toEqual({ reason: expect.stringContaining('schema.prisma differs') })
  const { here, base } = await bothOf(sides(sha, { setup: 'cp schema.prisma built' }))
  expect([here, base].map((folder) => readFileSync(join(folder, 'built'), 'utf8'))).toEqual([
    'model B {}',
    'model A {}',
  ])
})

test('a base that is no whole sha never reaches git, which would take it for an option', async () => {
  const { root, git, commit, sides } = makeRepository({})
  commit()
  git('remote', 'add', 'origin', root)
  const proof = join(root, 'was-run')
  const sha = `--upload-pack=touch ${proof};`
  const [made, changed] = [await sides(sha), await changedFiles(root, sha, env)]
  expect(existsSync(proof)).toBe(false)
  expect(made).toEqual({ reason: expect.stringContaining('no whole sha') })
  expect(changed).toBeUndefined()
})

test('a tracked file that a test rewrote, or somebody edited, is a change; a new file of the tests is none', async () => {
  const { write, commit, sides } = makeRepository({ 'a.js': 'base' })
  const sha = commit()
  const since = Date.now() - 60_000
  write({ 'out.txt': 'by a test', 'node_modules/m/index.js': 'm', 'deep/er/out.txt': 'by a test' })
  expect(await bothOf(sides(sha, { since }))).toMatchObject({ state: { isDirty: false, hasNewFiles: false } })
  expect(await bothOf(sides(sha))).toMatchObject({ state: { isDirty: false, hasNewFiles: true } })
  write({ 'a.js': 'edited' })
  expect(await bothOf(sides(sha, { since }))).toMatchObject({ state: { isDirty: true } })
})

test('Ctrl-C or the end of the time ends the making of trees, and none is left', async () => {
  const { git, commit, sides } = makeRepository({ 'a.js': 'base' })
  const sha = commit()
  expect(await sides(sha, { signal: AbortSignal.abort() })).toEqual({
    reason: 'the time was over before both sides were ready',
  })
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
})
