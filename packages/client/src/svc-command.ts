import { readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE_SCOPE, packageName } from '@svc/protocol'
import { textAt, valueBelow } from './fields.ts'
import { isInShell, type Manager, managerOf } from './package-manager.ts'
import { findAbove } from './root.ts'

/** How this process was started. */
export interface Started {
  /** The file of this module. */
  module: string
  /** The file that Node was started with, as it was named. */
  program: string | undefined
  /** Where a shell looks for commands. */
  path: string
}

/** Each starts only a command that is installed; `bunx` would install an unknown one. */
const SVC: Record<Manager, string> = {
  npm: 'npx --no svc',
  pnpm: 'pnpm exec svc',
  yarn: 'yarn svc',
  'yarn-berry': 'yarn svc',
  bun: 'bun run svc',
}

const COMMAND = packageName('cli')
/** `svc-cli.tgz` or `svc-vitest-0.1.0-0123abcd4567.tgz` of a server. */
const ARCHIVE = /^(https?:\/\/.*\/packages\/)svc-[\w.+-]+\.tgz/

/**
 * Returns how a person in a folder calls the command: with the package manager of the project if the project has it, else as
 * this process was started. Without the package, `npx --no svc` would offer a package of a stranger.
 */
export const svcCommand = (folder: string, started: Started = thisProcess()): string => {
  if (findAbove(folder, '.pnp.cjs') !== undefined) return SVC.yarn
  const manager = managerOf(folder)
  const own = ownPackage(started.module)
  // Sources of a clone, where a project has what its package.json says.
  if (own === undefined) return SVC[manager]
  if (findAbove(folder, join('node_modules', COMMAND, 'package.json')) !== undefined)
    // npx starts what any of them installed, for a person who has the package manager through npx only.
    return SVC[isInShell(manager, started.path.split(delimiter)) ? manager : 'npm']
  if (own.name !== COMMAND) return withNpx(declaredIn(folder, own.name), own)
  if (own.holder.includes(`${sep}_npx${sep}`)) return withNpx(resolvedIn(own.holder), own)
  if (isOnPath(started)) return 'svc'
  return withNpx(undefined, own)
}

/** Returns a text with the commands in it as a person in the folder calls them. */
export const inOwnCommands = (text: string, folder: string): string =>
  text.includes(SVC.npm) ? text.replaceAll(SVC.npm, svcCommand(folder)) : text

const thisProcess = (): Started => ({
  module: fileURLToPath(import.meta.url),
  program: process.argv[1],
  path: process.env.PATH ?? '',
})

interface OwnPackage {
  name: string
  /** The folder whose node_modules has it. */
  holder: string
  version: string | undefined
}

/** The installed package that this module is a part of. */
const ownPackage = (module: string): OwnPackage | undefined => {
  const place = `${sep}node_modules${sep}${PACKAGE_SCOPE}${sep}`
  const start = module.lastIndexOf(place)
  if (start === -1) return undefined
  const [short = ''] = module.slice(start + place.length).split(sep)
  const root = module.slice(0, start + place.length) + short
  return {
    name: `${PACKAGE_SCOPE}/${short}`,
    holder: module.slice(0, start),
    version: textAt(readJson(join(root, 'package.json')), 'version'),
  }
}

/** npx with the package from where this one came from: an archive of a server, else the registry. */
const withNpx = (source: string | undefined, { version }: OwnPackage): string => {
  const [, folder] = ARCHIVE.exec(source ?? '') ?? []
  if (folder !== undefined) return `npx -y ${folder}svc-cli.tgz`
  return `npx -y ${COMMAND}${version === undefined ? '' : `@${version}`}`
}

/** What package.json of the folder, or one above, says about a package. */
const declaredIn = (folder: string, name: string): string | undefined => {
  for (let place = findAbove(folder, 'package.json'); place !== undefined; ) {
    const manifest = readJson(join(place, 'package.json'))
    const range = ['devDependencies', 'dependencies', 'optionalDependencies']
      .map((kind) => valueBelow(manifest, [kind, name]))
      .find((each) => typeof each === 'string')
    if (typeof range === 'string') return range
    const above = findAbove(dirname(place), 'package.json')
    if (above === place) return undefined
    place = above
  }
  return undefined
}

/** Where npx got the command from. */
const resolvedIn = (holder: string): string | undefined => {
  const lock = readJson(join(holder, 'package-lock.json'))
  const resolved = valueBelow(lock, ['packages', `node_modules/${COMMAND}`, 'resolved'])
  return typeof resolved === 'string' ? resolved : undefined
}

/** True if a shell finds the command by its name: it was installed globally. */
const isOnPath = ({ program, path }: Started): boolean =>
  program !== undefined &&
  !dirname(program).endsWith(join('node_modules', '.bin')) &&
  path.split(delimiter).includes(dirname(program))

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
