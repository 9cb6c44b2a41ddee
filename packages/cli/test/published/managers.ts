/** A package manager as a user would call it. */
export interface Manager {
  name: string
  /** Files that it reads, beside package.json. */
  settings(registry: string): Record<string, string>
  install: string[]
  /** It remembers what a host had, whatever its port: our packages come from their archives. */
  isFromArchives?: true
  /** It leaves it to the project to install what a dependency asks of it. */
  leavesPeers?: true
  /** How a program of an installed package is started, where there is no node_modules. */
  exec?: string[]
}

const npmrc = (registry: string) => ({ '.npmrc': `@svc:registry=${registry}\n` })

// It refuses to continue where nobody decided about the build scripts of Jest's dependencies.
const BUILDS = "allowBuilds:\n  '@parcel/watcher': false\n  unrs-resolver: false\n"

const YARN_4 = ['npx', '-y', '@yarnpkg/cli-dist@4']

const yarnrc = (linker: string) => () => ({
  '.yarnrc.yml': `nodeLinker: ${linker}\nenableTelemetry: false\nnetworkConcurrency: 8\n`,
})

export const NPM: Manager = {
  name: 'npm',
  settings: npmrc,
  install: ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
}

/** The others, of which each lays packages out in its own way. */
export const OTHERS: Manager[] = [
  {
    name: 'pnpm 12',
    settings: (registry) => ({ ...npmrc(registry), 'pnpm-workspace.yaml': BUILDS }),
    install: ['npx', '-y', 'pnpm@12', 'install', '--prefer-offline'],
  },
  {
    name: 'yarn 1',
    settings: npmrc,
    install: ['npx', '-y', 'yarn@1.22.22', 'install', '--non-interactive', '--prefer-offline'],
    leavesPeers: true,
  },
  {
    name: 'yarn 4 with node_modules',
    settings: yarnrc('node-modules'),
    install: [...YARN_4, 'install', '--no-immutable'],
    isFromArchives: true,
    leavesPeers: true,
  },
  {
    name: "yarn 4 with Plug'n'Play",
    settings: yarnrc('pnp'),
    install: [...YARN_4, 'install', '--no-immutable'],
    isFromArchives: true,
    leavesPeers: true,
    exec: [...YARN_4, 'run', '-B'],
  },
]
