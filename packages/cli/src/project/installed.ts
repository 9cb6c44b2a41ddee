import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findAbove } from '@svc/client/cli'
import { managerOf } from '@svc/client/package-manager'
import { readJson, textField } from './json.ts'

/** A package on disk. */
export interface Installed {
  version: string
  /** Its real folder, behind links. */
  folder: string
  /** Its package.json. */
  manifest: unknown
}

/** The package that code in a folder would import; found without running any code of it. */
export const findInstalled = (folder: string, name: string): Installed | undefined => {
  const above = findAbove(folder, join('node_modules', name, 'package.json'))
  const place = above === undefined ? behindPlugAndPlay(folder, name) : join(above, 'node_modules', name)
  const manifest = place === undefined ? undefined : readJson(join(place, 'package.json'))
  const version = textField(manifest, 'version')
  if (place === undefined || version === undefined) return undefined
  return { version, folder: realpathSync(place), manifest }
}

/** True if Yarn keeps packages in archives and did not start this process, so that it cannot read them. */
export const isHidden = (folder: string): boolean => !process.versions.pnp && isPlugAndPlay(folder)

const isPlugAndPlay = (folder: string): boolean => findAbove(folder, '.pnp.cjs') !== undefined

const behindPlugAndPlay = (folder: string, name: string): string | undefined => {
  if (!process.versions.pnp || !isPlugAndPlay(folder)) return undefined
  try {
    return createRequire(join(folder, 'package.json'))('pnpapi').resolveToUnqualified(name, `${folder}/`)
  } catch {
    return undefined
  }
}

/** The command that installs the dependencies in package.json. */
export const installCommand = (folder: string): string => `${programOf(folder)} install`

/** The command that adds packages to the development dependencies. */
export const addCommand = (folder: string, ...names: string[]): string =>
  [programOf(folder) === 'npm' ? 'npm install --save-dev' : `${programOf(folder)} add -D`, ...names].join(' ')

const programOf = (folder: string) => managerOf(folder).replace('-berry', '')
