import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { THOROUGH } from './thorough.ts'

export const workspace = fileURLToPath(new URL('../../..', import.meta.url))

export type RunnerName = 'jest' | 'playwright' | 'vitest'

interface Runner {
  /** What is installed, the first of which the tests start. */
  packages: string[]
  /** The oldest its reporter's peerDependencies admit. */
  oldest: string
  /** Those between it and the newest that `test:matrix` adds. */
  between: string[]
}

export const RUNNERS: Record<RunnerName, Runner> = {
  jest: { packages: ['jest'], oldest: '29.0.0', between: ['29.7.0', '30.0.0'] },
  playwright: { packages: ['@playwright/test'], oldest: '1.45.0', between: ['1.50.1', '1.55.1', '1.60.0'] },
  vitest: { packages: ['vitest'], oldest: '3.0.0', between: ['3.2.4', '4.0.18', '4.1.12', '5.0.5'] },
}

/** A runner that tests can use. */
export interface RunnerVersion {
  name: RunnerName
  version: string
  /** The folder of its package, relative to the workspace. */
  path: string
  isNewest: boolean
  /** For the suite of this version: only the newest is tried by `test`. */
  tags: string[]
}

/** The newest and the oldest of a runner, with `SVC_TEST_MATRIX=1` those between them as well. */
export const versionsOf = (name: RunnerName): RunnerVersion[] => [newestOf(name), ...installedOf(name)]

/** The version with which the workspace is developed. */
export const newestOf = (name: RunnerName): RunnerVersion => {
  const path = join('packages', name, 'node_modules', RUNNERS[name].packages[0] ?? '')
  const { version } = JSON.parse(readFileSync(join(workspace, path, 'package.json'), 'utf8'))
  return { name, version, path, isNewest: true, tags: [] }
}

/** The version of Vite of the workspace. The newest one may need packages that a mirror does not have yet. */
export const viteOf = (): string => {
  const file = join(workspace, 'packages/dashboard/node_modules/vite/package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** Those that are not the workspace's own and have to be installed. */
export const installedOf = (name: RunnerName): RunnerVersion[] => {
  const { packages, oldest, between } = RUNNERS[name]
  const versions = process.env.SVC_TEST_MATRIX === '1' ? [oldest, ...between] : [oldest]
  const path = (version: string) => join(runnerFolder(name, version), 'node_modules', packages[0] ?? '')
  return versions.map((version) => ({
    name,
    version,
    path: path(version),
    isNewest: false,
    tags: [THOROUGH],
  }))
}

/** Where one version of a runner is installed, relative to the workspace. */
export const runnerFolder = (name: RunnerName, version: string): string =>
  join('.test', 'runners', `${name}-${version}`)

export const isInstalled = ({ path }: RunnerVersion): boolean => existsSync(join(workspace, path))
