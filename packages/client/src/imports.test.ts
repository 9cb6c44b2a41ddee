import { join } from 'node:path'
import { type Imports, LIMITS } from '@svc/protocol'
import { git } from '@svc/test-kit/git'
import { afterAll, expect, test, vi } from 'vitest'
import { commit, makeFolder, makeRepository, removeFolders, write } from '../test/folders.ts'
import { changedIn, listImports } from './imports.ts'
import { makeRelative } from './paths.ts'

afterAll(removeFolders)

interface World {
  imports: Record<string, string[]>
  open?: string[]
  others?: string[]
}

/** Lists the imports of these test files; a file that `imports` does not name is one that the runner does not know. */
const list = (root: string, tests: string[], world: World): Imports | undefined => {
  const relative = makeRelative(root)
  return listImports(
    tests.map((file) => join(root, file)),
    {
      importsOf(path) {
        const files = world.imports[relative(path)]
        const isOpen = world.open?.includes(relative(path)) ?? false
        return files && { files: files.map((file) => join(root, file)), isOpen }
      },
      others: () => (world.others ?? []).map((file) => join(root, file)),
    },
    { root, relative },
  )
}

test('the files of the repository that test files import, the test files first, each file once', () => {
  const root = makeRepository()
  const imports = {
    'a.test.ts': ['src/a.ts', 'node_modules/zod/index.js', 'packages/x/node_modules/y/index.js'],
    'b.test.ts': ['src/b.ts', 'src/a.ts', '../outside.ts'],
    'src/a.ts': ['src/c.ts', 'src/a.ts'],
    'src/b.ts': [],
    'src/c.ts': ['src/a.ts'],
  }
  expect(
    list(root, ['a.test.ts', 'b.test.ts'], { imports, open: ['src/c.ts'], others: ['src/d.ts'] }),
  ).toEqual({
    files: ['a.test.ts', 'b.test.ts', 'src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'],
    tests: 2,
    imports: [[2], [3, 2], [4], [], [2]],
    open: [4],
  })
  expect(list(root, [], { imports })).toBeUndefined()
})

test('a file that the runner does not know or that git ignores may load anything', () => {
  const root = makeRepository()
  write(root, '.gitignore', 'dist\n')
  write(root, 'dist/a.js')
  const imports = { 'a.test.ts': ['dist/a.js', 'src/lazy.ts'], 'dist/a.js': [] }
  expect(list(root, ['a.test.ts'], { imports })).toMatchObject({
    files: ['a.test.ts', 'dist/a.js', 'src/lazy.ts'],
    open: [2, 1],
  })
  // Without git, nobody knows what a build wrote.
  expect(list(makeFolder(), ['a.test.ts'], { imports })).toBeUndefined()
})

test('a list has a limit, and what it leaves out is not taken for nothing', () => {
  const root = makeRepository()
  const many = Array.from({ length: LIMITS.importedFiles }, (_, at) => `src/${at}.ts`)
  const known = Object.fromEntries(many.map((file) => [file, []]))
  const files = list(root, ['a.test.ts'], { imports: { ...known, 'a.test.ts': many }, others: ['b.ts'] })
  expect(files?.files).toHaveLength(LIMITS.importedFiles)
  expect(files?.open).toEqual([0])
})

test('a search that takes too long ends, and the files that it did not reach may load anything', () => {
  const root = makeRepository()
  const imports = { 'a.test.ts': ['0.ts'], '0.ts': ['1.ts'], '1.ts': ['2.ts'], '2.ts': ['3.ts'] }
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 900
    return now
  })
  expect(list(root, ['a.test.ts'], { imports })).toEqual({
    files: ['a.test.ts', '0.ts', '1.ts'],
    tests: 1,
    imports: [[1], [2], []],
    open: [2],
  })
})

test('few other files are listed whole, however slow the machine is', () => {
  const root = makeRepository()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 900
    return now
  })
  const others = (count: number) => Array.from({ length: count }, (_, at) => `src/${at}.ts`)
  const count = (all: number) =>
    list(root, ['a.test.ts'], { imports: { 'a.test.ts': [] }, others: others(all) })?.files.length
  expect([count(99), count(1000)]).toEqual([100, 101])
})

test('with no time left, git does not say what changed', () => {
  const root = makeRepository()
  const mergeBaseSha = commit(root, 'a.ts')
  expect(changedIn(root, { mergeBaseSha }, false, 0)).toBeUndefined()
})

test('on a laptop, changed files are those of the working tree since the branch began', () => {
  const root = makeRepository()
  commit(root, 'gone.ts')
  const mergeBaseSha = commit(root, 'kept.ts')
  commit(root, 'committed.ts')
  git(root, 'rm', '-q', 'gone.ts')
  write(root, 'kept.ts', 'changed')
  write(root, 'ä new.ts')
  write(root, '.svc/journal/x.ndjson')
  const changed = changedIn(root, { mergeBaseSha }, false)
  expect({ ...changed, files: changed?.files.sort() }).toEqual({
    files: ['committed.ts', 'kept.ts', 'ä new.ts'],
    removed: ['gone.ts'],
  })
  expect(changedIn(root, {}, false)).toBeUndefined()
  expect(changedIn(root, { mergeBaseSha: 'f'.repeat(40) }, false)).toBeUndefined()
})

test('in CI, changed files are those of the head of the branch, not what main changed meanwhile', () => {
  const root = makeRepository()
  const mergeBaseSha = git(root, 'rev-parse', 'HEAD')
  git(root, 'checkout', '-q', '-b', 'topic')
  const headSha = commit(root, 'topic.ts')
  git(root, 'checkout', '-q', 'main')
  commit(root, 'main.ts')
  git(root, 'merge', '-q', '--no-ff', '-m', 'merge', 'topic')
  write(root, 'report.xml')
  const inCi = (dirty: boolean) => changedIn(root, { mergeBaseSha, headSha, dirty }, true)
  expect(inCi(false)).toEqual({ files: ['topic.ts'], removed: [] })
  expect(inCi(true)).toBeUndefined()
})

test('of too many changed files there is only their number', () => {
  const root = makeRepository()
  const mergeBaseSha = git(root, 'rev-parse', 'HEAD')
  for (let at = 0; at <= LIMITS.changedFiles; at++) write(root, `${at}.ts`)
  expect(changedIn(root, { mergeBaseSha }, false)).toEqual({
    files: [],
    removed: [],
    more: LIMITS.changedFiles + 1,
  })
})
