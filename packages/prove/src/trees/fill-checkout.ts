import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import { type Manager, managerOf, startOf } from '@svc/client/package-manager'
import { withoutGitHook } from '@svc/client/wrapped'
import { runProcess } from '../run-process.ts'
import { copyInto } from './copy-files.ts'
import { isCache, neededOf } from './copy-tree.ts'
import { fillPointers, fillSubmodules, leadLinksInside, leadSettingsInside } from './fill-base.ts'
import { runGit } from './run-git.ts'

/** The arguments of each package manager for an install that changes no lock file. */
const INSTALLS: Record<Manager, string> = {
  npm: 'ci --prefer-offline --no-audit --no-fund',
  pnpm: 'install --frozen-lockfile --prefer-offline',
  yarn: 'install --frozen-lockfile --prefer-offline',
  'yarn-berry': 'install --immutable',
  bun: 'install --frozen-lockfile',
}

/**
 * Returns the command that installs what the lock file of a folder names, through npx if only it has the package manager;
 * an empty text if the folder is no package.
 */
export const installOf = (folder: string, env: NodeJS.ProcessEnv): string => {
  if (!existsSync(join(folder, 'package.json'))) return ''
  const manager = managerOf(folder)
  return [...startOf(manager, folder, env), INSTALLS[manager]].join(' ')
}

/** A tree to prepare. */
export interface Wanted {
  /** The top of the caller's tree, which is only read. */
  root: string
  /** The commit of the checkout. */
  sha: string
  /** A shell command that prepares a fresh checkout. */
  setup?: string
  /** Ignored files that tests need, relative to the root. */
  copies: string[]
  env: NodeJS.ProcessEnv
  timeoutMs: number
  /** Ends the copies and git. */
  signal: AbortSignal
  /** Gets a function that ends the set-up at once. */
  onStart(end: () => void): void
}

/** What a tree needs besides the files of its commit, relative to the root. */
export interface Needed {
  modules: string[]
  settings: string[]
}

/** Finds what tests need of the caller's tree besides what git tracks. Throws if a file that the user named does not exist, or is outside. */
export const neededIn = async ({ root, copies, env }: Wanted): Promise<Needed> => {
  for (const path of copies) {
    if (isAbsolute(path)) throw new Error(outside(path))
    if (!existsSync(join(root, path))) throw new Error(`--copy ${path}: there is no such file`)
    // A copy through `..`, or a link to a folder elsewhere, would be written beside the checkout.
    if (!isInside(realpathSync(root), realpathSync(dirname(join(root, path))))) throw new Error(outside(path))
  }
  const { modules, settings } = neededOf(
    (await untrackedIn(root, env)).filter((path) => !path.startsWith('.svc/')),
  )
  return { modules, settings: [...copies, ...settings] }
}

const outside = (path: string) =>
  `--copy ${path}: the file is outside of the repository; name one inside, relative to its top`

const isInside = (root: string, folder: string): boolean => `${folder}${sep}`.startsWith(`${root}${sep}`)

/**
 * Makes a fresh checkout of `sha` ready for its tests: links, settings, submodules, large files and modules are those of this
 * commit, or the set-up of the user makes them. Throws with the reason if that is not possible.
 */
export const fillCheckout = async (
  folder: string,
  { modules, settings }: Needed,
  wanted: Wanted,
): Promise<void> => {
  const { root, sha, env } = wanted
  await leadLinksInside({ root, folder, env })
  for (const path of settings) await copyInto(root, folder, path)
  leadSettingsInside(root, folder, settings)
  await fillSubmodules({ root, folder, sha, env })
  await fillPointers({ root, folder, sha, env })
  await fillModules(folder, modules, wanted)
}

