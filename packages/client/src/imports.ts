import { spawnSync } from 'node:child_process'
import { type Changed, type Code, type Imports, LIMITS } from '@svc/protocol'
import { withoutGitHook } from './without-git-hook.ts'

/** What a runner knows of the modules of a run; all paths are absolute. */
export interface ModuleGraph {
  /** The files that a file imports, and whether it may load others as well; undefined if the runner does not know. */
  importsOf(path: string): { files: Iterable<string>; isOpen: boolean } | undefined
  /** Modules that other test files of the run import, as far as it is cheap to say. */
  others(): Iterable<string>
}

interface Tree {
  /** The top of the repository, absolute. */
  root: string
  relative: (path: string) => string
}

/** The longest search for what the test files import; files that it does not reach count as open. */
const WALK_MS = 2_000
/** The longest search for modules of other test files. */
const OTHERS_MS = 300
/** So few of them need no clock. */
const OTHERS_AT_ONCE = 100

/**
 * Lists what test files import, breadth first. Undefined if git cannot tell which of the files it
 * ignores: a file that a build wrote hides the sources behind it.
 */
export const listImports = (
  tests: Iterable<string>,
  graph: ModuleGraph,
  { root, relative }: Tree,
): Imports | undefined => {
  const paths: string[] = []
  const positions = new Map<string, number>()
  /** The position of a file; null if it is none of the repository, undefined if there is no room. */
  const place = (path: string): number | null | undefined => {
    const file = relative(path)
    if (!OWN.test(file)) return null
    const known = positions.get(file)
    if (known !== undefined || positions.size === LIMITS.importedFiles) return known
    positions.set(file, positions.size)
    return paths.push(path) - 1
  }
  for (const test of tests) place(test)
  const count = paths.length
  if (count === 0) return undefined
  const imports: number[][] = []
  const open = new Set<number>()
  let room: number = LIMITS.imports
  const walkUntil = performance.now() + WALK_MS
  for (let at = 0; at < paths.length; at++) {
    const found = performance.now() < walkUntil ? graph.importsOf(paths[at] as string) : undefined
    if (!found || found.isOpen) open.add(at)
    const own = new Set<number>()
    for (const path of found?.files ?? []) {
      const target = room > own.size ? place(path) : undefined
      if (target === undefined) open.add(at)
      else if (target !== null && target !== at) own.add(target)
    }
    room -= own.size
    imports.push([...own])
  }
  const files = [...positions.keys()]
  const ignored = ignoredOf(root, files)
  if (!ignored) return undefined
  for (const file of ignored) {
    const at = positions.get(file)
    if (at !== undefined) open.add(at)
  }
  const until = performance.now() + OTHERS_MS
  let seen = 0
  for (const path of graph.others()) {
    if (place(path) === undefined) break
    seen += 1
    if (seen % OTHERS_AT_ONCE === 0 && performance.now() > until) break
  }
  return { files: [...positions.keys()], tests: count, imports, open: [...open] }
}

/** Inside the repository, in no package; a longer path could fill the line. */
const OWN = /^(?!\.\.\/|\/|[A-Za-z]:|(?:.*\/)?node_modules\/)[^\0]{1,500}$/

/** Those of the files that git ignores. */
const ignoredOf = (root: string, files: string[]): string[] | undefined => {
  const { status, stdout } = git(root, files.join('\0'), TIMEOUT_MS, 'check-ignore', '-z', '--stdin')
  return status === 0 || status === 1 ? stdout.split('\0').filter(Boolean) : undefined
}

/**
 * The files that differ from where the branch began; undefined if the clone does not reach that
 * commit. In CI, compares the head, because the tested commit may be a merge; elsewhere, the working
 * tree.
 */
export const changedIn = (
  root: string,
  { mergeBaseSha, headSha, dirty }: Code,
  isCi: boolean,
  timeoutMs = Number.POSITIVE_INFINITY,
): Changed | undefined => {
  if (!mergeBaseSha || (isCi && (dirty !== false || !headSha))) return undefined
  const of = isCi && headSha ? [mergeBaseSha, headSha] : [mergeBaseSha]
  const options = ['--name-status', '--no-renames', '--no-ext-diff', '-z']
  // Git is called twice, and 0 would be no limit.
  const each = Math.min(TIMEOUT_MS, Math.max(1, Math.floor(timeoutMs / 2)))
  const diff = git(root, '', each, 'diff', ...options, '--end-of-options', ...of, '--')
  const added = isCi ? undefined : git(root, '', each, 'ls-files', '--others', '--exclude-standard', '-z')
  if (diff.status !== 0 || (added && added.status !== 0)) return undefined
  const files = (added?.stdout ?? '').split('\0').filter((file) => file && !file.startsWith('.svc/'))
  const removed: string[] = []
  const words = diff.stdout.split('\0')
  for (let at = 0; at + 1 < words.length; at += 2)
    (words[at] === 'D' ? removed : files).push(words[at + 1] as string)
  const count = files.length + removed.length
  return count > LIMITS.changedFiles ? { files: [], removed: [], more: count } : { files, removed }
}

const TIMEOUT_MS = 2_000
const OUTPUT_BYTES = 16 * 1024 * 1024

const git = (root: string, input: string, timeout: number, ...args: string[]) =>
  spawnSync('git', ['-c', `safe.directory=${root}`, '-c', 'core.fsmonitor=false', ...args], {
    cwd: root,
    env: withoutGitHook(process.env),
    input,
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_BYTES,
    windowsHide: true,
  })
