import { sampleOf } from '../measure.ts'
import { heading, say, spread, table, type Verdict } from '../report.ts'
import type { ReporterName } from './reporters.ts'
import { interleave, pairsOf, pick, withSuite } from './rounds.ts'
import type { Run } from './run.ts'
import { recordIn } from './send.ts'

const COUNTS = [10_000, 100_000]
const ISOLATED_ROUNDS = 3
const GOAL_MIB = 20
/** Memory counts as flat if ten times the tests add at most this much. */
const FLAT_MIB = 5
const BESIDE: ReporterName[] = ['none', 'ours', 'json']

/** The memory that the svc reporter adds, with 10,000 tests and with ten times as many. */
export const benchMemory = async (): Promise<Verdict[]> => {
  const isolated = await isolatedGrowth()
  const inRuns = new Map<number, { heap: number; peak: number }>()
  for (const tests of COUNTS) inRuns.set(tests, await inVitest(tests, tests > 10_000 ? 1 : 3))
  const [small = Number.NaN, large = Number.NaN] = COUNTS.map(
    (tests) => inRuns.get(tests)?.peak ?? Number.NaN,
  )
  return [
    {
      area: 'Memory, Vitest 10,000, most of the main process beside none',
      goal: `≤ +${GOAL_MIB} MiB`,
      measured: `${small.toFixed(1)} MiB; live heap ${inRuns.get(10_000)?.heap.toFixed(1)} MiB`,
      isMet: small <= GOAL_MIB,
    },
    {
      area: 'Memory, Vitest 100,000',
      goal: `flat: live heap ≤ +${FLAT_MIB} MiB more than at 10,000`,
      measured: `${((inRuns.get(100_000)?.heap ?? Number.NaN) - (inRuns.get(10_000)?.heap ?? Number.NaN)).toFixed(1)} MiB; most of the process ${large.toFixed(1)} MiB beside none`,
      isMet: (inRuns.get(100_000)?.heap ?? Number.NaN) - (inRuns.get(10_000)?.heap ?? Number.NaN) <= FLAT_MIB,
    },
    {
      area: 'Memory of the client alone, 100,000',
      goal: `flat: live heap ≤ +${FLAT_MIB} MiB more than at 10,000`,
      measured: `${(isolated[1] - isolated[0]).toFixed(1)} MiB`,
      isMet: isolated[1] - isolated[0] <= FLAT_MIB,
    },
  ]
}

/** Journal and client alone in a process; returns the live heap added at each count. */
const isolatedGrowth = async (): Promise<[number, number]> => {
  heading('Memory of journal and client alone')
  const grown: number[] = []
  const rows: string[][] = []
  for (const tests of COUNTS) {
    const all: Awaited<ReturnType<typeof recordIn>>['recorded'] = []
    for (let round = 0; round < ISOLATED_ROUNDS; round++) all.push(...(await recordIn(tests, 1)).recorded)
    const of = (value: (each: (typeof all)[number]) => number) => sampleOf(all.map(value))
    const heap = of(({ heapMib }) => heapMib[1] - heapMib[0])
    grown.push(heap.median)
    rows.push([
      tests.toLocaleString('en-US'),
      spread(heap, 'MiB'),
      spread(
        of(({ heapMib }) => heapMib[2] - heapMib[0]),
        'MiB',
      ),
      spread(
        of(({ rssMib }) => rssMib[1] - rssMib[0]),
        'MiB',
      ),
      spread(
        of(({ peakMib }) => peakMib[1] - peakMib[0]),
        'MiB',
      ),
      spread(
        of(({ recordMs }) => (recordMs * 1000) / tests),
        'µs',
      ),
    ])
  }
  table(
    [
      'tests',
      'live heap, all recorded',
      'live heap, sent',
      'resident, all recorded',
      'most resident, sending included',
      'recording a test',
    ],
    rows,
  )
  return [grown[0] ?? Number.NaN, grown[1] ?? Number.NaN]
}

/** The main process of real runs; the live heap is taken before the last hook is called. */
const inVitest = async (tests: number, rounds: number) => {
  const name = `vitest, ${tests.toLocaleString('en-US')} tests`
  heading(`Memory of the main process, ${name}`)
  const shape = { files: tests / 100, testsPerFile: 100, failsEvery: 0 }
  const roundsOf = (reporter: ReporterName) => (BESIDE.includes(reporter) ? rounds : 0)
  return withSuite('vitest', name, shape, async (suite, folders, server) => {
    const runs = await interleave(suite, folders, server, roundsOf, { BENCH_WEIGH: '1' })
    const heap = ({ costs }: Run) => costs.heapMib ?? Number.NaN
    const peak = ({ costs }: Run) => costs.peakMib
    const more = (reporter: ReporterName, value: (run: Run) => number) =>
      sampleOf(pairsOf(runs, reporter, 'none', value).map(({ first, second }) => first - second))
    table(
      ['', 'live heap when the last test is over', 'beside none', 'most resident', 'beside none'],
      BESIDE.map((reporter) => [
        reporter,
        spread(pick(runs.get(reporter), heap), 'MiB'),
        reporter === 'none' ? '' : spread(more(reporter, heap), 'MiB'),
        spread(pick(runs.get(reporter), peak), 'MiB'),
        reporter === 'none' ? '' : spread(more(reporter, peak), 'MiB'),
      ]),
    )
    say()
    return { heap: more('ours', heap).median, peak: more('ours', peak).median }
  })
}
