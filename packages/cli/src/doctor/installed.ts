import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findAbove } from '@svc/client/doctor'
import { field, readJson, textField } from './json.ts'

/** A package as it is found on disk. */
export interface Installed {
  version: string
  /** Its real folder, behind links. */
  folder: string
  /** What it says of Node. */
  engines?: string
  peers: unknown
}

/** The package a folder's code would get; found by looking, so that none of it runs. */
export const findInstalled = (folder: string, name: string): Installed | undefined => {
  const place = findAbove(folder, join('node_modules', name, 'package.json'))
  return place === undefined
    ? behindPlugAndPlay(folder, name)
    : readInstalled(join(place, 'node_modules', name))
}

const readInstalled = (folder: string): Installed | undefined => {
  const manifest = readJson(join(folder, 'package.json'))
  const version = textField(manifest, 'version')
  if (version === undefined) return undefined
  const engines = textField(manifest, 'engines', 'node')
  return {
    version,
    folder: realpathSync(folder),
    ...(engines && { engines }),
    peers: field(manifest, 'peerDependencies'),
  }
}

/** True where Yarn keeps packages in archives, which only a process that it started can look into. */
export const isHidden = (folder: string): boolean => !process.versions.pnp && isPlugAndPlay(folder)

const isPlugAndPlay = (folder: string): boolean => findAbove(folder, '.pnp.cjs') !== undefined

/** A process that Yarn started can ask where a package lies, its archive included. */
const behindPlugAndPlay = (folder: string, name: string): Installed | undefined => {
  if (!process.versions.pnp || !isPlugAndPlay(folder)) return undefined
  try {
    const found: unknown = createRequire(join(folder, 'package.json'))('pnpapi').resolveToUnqualified(
      name,
      `${folder}/`,
    )
    return typeof found === 'string' ? readInstalled(found) : undefined
  } catch {
    return undefined
  }
}

const LOCKFILES: [file: string, tool: string][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/** The package manager whose lockfile is nearest; npm where there is none. */
const managerOf = (folder: string): string =>
  LOCKFILES.find(([file]) => findAbove(folder, file) !== undefined)?.[1] ?? 'npm'

/** The command that installs what package.json names. */
export const installCommand = (folder: string): string => `${managerOf(folder)} install`

/** The command that adds packages to the development dependencies. */
export const addCommand = (folder: string, ...names: string[]): string => {
  const manager = managerOf(folder)
  return `${manager === 'npm' ? 'npm install --save-dev' : `${manager} add -D`} ${names.join(' ')}`
}
