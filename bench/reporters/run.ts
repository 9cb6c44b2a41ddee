import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { toApiKey } from '../../packages/protocol/src/index.ts'
import type { RunnerName } from './peers.ts'
import type { MeasuredReporter, Place } from './reporters.ts'
import type { LoopbackServer } from './server.ts'
import type { Suite } from './suites.ts'
import type { Costs } from './timed.ts'

/** The result of one run of a runner with one reporter. */
export interface Run {
  /** The whole process, from start to end; CPU with all its children. Milliseconds. */
  wallMs: number
  cpuMs: number
  costs: Costs
  /** The number of tests in the report, and the bytes that were sent. */
  reported: number
  requests: number
  bytes: number
}

const BIN: Record<RunnerName, string[]> = {
  vitest: ['node_modules/vitest/vitest.mjs', 'run', '--configLoader', 'native'],
  jest: ['node_modules/jest/bin/jest.js', '--silent=false'],
  playwright: ['node_modules/@playwright/test/cli.js', 'test'],
}

/** Runs a suite with exactly one reporter; throws if the run did not finish. */
export const runOnce = async (
  suite: Suite,
  reporter: MeasuredReporter,
  folders: { home: string; ours: string },
  server: LoopbackServer,
  env: Record<string, string> = {},
): Promise<Run> => {
  const place: Place = { ...folders, out: join(suite.folder, 'out'), serverUrl: server.url }
  rmSync(place.out, { recursive: true, force: true })
  mkdirSync(place.out)
  const inner = { from: folders.home, ...reporter.inner(place) }
  for (const [file, text] of Object.entries(CONFIG[suite.runner](inner, reporter, place)))
    writeFileSync(join(suite.folder, file), text)
  server.take()
  server.expect(suite.tests + 1)
  const file = join(place.out, 'costs.json')
  const [bin = '', ...args] = BIN[suite.runner]
  const command = [process.execPath, join(folders.home, bin), ...args, ...(reporter.args?.(place) ?? [])]
  const { seconds, output } = await clocked(command, suite.folder, {
    SVC_API_KEY: toApiKey(new Uint8Array(32)),
    SVC_URL: server.url,
    // Else ReportPortal's client calls home.
    REPORTPORTAL_CLIENT_JS_NO_ANALYTICS: 'true',
    BENCH_COSTS: file,
    ...(process.env.BENCH_PROFILE && { BENCH_PROFILE: process.env.BENCH_PROFILE }),
    ...env,
    BENCH_ENVIRONMENT: JSON.stringify({ from: folders.home }),
  })
  if (!existsSync(file))
    throw new Error(`${suite.runner} with ${reporter.name} did not run:\n${output.slice(-4000)}`)
  const costs: Costs = JSON.parse(readFileSync(file, 'utf8'))
  const received = server.take()
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = seconds
  return {
    wallMs: wall * 1000,
    cpuMs: (user + system) * 1000,
    costs,
    reported: reporter.count(place, received),
    requests: received.requests,
    bytes: received.bytes,
  }
}

type Config = (inner: object, reporter: MeasuredReporter, place: Place) => Record<string, string>

/** One worker, so that the runner has a core of its own on two. */
const CONFIG: Record<RunnerName, Config> = {
  vitest: (inner) => ({
    'timed.mjs': script('timed.ts'),
    'vitest.config.mjs': `
      import { construct, load, timed } from './timed.mjs'
      const inner = ${JSON.stringify(inner)}
      const Reporter = inner.module ? load(inner) : Object
      const reporter = construct(() => new Reporter(inner.options))
      export default { test: { pool: 'forks', maxWorkers: 1, isolate: false, reporters: [timed(() => reporter)] } }`,
  }),
  jest: (inner, { environment }, place) => ({
    'timed.mjs': script('timed.ts'),
    'timed-environment.mjs': script('timed-environment.ts').replace('./timed.ts', './timed.mjs'),
    'jest.config.json': JSON.stringify({
      maxWorkers: 1,
      transform: {},
      testMatch: ['<rootDir>/tests/**/*.test.cjs'],
      reporters: [['<rootDir>/timed.mjs', { inner }]],
      ...(environment && {
        testEnvironment: '<rootDir>/timed-environment.mjs',
        testEnvironmentOptions: { resultsDir: join(place.out, 'allure') },
      }),
    }),
  }),
  playwright: (inner) => ({
    'timed.mjs': script('timed.ts'),
    'playwright.config.cjs': `module.exports = ${JSON.stringify({
      testDir: 'tests',
      outputDir: 'out/results',
      workers: 1,
      reporter: [['./timed.mjs', { inner }]],
    })}`,
  }),
}

const script = (file: string) => stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** Real, user and system seconds of a command and of all its children, as the shell counts them. */
const clocked = (command: string[], cwd: string, env: Record<string, string>) =>
  new Promise<{ seconds: number[]; output: string }>((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const timing = ['-c', 'TIMEFORMAT="%3R %3U %3S"; time "$@" > out/log 2>&1', 'bash', ...command]
    const child = spawn('bash', timing, {
      cwd,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let times = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      times += text
    })
    child.on('error', reject)
    child.on('close', () => {
      const output = readFileSync(join(cwd, 'out', 'log'), 'utf8')
      resolve({ seconds: times.trim().split(/\s+/).map(Number), output })
    })
  })
