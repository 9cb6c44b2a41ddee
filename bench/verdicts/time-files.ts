import { fileOutlier } from '../../server/src/answers/comparison/timing/file-outlier.ts'
import { median } from '../../server/src/answers/comparison/timing/test-outlier.ts'
import { figure, heading, table, type Verdict } from '../report.ts'
import { goal, share } from './goal.ts'
import { machine, NOISE_NAMES, NOISES, type NoiseName } from './noise.ts'
import { Random } from './random.ts'

const RUNS = [20, 24, 30, 40, 50, 60]
const MANY = 60
const SIZES = [2, 3, 5, 8, 15, 30].flatMap((size) => Array.from({ length: 12 }, () => size))
const HEADS = 6
const SHIFTED = 0.15
const SHIFTS = [1.5, 1.8, 2.2, 3]
/** The rule for few runs applies from this many tests on. */
const LEAST_TESTS = 5
const GOAL = { alarms: 1, shift: 2.2, recall: 0.7 }

interface TimedTest {
  noise: NoiseName
  usualMs: number
}

/** One file of one head: by how much it truly became slower, and whether the rule says so. */
interface FileTiming {
  tests: number
  baseRuns: number
  /** 1 if it stayed as it was. */
  shift: number
  isTold: boolean
}

/** How files are judged by the sum of their tests; without a server, at the machine's known pace. */
export function benchFiles(seeds: number[]): Verdict[] {
  const all = seeds.flatMap((seed) => timeFiles(new Random(seed), seed % 2 === 0))
  const stable = all.filter(({ shift }) => shift === 1)
  const few = all.filter(({ baseRuns, tests }) => baseRuns < MANY && tests >= LEAST_TESTS)
  heading(`Files whose tests became slower together: ${all.length} files, one run each`)
  table(
    [
      'base runs',
      'false alarms in 1,000',
      'stable files',
      ...SHIFTS.map((shift) => `recall at ${shift} times`),
    ],
    RUNS.map((runs) => {
      const of = (some: FileTiming[]) => some.filter(({ baseRuns }) => baseRuns === runs)
      const large = of(all).filter(({ tests }) => tests >= LEAST_TESTS)
      const recalls = SHIFTS.map((times) => large.filter(({ shift }) => shift === times))
      return [
        String(runs),
        alarms(of(stable)).toFixed(2),
        String(of(stable).length),
        ...recalls.map((some) => share(told(some), some.length)),
      ]
    }),
  )
  const doubled = few.filter(({ shift }) => shift === GOAL.shift)
  return [
    ...[
      stable.filter(({ baseRuns }) => baseRuns < MANY),
      stable.filter(({ baseRuns }) => baseRuns === MANY),
    ].map(
      (some, i): Verdict => ({
        area: `Slower files, one run: false alarms ${i === 0 ? 'below' : 'after'} ${MANY} base runs`,
        goal: `≤ ${GOAL.alarms} in 1,000 stable files`,
        measured: figure(alarms(some), 'in 1,000'),
        isMet: alarms(some) <= GOAL.alarms,
      }),
    ),
    goal(
      `Slower files, one run: ${GOAL.shift} times as slow below ${MANY} base runs`,
      GOAL.recall,
      told(doubled),
      doubled.length,
    ),
  ]
}

const told = (some: FileTiming[]) => some.filter(({ isTold }) => isTold).length
const alarms = (some: FileTiming[]) => (1_000 * told(some)) / some.length

/** Half of the files have tests of one kind of noise; in projects with hiccups, whole files may hiccup too. */
function timeFiles(random: Random, hasHiccups: boolean): FileTiming[] {
  return RUNS.flatMap((baseRuns) => {
    const files = SIZES.map((size, i) => Array.from({ length: size }, () => drawTest(random, i, hasHiccups)))
    const isHiccuping = files.map(() => hasHiccups && random.chance(1 / 6))
    const play = (factorOf: (file: number) => number) => {
      const pace = machine(random)
      const times = files.map((tests, i) => {
        const hiccup = isHiccuping[i] && random.chance(0.02) ? 2 + 2 * random.next() : 1
        return tests.map(
          ({ noise, usualMs }) => usualMs * NOISES[noise](random) * pace * hiccup * factorOf(i),
        )
      })
      const paces = times.flatMap((of, i) => of.map((ms, j) => ms / (files[i]?.[j]?.usualMs ?? 1)))
      const seen = median(paces)
      return times.map((of) => of.map((ms) => ms / seen))
    }
    const history = Array.from({ length: baseRuns }, () => play(() => 1)).reverse()
    return Array.from({ length: HEADS }).flatMap(() => {
      const shifts = files.map(() => (random.chance(SHIFTED) ? random.pick(SHIFTS) : 1))
      const head = play((i) => shifts[i] as number)
      return files.map(
        (tests, i): FileTiming => ({
          tests: tests.length,
          baseRuns,
          shift: shifts[i] as number,
          isTold: isTold(
            head[i] as number[],
            history.map((run) => run[i] as number[]),
          ),
        }),
      )
    })
  })
}

function drawTest(random: Random, file: number, hasHiccups: boolean): TimedTest {
  const one = NOISE_NAMES[file % NOISE_NAMES.length] as NoiseName
  const noise = file % 2 === 1 ? one : random.pick(NOISE_NAMES)
  const leastMs = random.chance(0.5) ? 20 : 300
  return {
    noise: noise === 'hiccup' && !hasHiccups ? 'quiet' : noise,
    usualMs: leastMs * Math.exp(2.3 * random.next()),
  }
}

function isTold(head: number[], history: number[][]): boolean {
  const tests = head.map((headMs, i) => ({ headMs, allMs: history.map((run) => run[i] as number) }))
  const found = fileOutlier([sum(head)], history.map(sum), tests)
  return found !== null && found.deviations > 0
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
