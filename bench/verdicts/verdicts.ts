import { figure, heading, say, table, type Verdict } from '../report.ts'
import type { FlakyTruth } from './flaky-list.ts'
import { judgeWorld, type Kind, type Observation } from './judge-heads.ts'
import { NOISE_NAMES } from './noise.ts'
import { type Said, SHIFTS, type Timing, timeHeads } from './time-heads.ts'
import type { Cause } from './world.ts'

/** Rules were chosen on seeds up to 9,000; these were used for nothing before they were reported. */
const WORLDS = Array.from({ length: 45 }, (_, i) => 11_001 + i)
const TIMED_WORLDS = Array.from({ length: 12 }, (_, i) => 12_001 + i)
const SPARSE_TIMED_WORLDS = Array.from({ length: 3 }, (_, i) => 13_001 + i)
const TIMED_RUNS = 60
const SPARSE_TIMED_RUNS = 20

/** Precision and recall of verdicts, the flaky list and performance changes on histories whose truth is known. */
export async function benchVerdicts(): Promise<Verdict[]> {
  const observations: Observation[] = []
  const flaky: FlakyTruth[] = []
  for (const seed of WORLDS) {
    const judged = await judgeWorld(seed)
    observations.push(...judged.observations)
    flaky.push(...judged.flaky)
  }
  const timings: Timing[] = []
  for (const seed of TIMED_WORLDS) timings.push(...(await timeHeads(seed, TIMED_RUNS)))
  for (const seed of SPARSE_TIMED_WORLDS) timings.push(...(await timeHeads(seed, SPARSE_TIMED_RUNS)))
  return [...reportVerdicts(observations), ...reportFlaky(flaky), ...reportTimings(timings)]
}

const CAUSES: Cause[] = ['regression', 'base', 'flake', 'outage']
const CAUSE_WORDS: Record<Cause, string> = {
  regression: 'this change',
  base: 'broken base',
  flake: 'flake',
  outage: 'outage',
}
const KINDS: Kind[] = ['mine', 'base-is-broken', 'known-flake', 'infrastructure', 'unknown', 'none']
const RIGHT: Record<Cause, Kind> = {
  regression: 'mine',
  base: 'base-is-broken',
  flake: 'known-flake',
  outage: 'infrastructure',
}
const GOALS = { mine: 0.98, answered: 0.95, flakyPrecision: 0.95, flakyRecall: 0.9, alarms: 1, recall: 0.9 }
const ENOUGH_RUNS = 20

function reportVerdicts(all: Observation[]): Verdict[] {
  heading(`Verdicts: ${WORLDS.length} projects, ${all.length} failures of pull requests`)
  const rules: [string, (one: Observation) => Kind][] = [
    ['svc', (one) => one.said],
    ['raw status difference', (one) => one.raw],
    ['flaky if ≥ 5 % of the last 100 runs failed', (one) => one.fixed],
  ]
  for (const [name, said] of rules) confusion(name, all, said)
  confusion(
    'svc, base with at least 20 runs of the test',
    all.filter((one) => one.baseRuns >= ENOUGH_RUNS),
    (one) => one.said,
  )
  for (const retries of [0, 1, 2])
    confusion(
      `svc, ${retries === 0 ? 'no retries' : `${retries} retries`}`,
      all.filter((one) => one.retries === retries),
      (one) => one.said,
    )
  confusion(
    'svc, tests that the change brought',
    all.filter((one) => one.isNew),
    (one) => one.said,
  )
  heading('Precision and recall of each verdict')
  table(
    ['', ...rules.flatMap(([name]) => [`${name}: precision`, 'recall'])],
    CAUSES.map((cause) => [
      RIGHT[cause],
      ...rules.flatMap(([, said]) => {
        const of = all.filter((one) => said(one) === RIGHT[cause])
        const hits = of.filter((one) => one.cause === cause).length
        return [share(hits, of.length), share(hits, all.filter((one) => one.cause === cause).length)]
      }),
    ]),
  )
  const mine = all.filter((one) => one.said === 'mine')
  const rightly = mine.filter((one) => one.cause === 'regression')
  const known = all.filter((one) => one.cause === 'regression' && one.baseRuns >= ENOUGH_RUNS)
  const answered = known.filter((one) => one.said !== 'unknown' && one.said !== 'none')
  const found = known.filter((one) => one.said === 'mine')
  say(
    `\nOf regressions with at least ${ENOUGH_RUNS} base runs ${share(found.length, known.length)} are called mine.`,
  )
  return [
    goal('Verdict "mine", precision', GOALS.mine, rightly.length, mine.length),
    goal('Regressions with ≥ 20 base runs, answered', GOALS.answered, answered.length, known.length),
  ]
}

