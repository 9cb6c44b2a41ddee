import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RealServer } from '@svc/test-kit/server'
import type { Package, Repository } from './repository.ts'

/** The runner's own command line, as its package declares it. */
const COMMANDS: Record<Package, { package: string; bin: string; args: string[] }> = {
  playwright: { package: '@playwright/test', bin: 'cli.js', args: ['test'] },
  vitest: { package: 'vitest', bin: 'vitest.mjs', args: ['run'] },
  jest: { package: 'jest', bin: 'bin/jest.js', args: [] },
  web: { package: '@playwright/test', bin: 'cli.js', args: ['test'] },
}

/** What Node is started with to run the suite of a package, as it is installed there. */
export function commandOf(folder: string, name: Package): string[] {
  const { package: runner, bin, args } = COMMANDS[name]
  const require = createRequire(join(folder, 'package.json'))
  return [join(dirname(require.resolve(`${runner}/package.json`)), bin), ...args]
}

export interface SuiteRun {
  name: Package
  exitCode: number | null
  output: string
}

/** Runs the suites of packages side by side, as the jobs of one CI run whose environment is `ci`. */
export function runSuites(
  repository: Repository,
  server: RealServer,
  ci: Record<string, string>,
  children: Set<number>,
  packages: readonly Package[],
): Promise<SuiteRun[]> {
  return Promise.all(packages.map((name) => runSuite(repository, server, ci, children, name)))
}

function runSuite(
  repository: Repository,
  server: RealServer,
  ci: Record<string, string>,
  children: Set<number>,
  name: Package,
): Promise<SuiteRun> {
  const folder = repository.packageOf(name)
  const child = spawn(process.execPath, commandOf(folder, name), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutCi(process.env),
      ...ci,
      SVC_URL: server.url,
      SVC_API_KEY: server.apiKey,
      SVC_PROJECT: 'shop',
      FORCE_COLOR: '0',
    },
  })
  if (child.pid) children.add(child.pid)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => {
      if (child.pid) children.delete(child.pid)
      resolve({ name, exitCode, output })
    })
  })
}

/** The demo simulates its own CI run, even if it runs in CI itself. */
function withoutCi(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(
    ([name]) => !/^(GITHUB_|SVC_|CI$|CI_|GITLAB_|FORCE_COLOR$|NODE_OPTIONS$|VITEST|JEST)/.test(name),
  )
  return Object.fromEntries(own)
}
