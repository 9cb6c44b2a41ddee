import { join } from 'node:path'
import { findAbove } from '@svc/client/cli'
import { type Manager, managerOf, startOf } from '@svc/client/package-manager'
import { type Published, packageName } from '@svc/protocol'
import { readText } from '../project/json.ts'
import { type Package, workspaceGlobs } from '../project/packages.ts'

/** An svc package with the address of its archive. */
export interface Address {
  name: Published
  url: string
  /** Its version, if the registry has the same archive: then it comes from there. */
  release?: string
}

/** Returns the words of the command that adds packages to the development dependencies of a package. */
export const installCommand = (
  { folder }: Package,
  addresses: Address[],
  env: NodeJS.ProcessEnv,
): string[] => {
  const manager = managerOf(folder)
  const isRoot = workspaceGlobs(folder).length > 0
  const named = addresses.map(({ name, url, release }) => `${packageName(name)}@${release ?? url}`)
  const urls = addresses.map(({ url, release }, index) =>
    release === undefined ? url : (named[index] ?? url),
  )
  const start = startOf(manager, folder, env)
  switch (manager) {
    case 'pnpm':
      return [...start, 'add', '--save-dev', ...(isRoot ? ['--workspace-root'] : []), ...urls]
    case 'yarn':
      return [...start, 'add', '--dev', ...(isRoot ? ['--ignore-workspace-root-check'] : []), ...urls]
    case 'yarn-berry':
      // Yarn 4 needs a name beside each address.
      return [...start, 'add', '--dev', ...named]
    case 'bun':
      return [...start, 'add', '--dev', ...urls]
    case 'npm':
      return [...start, 'install', '--save-dev', ...urls]
  }
}

/** Returns the command that lets Yarn 4 fetch from an http address; undefined if the package needs none. */
export const allowHttpCommand = ({ folder }: Package, [address]: Address[]): string[] | undefined => {
  if (
    !address?.url.startsWith('http://') ||
    address.release !== undefined ||
    managerOf(folder) !== 'yarn-berry'
  )
    return undefined
  const place = findAbove(folder, '.yarnrc.yml')
  // An existing list belongs to the user; Yarn names a host that it lacks.
  if (place !== undefined && /^unsafeHttpWhitelist:/m.test(readText(join(place, '.yarnrc.yml')) ?? ''))
    return undefined
  return ['yarn', 'config', 'set', 'unsafeHttpWhitelist.0', new URL(address.url).hostname]
}

/** CI commands that install everything from the lock file, and how a package's test command starts. */
export const CI_LINES: Record<Manager, { setUp: string[]; install: string; exec: string }> = {
  npm: { setUp: [], install: 'npm ci', exec: 'npx' },
  pnpm: {
    setUp: ['- uses: pnpm/action-setup@v4'],
    install: 'pnpm install --frozen-lockfile',
    exec: 'pnpm exec',
  },
  yarn: { setUp: [], install: 'yarn install --frozen-lockfile', exec: 'yarn' },
  'yarn-berry': { setUp: ['- run: corepack enable'], install: 'yarn install --immutable', exec: 'yarn' },
  bun: { setUp: ['- uses: oven-sh/setup-bun@v2'], install: 'bun install --frozen-lockfile', exec: 'bunx' },
}