function confusion(name: string, of: Observation[], said: (one: Observation) => Kind): void {
  say(`\n${name}:\n`)
  table(
    ['truth', ...KINDS],
    CAUSES.map((cause) => [
      CAUSE_WORDS[cause],
      ...KINDS.map((kind) => String(of.filter((one) => one.cause === cause && said(one) === kind).length)),
    ]),
  )
}

const HIGH_RATE = 0.15

function reportFlaky(all: FlakyTruth[]): Verdict[] {
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
  reportWrong(listed.filter((one) => !one.flake))
  const high = retried.filter(isHigh)
  const bare = notRetried.filter(isHigh)
  const hits = (of: FlakyTruth[]) => of.filter((one) => one.isListed).length
  return [
    goal(
      'Flaky list, precision',
      GOALS.flakyPrecision,
      listed.filter((one) => one.flake).length,
      listed.length,
    ),
    goal('Flaky list, recall ≥ 15 % after 20 runs, with retries', GOALS.flakyRecall, hits(high), high.length),
    goal('the same without retries, by runs of one tree alone', GOALS.flakyRecall, hits(bare), bare.length),
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

const LARGE = 5

function reportTimings(everything: Timing[]): Verdict[] {
  const all = everything.filter((one) => one.baseRuns === TIMED_RUNS)
  const rules: [string, (one: Timing) => Said][] = [
    ['svc, one run', (one) => one.said],
    ['svc, run three times more', (one) => one.saidAgain],
    ['20 % off the base run', (one) => one.raw],
    ['20 % off the mean of 20', (one) => one.fixed],
  ]
  heading(`Slower and faster: ${all.length} durations after ${TIMED_RUNS} base runs`)
  curve(all, rules)
  const sparse = everything.filter((one) => one.baseRuns === SPARSE_TIMED_RUNS)
  heading(`The same after ${SPARSE_TIMED_RUNS} base runs`)
  curve(sparse, rules)
  heading(`By shape of noise, after ${TIMED_RUNS} runs: recall from ${LARGE} σ on, false alarms in 1,000`)
  table(
    ['', ...rules.map(([name]) => name)],
    NOISE_NAMES.map((noise) => {
      const of = all.filter((one) => one.noise === noise)
      return [
        noise,
        ...rules.map(([, said]) => `${recall(of.filter(isLarge), said)}, ${alarms(of, said).toFixed(1)}`),
      ]
    }),
  )
  const large = all.filter(isLarge)
  return rules.slice(0, 2).flatMap(([name, said]) => {
    const alarmsOf = (of: Timing[], when: string): Verdict => ({
      area: `Performance changes, ${name}: false alarms${when}`,
      goal: `≤ ${GOALS.alarms} in 1,000 stable tests`,
      measured: figure(alarms(of, said), 'in 1,000'),
      isMet: alarms(of, said) <= GOALS.alarms,
    })
    return [
      alarmsOf(all, ''),
      alarmsOf(sparse, ` after ${SPARSE_TIMED_RUNS} base runs`),
      goal(
        `Performance changes, ${name}: recall from ${LARGE} σ on`,
        GOALS.recall,
        hitsOf(large, said),
        large.length,
      ),
    ]
  })
}

function curve(all: Timing[], rules: [string, (one: Timing) => Said][]): void {
  table(
    ['', ...rules.map(([name]) => name)],
    [
      ['false alarms in 1,000', ...rules.map(([, said]) => alarms(all, said).toFixed(2))],
      ...SHIFTS.map((shift) => {
        const of = all.filter((one) => Math.abs(one.shift) === shift)
        return [`recall at ${shift} σ (${of.length})`, ...rules.map(([, said]) => recall(of, said))]
      }),
    ],
  )
}

const isLarge = ({ shift }: Timing) => Math.abs(shift) >= LARGE

function alarms(of: Timing[], said: (one: Timing) => Said): number {
  const stable = of.filter((one) => one.shift === 0)
  return (1_000 * stable.filter((one) => said(one) !== null).length) / stable.length
}

const hitsOf = (of: Timing[], said: (one: Timing) => Said) =>
  of.filter((one) => said(one) === (one.shift > 0 ? 'slower' : 'faster')).length
const recall = (of: Timing[], said: (one: Timing) => Said) => share(hitsOf(of, said), of.length)

const share = (hits: number, of: number): string => (of === 0 ? '–' : (hits / of).toFixed(3))

const goal = (area: string, least: number, hits: number, of: number): Verdict => ({
  area,
  goal: `≥ ${least}`,
  measured: `${share(hits, of)} (${hits} of ${of})`,
  isMet: hits / of >= least,
})
