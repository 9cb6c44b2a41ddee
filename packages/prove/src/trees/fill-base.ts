import {
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { runGit, runGitUntil } from './run-git.ts'
import { addWorktree, type Tree } from './worktree.ts'

/** Files that are copied at the same time. */
const AT_ONCE = 32

interface Sides {
  /** The caller's tree. */
  root: string
  /** The checkout of the base. */
  folder: string
  sha: string
  env: NodeJS.ProcessEnv
}

/** A link in the repository that names a place in the caller's tree would lead the base to the code of this tree. */
export const leadLinksInside = async ({ root, folder, env }: Omit<Sides, 'sha'>): Promise<void> => {
  for (const { mode, path } of await entriesIn(folder, env)) {
    if (mode !== LINK) continue
    const place = join(folder, path)
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) continue
    const text = readlinkSync(place)
    const own = sameLink(text, root, folder)
    if (own === text) continue
    rmSync(place)
    symlinkSync(own, place)
  }
}

/** A setting that names a place in the caller's tree names the same place of this one. */
export const leadSettingsInside = (root: string, folder: string, paths: string[]): void => {
  for (const path of paths) {
    const place = join(folder, path)
    if (!lstatSync(place, { throwIfNoEntry: false })?.isFile()) continue
    const text = readFileSync(place, 'utf8')
    if (text.includes(root)) writeFileSync(place, text.replaceAll(root, folder))
  }
}

/** A checkout has empty folders for submodules. Throws if this tree does not have their content for the base. */
export const fillSubmodules = async ({ root, folder, env }: Sides): Promise<void> => {
  for (const { mode, path, id } of await entriesIn(folder, env)) {
    if (mode !== SUBMODULE) continue
    const here = join(root, path)
    // Where it is not checked out here either, tests do not need it.
    if (!existsSync(here) || readdirSync(here).length === 0) continue
    const head = (await runGit(here, env, 'rev-parse', 'HEAD'))?.trim()
    const changes = await runGit(here, env, 'status', '--porcelain')
    if (head !== id || changes !== '')
      throw new Error(
        `the submodule ${path} differs on the base; --setup "git submodule update --init" checks it out`,
      )
    await copyInto(root, folder, path, (name) => name === '.git')
  }
}

/** A checkout may have pointers where this tree has files of Git LFS. Throws if this tree does not have the base's file. */
export const fillPointers = async ({ root, folder, sha, env }: Sides): Promise<void> => {
  const found = await runGit(folder, env, 'grep', '-l', '-z', '-F', POINTER, sha)
  for (const entry of (found ?? '').split('\0').filter(Boolean)) {
    const path = entry.slice(sha.length + 1)
    if (!isPointer(join(folder, path)) || isPointer(join(root, path))) continue
    const [own, here] = [
      await runGit(root, env, 'rev-parse', `${sha}:${path}`),
      await runGit(root, env, 'rev-parse', `:${path}`),
    ]
    if (own === undefined || own !== here)
      throw new Error(`${path} of the base is only a pointer of Git LFS; --setup "git lfs pull" fetches it`)
    rmSync(join(folder, path))
    await copyInto(root, folder, path)
  }
}

const POINTER = 'version https://git-lfs.github.com/spec/v1'
const MOST_POINTER_BYTES = 1_024

const isPointer = (path: string): boolean => {
  const about = lstatSync(path, { throwIfNoEntry: false })
  return (
    about?.isFile() === true &&
    about.size <= MOST_POINTER_BYTES &&
    readFileSync(path, 'utf8').startsWith(POINTER)
  )
}

const LINK = '120000'
const SUBMODULE = '160000'

const entriesIn = async (folder: string, env: NodeJS.ProcessEnv) => {
  const listed = (await runGit(folder, env, 'ls-files', '-s', '-z')) ?? ''
  return listed.split('\0').flatMap((line) => {
    const [facts = '', path] = line.split('\t')
    const [mode = '', id = ''] = facts.split(' ')
    return path === undefined ? [] : [{ mode, id, path }]
  })
}

/**
 * Copies a file, a link or a folder to the same place of another tree, except entries that `isLeftOut` by their names. A
 * link keeps its own text, so a link to a package of the workspace leads to the package of the new tree. Hard links would
 * be faster, but a test, or a script of an install, that writes into a module would change that of the caller.
 */
