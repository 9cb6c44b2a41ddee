import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RealServer } from '../testing/server.ts'
import { type Repository, RUNNERS, type Runner } from './repository.ts'

/** The runner's own command line, as its package declares it. */
const COMMANDS: Record<Runner, { package: string; bin: string; args: string[] }> = {
  playwright: { package: '@playwright/test', bin: 'cli.js', args: ['test'] },
  vitest: { package: 'vitest', bin: 'vitest.mjs', args: ['run'] },
  jest: { package: 'jest', bin: 'bin/jest.js', args: [] },
}

export interface SuiteRun {
  runner: Runner
  exitCode: number | null
  output: string
}

/** Runs the three suites side by side, as the jobs of one CI run whose environment is `ci`. */
export function runSuites(
  repository: Repository,
  server: RealServer,
  ci: Record<string, string>,
  children: Set<number>,
): Promise<SuiteRun[]> {
  return Promise.all(RUNNERS.map((runner) => runSuite(repository, server, ci, children, runner)))
}

function runSuite(
  repository: Repository,
  server: RealServer,
  ci: Record<string, string>,
  children: Set<number>,
  runner: Runner,
): Promise<SuiteRun> {
  const folder = repository.packageOf(runner)
  const { package: name, bin, args } = COMMANDS[runner]
  const require = createRequire(join(folder, 'package.json'))
  const command = join(dirname(require.resolve(`${name}/package.json`)), bin)
  const child = spawn(process.execPath, [command, ...args], {
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
      resolve({ runner, exitCode, output })
    })
  })
}

/** The demo plays a CI run of its own, whatever CI it runs in itself. */
function withoutCi(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(
    ([name]) => !/^(GITHUB_|SVC_|CI$|CI_|GITLAB_|FORCE_COLOR$|NODE_OPTIONS$|VITEST|JEST)/.test(name),
  )
  return Object.fromEntries(own)
}
