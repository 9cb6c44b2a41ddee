import { makeProject, type Project } from './project.ts'
import { RUNNERS, type RunnerName, type RunnerVersion } from './versions.ts'

/** A throw-away project of one runner. */
export interface RunnerProject extends Project {
  /** Arguments for `run` that run its tests once, the runner's own JSON report in `report.json` included. */
  command(...args: string[]): string[]
}

interface Kind {
  /** The config file: both reports, and what the test adds to it. */
  config(svc: [string, object], rest: object): Record<string, string>
  command: string[]
}

const KINDS: Record<RunnerName, Kind> = {
  jest: {
    config: (svc, rest) => ({
      'jest.config.json': JSON.stringify({ reporters: [svc], transform: {}, ...rest }),
    }),
    command: ['node_modules/jest/bin/jest.js', '--json', '--outputFile=report.json'],
  },
  playwright: {
    config: (svc, rest) => ({
      'package.json': '{}',
      'playwright.config.js': `module.exports = ${JSON.stringify({
        reporter: [['json', { outputFile: 'report.json' }], svc],
        workers: 2,
        ...rest,
      })}`,
    }),
    command: ['node_modules/@playwright/test/cli.js', 'test'],
  },
  vitest: {
    config: (svc, rest) => ({
      'vitest.config.mjs': `export default { test: ${JSON.stringify({
        reporters: [['json', { outputFile: 'report.json' }], svc],
        ...rest,
      })} }`,
    }),
    command: ['node_modules/vitest/vitest.mjs', 'run'],
  },
}

/**
 * Makes a project whose config names our reporter, with `options`, beside the runner's JSON reporter. `config` is the
 * rest of the runner's config, for Vitest that of `test`; a config file among `files` takes the place of ours.
 */
export const runnerProject = (
  runner: Pick<RunnerVersion, 'name' | 'path'>,
  files: Record<string, string>,
  config: object = {},
  options: object = {},
): RunnerProject => {
  const { name, path } = runner
  const kind = KINDS[name]
  const own = kind.config([`@svc/${name}`, { project: 'fixture', ...options }], config)
  const packages = { [RUNNERS[name].packages[0] ?? '']: path, [`@svc/${name}`]: `packages/${name}` }
  return {
    ...makeProject({ ...own, ...files }, packages),
    command: (...args) => [...kind.command, ...args],
  }
}
