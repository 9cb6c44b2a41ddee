import { sampleOf } from '../measure.ts'
import { figure, heading, say, spread, table, type Verdict } from '../report.ts'
import type { RunnerName } from './peers.ts'
import type { ReporterName } from './reporters.ts'
import { interleave, pairsOf, pick, type Runs, showRuns, withSuite } from './rounds.ts'
import type { Run } from './run.ts'
import { checkStopwatch } from './stopwatch.ts'
import type { Shape } from './suites.ts'

const LARGE: Record<RunnerName, Omit<Shape, 'failsEvery'>> = {
  vitest: { files: 100, testsPerFile: 100 },
  jest: { files: 20, testsPerFile: 100 },
  playwright: { files: 10, testsPerFile: 50 },
}
const RUNNERS: RunnerName[] = ['vitest', 'jest', 'playwright']
const FAILS_EVERY = 50
const MANY = Number(process.env.BENCH_ROUNDS ?? 1)

const JSON_GOAL = 1.2
const VITEST_ALLURE_GOAL = 1 / 150
const PLAYWRIGHT_ALLURE_GOAL = 1 / 10
const JEST_GOAL_US = 15
const PLAYWRIGHT_GOAL_US = 60

/** Reporters that take several times as long, or that only serve as a reference, run less often. */
const SELDOM: Record<RunnerName, ReporterName[]> = {
  vitest: ['allure', 'ReportPortal'],
  jest: [],
  playwright: ['junit', 'CTRF', 'ReportPortal'],
}

/** How often each is run; `BENCH_ROUNDS` multiplies it. */
const rounds = (runner: RunnerName, isPassing: boolean) => (name: ReporterName) => {
  const isSeldom = SELDOM[runner].includes(name)
  if (!isPassing) return isSeldom || name === 'none' ? 0 : MANY
  if (isSeldom) return MANY
  return MANY * (runner === 'playwright' ? 2 : 3)
}

/** The cost of reporters inside the runner and for whole runs of large suites. */
export const benchHooks = async (): Promise<Verdict[]> => {
  checkStopwatch()
  const verdicts: Verdict[] = []
  for (const runner of RUNNERS) {
    const shape = LARGE[runner]
    const tests = shape.files * shape.testsPerFile
    const measure = (failsEvery: number, name: string) =>
      withSuite(runner, name, { ...shape, failsEvery }, (suite, folders, server) =>
        interleave(suite, folders, server, rounds(runner, failsEvery === 0)),
      )
    const name = `${runner}, ${tests.toLocaleString('en-US')} tests`
    const passing = await measure(0, `${name}, all passing`)
    showHooks(`${name}, all passing: in the hooks`, passing, tests)
    showRuns(`${name}, all passing: whole runs`, passing)
    const mixed = await measure(FAILS_EVERY, `${name}, 2 % failing`)
    showHooks(`${name}, 2 % failing with output: in the hooks`, mixed, tests)
    verdicts.push(...JUDGES[runner](passing, tests), noiseVerdict(name, passing))
  }
  return verdicts
}

const showHooks = (title: string, runs: Runs, tests: number): void => {
  heading(title)
  table(
    [
      '',
      'runs',
      'in hooks',
      'a test',
      'event loop busy while one was waited for, in mid-run',
      'waited for at the end',
      'of that, event loop busy',
      'import in the runner',
      'costliest hooks, last run',
      'tests reported',
    ],
    [...runs]
      .filter(([name]) => name !== 'none')
      .map(([name, own]) => [
        name,
        String(own.length),
        spread(
          pick(own, ({ costs }) => costs.syncMs),
          'ms',
        ),
        spread(
          pick(own, ({ costs }) => (costs.syncMs * 1000) / tests),
          'µs',
        ),
        spread(
          pick(own, ({ costs }) => costs.continuedMs),
          'ms',
        ),
        ...[
          ({ costs }: Run) => costs.endMs,
          ({ costs }: Run) => costs.endBusyMs,
          ({ costs }: Run) => costs.importMs,
        ].map((value) => spread(pick(own, value), 'ms')),
        costliest(own.at(-1)),
        String(own.at(-1)?.reported ?? 0),
      ]),
  )
  say()
}

const costliest = (run: Run | undefined): string =>
  Object.entries(run?.costs.hooks ?? {})
    .sort(([, [a]], [, [b]]) => b - a)
    .slice(0, 3)
    .filter(([, [ms]]) => ms >= 1)
    .map(([name, [ms]]) => `${name} ${Math.round(ms)}`)
    .join(', ')

const syncMs = ({ costs }: Run) => costs.syncMs
const ratio = (runs: Runs, to: ReporterName, value: (run: Run) => number) =>
  sampleOf(pairsOf(runs, 'ours', to, value).map(({ first, second }) => first / second))

const times = (runs: Runs, area: string, to: ReporterName, most: number): Verdict => {
  const sample = ratio(runs, to, syncMs)
  return { area, goal: `≤ ${most}× ${to}`, measured: spread(sample, '×'), isMet: sample.median <= most }
}

const share = (runs: Runs, area: string, most: number): Verdict => {
  const parts = sampleOf(pairsOf(runs, 'ours', 'allure', syncMs).map(({ first, second }) => second / first))
  const measured = `1/${figure(parts.median, '')} (1/${figure(parts.min, '')}–1/${figure(parts.max, '')})`
  return { area, goal: `≤ 1/${Math.round(1 / most)} of allure`, measured, isMet: 1 / parts.median <= most }
}

const perTest = (runs: Runs, area: string, tests: number, mostUs: number): Verdict => {
  const sample = pick(runs.get('ours'), (run) => (syncMs(run) * 1000) / tests)
  return {
    area,
    goal: `≤ ${mostUs} µs a test`,
    measured: spread(sample, 'µs'),
    isMet: sample.median <= mostUs,
  }
}

const JUDGES: Record<RunnerName, (runs: Runs, tests: number) => Verdict[]> = {
  vitest: (runs) => [
    times(runs, 'Hooks, Vitest 10,000', 'json', JSON_GOAL),
    share(runs, 'Hooks, Vitest 10,000', VITEST_ALLURE_GOAL),
  ],
  jest: (runs, tests) => [perTest(runs, 'Hooks, Jest 2,000', tests, JEST_GOAL_US)],
  playwright: (runs, tests) => [
    perTest(runs, 'Hooks, Playwright 500', tests, PLAYWRIGHT_GOAL_US),
    share(runs, 'Hooks, Playwright 500', PLAYWRIGHT_ALLURE_GOAL),
  ],
}

/** Within noise: the median difference to no reporter in the same round is below how far the runs without one lie apart. */
export const noiseVerdict = (name: string, runs: Runs): Verdict => {
  const more = sampleOf(
    pairsOf(runs, 'ours', 'none', ({ wallMs }) => wallMs).map(({ first, second }) => first - second),
  )
  const cpu = sampleOf(
    pairsOf(runs, 'ours', 'none', ({ cpuMs }) => cpuMs).map(({ first, second }) => first - second),
  )
  const bare = pick(runs.get('none'), ({ wallMs }) => wallMs)
  const noise = bare.max - bare.min
  return {
    area: `Whole run, ${name}`,
    goal: `within noise of none (${figure(noise, 'ms')} of ${figure(bare.median, 'ms')})`,
    measured: `${more.median < 0 ? '' : '+'}${spread(more, 'ms')}; CPU +${spread(cpu, 'ms')}`,
    isMet: more.median <= noise,
  }
}