export const copyInto = (
  from: string,
  to: string,
  place: string,
  isLeftOut: (name: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<void> => copyAllInto(from, to, [place], isLeftOut, signal)

/** The same for many places; those that do not exist are left out. Rejects after the signal, when nothing is written any more. */
export const copyAllInto = async (
  from: string,
  to: string,
  places: string[],
  isLeftOut: (name: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<void> => {
  const files: string[] = []
  const visit = async (path: string): Promise<void> => {
    signal?.throwIfAborted()
    const about = await lstat(join(from, path)).catch(() => undefined)
    if (about?.isSymbolicLink()) {
      await mkdir(dirname(join(to, path)), { recursive: true })
      await symlink(sameLink(await readlink(join(from, path)), from, to), join(to, path)).catch(
        ignoreExisting,
      )
    } else if (about?.isDirectory()) {
      await mkdir(join(to, path), { recursive: true })
      for (const name of await readdir(join(from, path))) if (!isLeftOut(name)) await visit(join(path, name))
    } else if (about?.isFile()) files.push(path)
  }
  for (const place of places) await visit(place)
  const copy = async (path: string) => {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
  }
  let next = 0
  const worker = async () => {
    for (let path = files[next++]; path !== undefined && !signal?.aborted; path = files[next++])
      await copy(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  signal?.throwIfAborted()
}

/** An absolute link into the tree leads into the new one. */
const sameLink = (text: string, from: string, to: string): string => {
  if (!isAbsolute(text)) return text
  const inside = relative(from, text)
  return inside.startsWith('..') || isAbsolute(inside) ? text : join(to, inside)
}

const ignoreExisting = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}

/** Caches of runners and bundlers, which name the folder that they are of. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.turbo'])
export const isCache = (name: string): boolean => CACHES.has(name)
const isLeftOut = (name: string) => name === '.git' || name === '.svc' || isCache(name)

interface Copying {
  root: string
  env: NodeJS.ProcessEnv
  /**
   * `tested`: what git tracks or would add, and modules and settings: what a test left in an ignored file is not the
   * change's, and the base does not have it. `whole`: all files, so that build outputs are there.
   */
  what: 'tested' | 'whole'
  /** Paths that git ignores, relative to the root. */
  ignored: string[]
  /** Files that git does not know are left out if they changed later: the tests wrote them. Milliseconds since the epoch. */
  since?: number | undefined
  /** Ends the copy. */
  signal?: AbortSignal | undefined
}

/** Copies the caller's tree, so that no trial writes into it. Throws if it has no commit. */
export const copyTree = async ({ root, env, what, ignored, since, signal }: Copying): Promise<Tree> => {
  const head = (await runGit(root, env, 'rev-parse', 'HEAD'))?.trim()
  if (!head) throw new Error('this repository has no commit')
  const tree = await addWorktree(root, head, { kind: 'here', hasFiles: false, env, signal })
  try {
    if (what === 'whole') await copyInto(root, tree.folder, '.', isLeftOut, signal)
    else {
      const own = [...(await trackedIn(root, env)), ...(await addedIn(root, env, since)), ...ignored]
      await copyAllInto(root, tree.folder, own.filter(isNoPartOf('.svc')), isLeftOut, signal)
    }
    await runGitUntil(signal, tree.folder, env, 'reset', '--quiet', '--mixed')
    return tree
  } catch (error) {
    await tree.remove()
    throw error
  }
}

const listed = async (root: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string[]> =>
  [...new Set(((await runGit(root, env, 'ls-files', '-z', ...args)) ?? '').split('\0'))].filter(Boolean)

const trackedIn = (root: string, env: NodeJS.ProcessEnv) => listed(root, env, '--cached')

const addedIn = async (
  root: string,
  env: NodeJS.ProcessEnv,
  since: number | undefined,
): Promise<string[]> => {
  const added = await listed(root, env, '--others', '--exclude-standard')
  if (since === undefined) return added
  const kept: string[] = []
  for (const path of added) {
    const about = await lstat(join(root, path)).catch(() => undefined)
    if (about && about.mtimeMs < since) kept.push(path)
  }
  return kept
}

const isNoPartOf = (name: string) => (path: string) => !path.split('/').some((part) => part === name)

/** Modules and settings, of all paths that git does not track. */
export const neededOf = (untracked: string[]): { modules: string[]; settings: string[] } => ({
  modules: untracked.filter((path) => basename(path) === 'node_modules'),
  settings: untracked.filter((path) => basename(path).startsWith('.env')),
})
