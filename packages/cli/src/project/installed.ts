import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Env, findAbove } from '@svc/client/cli'
import { commandFolders, isInShell, managerOf, withNpx } from '@svc/client/package-manager'
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
export const installCommand = (folder: string, env: Env): string => `${programOf(folder, env)} install`

/** The command that adds packages to the development dependencies. */
export const addCommand = (folder: string, env: Env, ...names: string[]): string =>
  [programOf(folder, env), managerOf(folder) === 'npm' ? 'install --save-dev' : 'add -D', ...names].join(' ')

/** As a person starts the package manager: through npx if the shell does not find it. npx has no Yarn after 1. */
const programOf = (folder: string, env: Env): string => {
  const manager = managerOf(folder)
  if (manager === 'npm') return manager
  if (manager === 'yarn-berry') return 'yarn'
  return isInShell(manager, commandFolders(env)) ? manager : withNpx(manager, folder).join(' ')
}
