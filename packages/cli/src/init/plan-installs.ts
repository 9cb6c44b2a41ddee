import { join } from 'node:path'
import type { Config } from '@svc/client/cli'
import { type Published, packageName } from '@svc/protocol'
import { findInstalled } from '../project/installed.ts'
import { declaredRange, type Package } from '../project/packages.ts'
import type { Setup } from '../project/setup.ts'
import { findPackages } from './find-packages.ts'
import { findRelease } from './find-release.ts'
import { type Address, allowHttpCommand, installCommand } from './managers.ts'
import type { Install } from './plan.ts'

/** Packages to install in one folder. */
interface Wanted {
  package: Package
  names: Map<Published, { isPresent: boolean }>
}

interface Wish {
  config: Pick<Config, 'url' | 'proxy'>
  env: NodeJS.ProcessEnv
  /** True if the packages must come from the server, although the registry may have them. */
  isFromServer: boolean
}

interface Installs {
  installs: Install[]
  /** Why they come from the server; undefined if they come from the registry. */
  fromServer?: string
}

/**
 * Plans the installation of each reporter beside its runner, and of the command at the top: from the registry if it has
 * the packages of this server. A package that came from an address of another version or server is installed again.
 */
export const planInstalls = async (
  setups: Setup[],
  top: Package,
  { config, env, isFromServer }: Wish,
): Promise<Installs> => {
  const wanted = wantedPackages(setups, top)
  const all = [...wanted.values()].flatMap(({ names }) => [...names])
  const names = [...new Set(all.map(([name]) => name))]
  const addresses =
    names.length === 0
      ? []
      : await findPackages(config, names).catch((error: unknown) => {
          // Without the server, nothing is missing: only the versions are unknown.
          if (all.every(([, { isPresent }]) => isPresent)) return undefined
          throw error
        })
  if (addresses === undefined || addresses.length === 0) return { installs: [] }
  const release = isFromServer
    ? { why: '--from-server asks for it' }
    : await findRelease(addresses, { folder: top.folder, env, ...config })
  const chosen = 'why' in release ? addresses : release.addresses
  const installs = [...wanted.values()].flatMap((each) => toInstall(each, chosen, env))
  return {
    installs: [...(installs.length > 0 ? allowHttp(top, chosen) : []), ...installs],
    ...('why' in release && installs.length > 0 && { fromServer: release.why }),
  }
}

const allowHttp = (top: Package, addresses: Address[]): Install[] => {
  const command = allowHttpCommand(top, addresses)
  return command ? [{ folder: top.folder, label: top.label, command }] : []
}

const wantedPackages = (setups: Setup[], top: Package): Map<string, Wanted> => {
  const wanted = new Map<string, Wanted>()
  const want = (pkg: Package, name: Published) => {
    const declared = declaredRange(pkg, packageName(name))
    // A version from a registry, a folder or a workspace is the user's own decision.
    if (declared !== undefined && !isFromServer(declared)) return
    const entry: Wanted = wanted.get(pkg.folder) ?? { package: pkg, names: new Map() }
    entry.names.set(name, { isPresent: declared !== undefined })
    wanted.set(pkg.folder, entry)
  }
  for (const { runner, package: pkg, declared } of setups) {
    // A runner at the top is loaded from there, with its reporters.
    const holder = declared === undefined ? top : pkg
    if (declared !== undefined || !findInstalled(pkg.folder, runner.reporter)) want(holder, runner.id)
  }
  const command = findInstalled(top.folder, packageName('cli'))
  // An installation removes a package that is in the folder but not in package.json.
  const isExtraneous = command?.folder.startsWith(join(top.folder, 'node_modules')) ?? true
  if (isExtraneous || declaredRange(top, packageName('cli'))) want(top, 'cli')
  return wanted
}

/** True for an address of a server's archive, with or without a version. */
const isFromServer = (range: string): boolean =>
  /^https?:\/\/.*\/packages\/svc-[\w.+-]+\.tgz(?:#.*)?$/.test(range)

const toInstall = (
  { package: pkg, names }: Wanted,
  addresses: Address[],
  env: NodeJS.ProcessEnv,
): Install[] => {
  const missing = addresses.filter(
    ({ name, url, release }) =>
      names.has(name) &&
      (release !== undefined || declaredRange(pkg, packageName(name))?.split('#')[0] !== url),
  )
  return missing.length === 0
    ? []
    : [{ folder: pkg.folder, label: pkg.label, command: installCommand(pkg, missing, env) }]
}
