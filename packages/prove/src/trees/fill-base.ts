import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { copyInto, sameLink } from './copy-files.ts'
import { runGit } from './run-git.ts'

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
