import { type Finding, type Side, seek } from '@svc/prove'
import { figure, heading, say, table, type Verdict } from '../report.ts'
import { Random } from '../verdicts/random.ts'

const CASES = 2_000
/** Of each trial. */
const SECONDS = 3
const BUDGET_SECONDS = 300

/** A failed test whose cause is known. */
interface Case {
  /** The chance that a trial fails, at a second since the start. */
  chance: Record<Side, (second: number) => number>
  /** The share of the base's runs before in which it failed. */
  before: number
  /** True if failures of the base have another error. */
  hasOtherError?: boolean
}

interface World {
  /** Whose failure it is. */
  truth: 'mine' | 'flake' | 'others'
  make(random: () => number): Case
}

const always = (chance: number) => () => chance
const between = (low: number, high: number, random: () => number) =>
  Math.exp(Math.log(low) + random() * (Math.log(high) - Math.log(low)))
/** The rate of a flake that has just failed: those that fail often are seen more. */
const rateSeen = (random: () => number): number => {
  for (;;) {
    const rate = between(0.01, 0.6, random)
    if (random() < rate) return rate
  }
}
const flake = (rate: number): Case => ({ chance: { here: always(rate), base: always(rate) }, before: rate })

const WORLDS: Record<string, World> = {
  'a regression': {
    truth: 'mine',
    make: () => ({ chance: { here: always(1), base: always(0) }, before: 0 }),
  },
  'a regression of a flaky test': {
    truth: 'mine',
    make: (random) => {
      const rate = between(0.01, 0.3, random)
      return { chance: { here: always(1), base: always(rate) }, before: rate }
    },
  },
  'a change that makes a test flaky (5 to 90 %)': {
    truth: 'mine',
    make: (random) => ({ chance: { here: always(0.05 + random() * 0.85), base: always(0) }, before: 0 }),
  },
  'a flake (1 to 60 %)': { truth: 'flake', make: (random) => flake(rateSeen(random)) },
  'a test that fails in every second run': {
    truth: 'flake',
    make: () => {
      let runs = 0
      const turn = () => ++runs % 2
      return { chance: { here: turn, base: turn }, before: 0.5 }
    },
  },
  'an outage': { truth: 'others', make: () => ({ chance: { here: always(1), base: always(1) }, before: 0 }) },
  'an outage that ends': {
    truth: 'others',
    make: (random) => {
      const end = random() * 40
      const chance = (second: number) => (second < end ? 1 : 0)
      return { chance: { here: chance, base: chance }, before: 0 }
    },
  },
  'a regression while an outage ends': {
    truth: 'mine',
    make: (random) => {
      const end = random() * 20
      return {
        chance: { here: always(1), base: (second) => (second < end ? 1 : 0) },
        before: 0,
        hasOtherError: true,
      }
    },
  },
  'a test that fails only in company': {
    truth: 'mine',
    make: () => ({ chance: { here: always(0), base: always(0) }, before: 0 }),
  },
}

const MINE: (Finding | 'void')[] = ['proved', 'new-flake']
const EXCUSED: (Finding | 'void')[] = ['flake', 'fails-on-base-now']
const UNKNOWN: (Finding | 'void')[] = ['passes-alone', 'undecided', 'void']

/** Plays failures with a known cause against the rule of `svc run --prove`, without and with 20 runs of the base before. */
export async function benchProve(): Promise<Verdict[]> {
  heading(`Trials of failures with a known cause, ${CASES} of each`)
  const rows: string[][] = []
  const rates = {
    mine: [] as number[],
    wrongMine: [] as number[],
    excused: [] as number[],
    unknown: [] as number[],
  }
  for (const history of [0, 20])
    for (const [name, { truth, make }] of Object.entries(WORLDS)) {
      const numbers = new Random(history + 1)
      const random = () => numbers.next()
      const found = new Map<Finding | 'void', number>()
      let trials = 0
      for (let i = 0; i < CASES; i++) {
        const { finding, count } = await play(make(random), history, random)
        found.set(finding, (found.get(finding) ?? 0) + 1)
        trials += count
      }
      const share = (findings: (Finding | 'void')[]) =>
        findings.reduce((sum, finding) => sum + (found.get(finding) ?? 0), 0) / CASES
      if (name === 'a regression' || name === 'a regression of a flaky test') rates.mine.push(share(MINE))
      if (truth === 'mine') rates.excused.push(share(EXCUSED))
      else rates.wrongMine.push(share(MINE))
      if (truth === 'flake') rates.unknown.push(share(UNKNOWN))
      rows.push([
        `${name}, ${history} runs before`,
        [...found]
          .sort((a, b) => b[1] - a[1])
          .map(([finding, count]) => `${finding} ${percent(count / CASES)}`)
          .join(', '),
        figure(trials / CASES, ''),
      ])
    }
  table(['failure', 'findings', 'trials'], rows)
  say('A regression while an outage ends is void where the base failed twice for the outage.')
  return [
    goal('regressions found to be of the change, least', Math.min(...rates.mine), 0.95, 'least'),
    goal('wrongly found to be of the change, most', Math.max(...rates.wrongMine), 0.01, 'most'),
    goal('failures of the change that are excused, most', Math.max(...rates.excused), 0.002, 'most'),
    goal('flakes left unknown, most', Math.max(...rates.unknown), 0.1, 'most'),
  ]
}

async function play(
  { chance, before, hasOtherError }: Case,
  history: number,
  random: () => number,
): Promise<{ finding: Finding | 'void'; count: number }> {
  const runsBefore = { failed: 0, passed: 1 }
  for (let i = 0; i < history; i++) runsBefore[random() < before ? 'failed' : 'passed'] += 1
  let second = 0
  let count = 0
  const [proof] = await seek(
    [{ test: null, runsBefore }],
    async (_test, side) => {
      second += SECONDS
      count += 1
      const isFailed = random() < chance[side](second)
      if (isFailed && hasOtherError && side === 'base')
        return { kind: 'void', reason: 'another error', seconds: SECONDS }
      return { kind: isFailed ? 'failed' : 'passed', seconds: SECONDS }
    },
    { budget: BUDGET_SECONDS, now: () => second, isStopped: () => false, random },
  )
  return { finding: proof?.finding ?? 'undecided', count }
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const goal = (name: string, value: number, bound: number, kind: 'least' | 'most'): Verdict => ({
  area: 'prove',
  goal: `${name} ${kind === 'least' ? '≥' : '≤'} ${percent(bound)}`,
  measured: percent(value),
  isMet: kind === 'least' ? value >= bound : value <= bound,
})
