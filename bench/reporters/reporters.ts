import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerName } from './peers.ts'
import type { Received } from './server.ts'
import type { Inner } from './timed.ts'

export type ReporterName = 'none' | 'ours' | 'json' | 'junit' | 'CTRF' | 'allure' | 'ReportPortal'

/** The folders of a run. */
export interface Place {
  /** Where the runner and its reporters are installed, and where ours are. */
  home: string
  ours: string
  /** Where reports go, absolute. */
  out: string
  serverUrl: string
}

/** One reporter of one runner. */
export interface MeasuredReporter {
  name: ReporterName
  /** What is loaded into the runner; for `none` nothing. */
  inner(place: Place): Omit<Inner, 'from'> & { from?: string }
  /** Arguments for the runner's command line. */
  args?(place: Place): string[]
  /** A test environment instead of a reporter. */
  environment?: true
  /** The number of tests in its report. */
  count(place: Place, received: Received): number
}

const none: MeasuredReporter = { name: 'none', inner: () => ({}), count: () => Number.NaN }

const ours = (runner: RunnerName): MeasuredReporter => ({
  name: 'ours',
  inner: ({ ours }) => ({
    from: ours,
    module: `@svc/${runner}`,
    options: { project: 'bench', suite: 'bench' },
  }),
  count: (_, { ourTests }) => ourTests,
})

const portal = (runner: RunnerName): MeasuredReporter => ({
  name: 'ReportPortal',
  inner: ({ serverUrl }) => ({
    module: `@reportportal/agent-js-${runner}`,
    // The second version of its interface is the one its README recommends for large suites.
    options: { apiKey: 'bench', endpoint: `${serverUrl}/api/v2`, project: 'bench', launch: 'bench' },
  }),
  count: (_, { portalTests }) => portalTests,
})

const allure = (module: string): MeasuredReporter => ({
  name: 'allure',
  inner: ({ out }) => ({ module, options: { resultsDir: join(out, 'allure') } }),
  count: ({ out }) => filesIn(join(out, 'allure')).filter((file) => file.endsWith('-result.json')).length,
})

const junit = ({ out }: Place) => textOf(join(out, 'junit.xml')).match(/<testcase\b/g)?.length ?? 0
const ctrf = ({ out }: Place) => jsonOf(join(out, 'ctrf.json'))?.results?.tests?.length ?? 0
const totalTests = ({ out }: Place) => jsonOf(join(out, 'report.json'))?.numTotalTests ?? 0

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const jsonOf = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** In the order of the table; Jest has no reporter for JSON, only a command-line option. */
export const REPORTERS: Record<RunnerName, MeasuredReporter[]> = {
  vitest: [
    none,
    ours('vitest'),
    {
      name: 'json',
      inner: ({ out }) => ({
        module: 'vitest/node',
        export: 'JsonReporter',
        options: { outputFile: join(out, 'report.json') },
      }),
      count: totalTests,
    },
    {
      name: 'junit',
      inner: ({ out }) => ({
        module: 'vitest/node',
        export: 'JUnitReporter',
        options: { outputFile: join(out, 'junit.xml') },
      }),
      count: junit,
    },
    {
      name: 'CTRF',
      inner: ({ out }) => ({
        module: '@d2t/vitest-ctrf-json-reporter',
        options: { outputDir: out, outputFile: 'ctrf.json' },
      }),
      count: ctrf,
    },
    allure('allure-vitest/reporter'),
    { ...portal('vitest') },
  ],
  jest: [
    none,
    ours('jest'),
    {
      name: 'json',
      inner: () => ({}),
      args: ({ out }) => ['--json', `--outputFile=${join(out, 'report.json')}`],
      count: totalTests,
    },
    {
      name: 'junit',
      inner: ({ out }) => ({
        module: 'jest-junit',
        options: { outputDirectory: out, outputName: 'junit.xml' },
      }),
      count: junit,
    },
    {
      name: 'CTRF',
      inner: ({ out }) => ({
        module: 'jest-ctrf-json-reporter',
        options: { outputDir: out, outputFile: 'ctrf.json' },
      }),
      count: ctrf,
    },
    { ...allure(''), inner: () => ({}), environment: true },
    portal('jest'),
  ],
  playwright: [
    none,
    ours('playwright'),
    {
      name: 'json',
      inner: ({ out }) => ({ builtIn: 'json', options: { outputFile: join(out, 'report.json') } }),
      count: ({ out }) => {
        const {
          expected = 0,
          skipped = 0,
          unexpected = 0,
          flaky = 0,
        } = jsonOf(join(out, 'report.json'))?.stats ?? {}
        return expected + skipped + unexpected + flaky
      },
    },
    {
      name: 'junit',
      inner: ({ out }) => ({ builtIn: 'junit', options: { outputFile: join(out, 'junit.xml') } }),
      count: junit,
    },
    {
      name: 'CTRF',
      inner: ({ out }) => ({
        module: 'playwright-ctrf-json-reporter',
        options: { outputDir: out, outputFile: 'ctrf.json' },
      }),
      count: ctrf,
    },
    allure('allure-playwright'),
    portal('playwright'),
  ],
}
