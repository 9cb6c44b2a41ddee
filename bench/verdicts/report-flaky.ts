import { heading, say, table, type Verdict } from '../report.ts'
import type { FlakyTruth } from './flaky-list.ts'
import { goal, share } from './goal.ts'
import { CAUSE_WORDS } from './report-verdicts.ts'

const GOALS = { precision: 0.95, recall: 0.9 }
/** Worlds by the runs of their base branch. */
const LENGTHS = [
  { name: 'up to 32', least: 0, most: 32 },
  { name: '33 to 50', least: 33, most: 1_000 },
]
const HIGH_RATE = 0.15

/** How the list of flaky tests fared. */
export function reportFlaky(all: FlakyTruth[]): Verdict[] {
  heading(
    `Flaky list: ${all.length} tests with at least 20 runs, ${all.filter((one) => one.flake).length} of them flaky`,
  )
  const rules: [string, (one: FlakyTruth) => boolean][] = [
    ['svc', (one) => one.isListed],
    ['both passed and failed', (one) => one.raw],
    ['failed in ≥ 5 % of runs', (one) => one.fixed],
  ]
  const rates = [...new Set(all.flatMap((one) => one.flake?.rate ?? []))].sort((a, b) => a - b)
  const row = (name: string, of: FlakyTruth[]) => [
    name,
    ...rules.map(([, says]) => share(of.filter(says).length, of.length)),
  ]
  const flakes = all.filter((one) => one.flake)
  const retried = flakes.filter((one) => one.retries > 0)
  const notRetried = flakes.filter((one) => one.retries === 0)
  table(
    ['', ...rules.map(([name]) => name)],
    [
      ['precision', ...rules.map(([, says]) => share(flakes.filter(says).length, all.filter(says).length))],
      ...rates.map((rate) => row(`recall, ${rate * 100} %, with retries`, ofRate(retried, rate))),
      ...rates.map((rate) => row(`recall, ${rate * 100} %, without`, ofRate(notRetried, rate))),
      ...(['independent', 'one-leg', 'shared'] as const).map((kind) =>
        row(
          `recall, ${kind}, from ${HIGH_RATE * 100} % on`,
          flakes.filter((one) => one.flake?.kind === kind && isHigh(one)),
        ),
      ),
    ],
  )
  const listed = all.filter((one) => one.isListed)
  const ordinary = all.filter((one) => one.twist === null)
  reportWrong(listed.filter((one) => !one.flake))
  const high = retried.filter(isHigh)
  const bare = notRetried.filter(isHigh)
  const hits = (of: FlakyTruth[]) => of.filter((one) => one.isListed).length
  return [
    ...[true, false].flatMap((isRetried) =>
      LENGTHS.map(({ name, least, most }) => {
        const of = ordinary.filter(
          ({ isListed, retries, baseRuns }) =>
            isListed && retries > 0 === isRetried && baseRuns >= least && baseRuns <= most,
        )
        const area = `Flaky list, precision after ${name} base runs, ${isRetried ? 'with' : 'without'} retries`
        return goal(area, GOALS.precision, of.filter((one) => one.flake).length, of.length)
      }),
    ),
    goal('Flaky list, recall ≥ 15 % after 20 runs, with retries', GOALS.recall, hits(high), high.length),
    goal('the same without retries, by runs of one tree alone', GOALS.recall, hits(bare), bare.length),
  ]
}

/** What made sound tests fail in the runs that put them on the list. */
function reportWrong(wrong: FlakyTruth[]): void {
  const runs = wrong.flatMap((one) => one.wrongly)
  say(`\nSound tests on the list: ${wrong.length}, with ${runs.length} runs that were held to be evidence.\n`)
  if (runs.length === 0) return
  const kinds = Map.groupBy(runs, ({ cause, kind, message }) =>
    [CAUSE_WORDS[cause ?? 'flake'], kind, message.replaceAll(/\d+/g, '#').slice(0, 60)].join('\0'),
  )
  table(
    ['truth', 'evidence', 'error', 'runs', 'tests of the run with this truth'],
    [...kinds].map(([name, of]) => {
      const tests = of.map((one) => one.tests)
      return [...name.split('\0'), String(of.length), `${Math.min(...tests)} to ${Math.max(...tests)}`]
    }),
  )
}

const isHigh = ({ flake }: FlakyTruth) => flake !== null && flake.rate >= HIGH_RATE
const ofRate = (of: FlakyTruth[], rate: number) => of.filter((one) => one.flake?.rate === rate)