const fillModules = async (folder: string, modules: string[], wanted: Wanted): Promise<void> => {
  const { root, sha, setup, env, signal } = wanted
  const other = await otherDependencies(root, sha, env)
  if (other === undefined) for (const place of modules) await copyInto(root, folder, place, isCache, signal)
  const copied =
    other === undefined && setup === undefined ? await copiedPackage(root, modules, env) : undefined
  if (copied !== undefined)
    throw new Error(
      `${copied} is a copy of a package of this repository, and not a link; --setup installs the base`,
    )
  const schema = setup === undefined ? await generatedFrom(root, sha, env) : undefined
  if (schema !== undefined)
    throw new Error(
      `${schema} differs, and its client may be generated into node_modules; --setup makes it anew`,
    )
  const command = setup ?? (other === undefined ? undefined : installOf(folder, env))
  const hint = setup || !other ? '' : `, whose ${other} differs; --setup names another command`
  if (command !== undefined) await setUp(command, { folder, side: `on the base${hint}` }, wanted)
}

/** Runs a command that prepares a tree. Throws with the reason if it fails. */
export const setUp = async (
  command: string,
  { folder, side }: { folder: string; side: string },
  { env, timeoutMs, onStart }: Wanted,
): Promise<void> => {
  const ended = await runProcess([command], {
    folder,
    env: withoutGitHook({ ...env, PWD: folder }),
    shell: true,
    output: 'ignore',
    timeoutMs,
    onStart,
  })
  if (ended === 0) return
  throw new Error(
    `${command} ${typeof ended === 'string' ? `did not end: ${ended}` : `ended with ${ended}`} ${side}`,
  )
}

/** A schema that differs, whose generator writes into the installed modules. */
const generatedFrom = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> =>
  (await runGit(root, env, 'diff', '--name-only', '-z', sha, '--', ':(glob)**/*.prisma'))
    ?.split('\0')
    .find(Boolean)

/** Files and whole folders that git does not track, relative to the root. */
const untrackedIn = async (root: string, env: NodeJS.ProcessEnv): Promise<string[]> => {
  const listed = await runGit(root, env, 'ls-files', '--others', '--directory', '-z')
  return (listed ?? '').split('\0').flatMap((path) => (path === '' ? [] : [path.replace(/\/$/, '')]))
}

/** A module that is a copy of a package of the repository: on the base, it would be the code of this tree. */
const copiedPackage = async (
  root: string,
  modules: string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> => {
  const manifests = ((await runGit(root, env, 'ls-files', '-z', '--', ':(glob)**/package.json')) ?? '').split(
    '\0',
  )
  const names = manifests.filter(Boolean).flatMap((path) => nameIn(join(root, path)) ?? [])
  for (const place of modules)
    for (const name of names) {
      const path = join(root, place, name)
      if (existsSync(path) && lstatSync(path).isDirectory() && lstatSync(dirname(path)).isDirectory())
        return join(place, name)
    }
  return undefined
}

const nameIn = (path: string): string | undefined => {
  try {
    const { name } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
]
/** The fields of a package.json that decide what is installed. */
const FIELDS = [
  'name',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
  'pnpm',
  'workspaces',
]

/** Returns the file that says that the base has other modules installed than this tree, or undefined. */
const otherDependencies = async (
  root: string,
  sha: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> => {
  const patterns = [...LOCK_FILES, 'package.json'].map((name) => `:(glob)**/${name}`)
  const changed = await runGit(root, env, 'diff', '--name-only', '-z', sha, '--', ...patterns)
  for (const path of (changed ?? '').split('\0').filter(Boolean)) {
    if (basename(path) !== 'package.json') return path
    const before = await runGit(root, env, 'show', `${sha}:${path}`)
    if (fieldsOf(before) !== fieldsOf(readText(join(root, path)))) return path
  }
  return undefined
}

const fieldsOf = (text: string | undefined): string => {
  try {
    const manifest: Record<string, unknown> = JSON.parse(text ?? '{}')
    return JSON.stringify(FIELDS.map((name) => manifest[name] ?? null))
  } catch {
    return text ?? ''
  }
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
