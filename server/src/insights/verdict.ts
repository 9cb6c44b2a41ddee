import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { HISTORY_RUNS, type TestHistory } from './history.ts'

export type Verdict = z.input<typeof Comparison>['regressions'][number]['verdict']

/** Runs of the base that must all have passed before a failure is laid at the change's door. */
const LEAST_RUNS_FOR_MINE = 5
/** When this share of a run fails, the change is not what failed. */
const OUTAGE_SHARE = 0.8
const OUTAGE_LEAST_TESTS = 5

/** How many tests of the head ran, and how many of them failed. */
export interface HeadCounts {
  ran: number
  failed: number
}

export interface Suspect {
  history: TestHistory
  failsOnBase: boolean
  /** Null where one of the two has no error to compare. */
  sameErrorOnBase: boolean | null
  head: HeadCounts
  /** True where another attempt of the same test in the same run and leg passed. */
  passedHere: boolean
  /** The base's leg where it is another than the head's. */
  otherLeg: string | null
  /** Days of the last two weeks on which it failed on branches other than the head's. */
  failedElsewhere: number
}

/** True where so much of a run failed that it says nothing about a single test. */
export const isOutage = ({ ran, failed }: HeadCounts): boolean =>
  ran >= OUTAGE_LEAST_TESTS && failed / ran >= OUTAGE_SHARE

/** Who is to blame for a failure, as far as the evidence goes. */
export function judge(suspect: Suspect): Verdict {
  const { history, head } = suspect
  const { runs, passed, failed, flaky, executions } = history
  const [kind, because] = isOutage(head)
    ? ([
        'infrastructure',
        `${head.failed} of the ${head.ran} tests of this run failed, which no single change does.`,
      ] as const)
    : (onBase(suspect) ?? inHistory(suspect) ?? byThisChange(runs))
  return { kind, because, history: { runs, passed, failed, flaky, executions } }
}

type Opinion = readonly [kind: Verdict['kind'], because: string]

const byThisChange = (runs: number): Opinion => [
  'mine',
  `It passed in all of its ${ofRuns(runs)}, failed at every attempt here, and fails on no other branch.`,
]

function onBase({ history, failsOnBase, sameErrorOnBase }: Suspect): Opinion | null {
  const { runs, failed } = history
  if (failsOnBase && sameErrorOnBase)
    return [
      'base-is-broken',
      `It fails the same way on the base${runs > 0 ? `, and in ${failed} of its ${ofRuns(runs)}` : ''}.`,
    ]
  if (failsOnBase && sameErrorOnBase === null)
    return [
      'unknown',
      'It fails on the base too. Whether in the same way is not known, since an error is missing.',
    ]
  if (failsOnBase)
    return [
      'unknown',
      'It fails on the base too, but in another way. Fix the base first, or compare the two errors.',
    ]
  return runs > 0 && failed === runs
    ? ['base-is-broken', `It failed in all of its ${ofRuns(runs)} as well.`]
    : null
}

function inHistory({ history, passedHere, otherLeg, failedElsewhere }: Suspect): Opinion | null {
  const { runs, failed, flaky } = history
  const soFar = runs === 0 ? 'No recent base run has it' : `It passed in all of its ${ofRuns(runs)}`
  if (failed + flaky > 0)
    return [
      'known-flake',
      `It failed or flaked in ${failed + flaky} of its ${ofRuns(runs)} (${rate(failed + flaky, runs)}).`,
    ]
  if (passedHere)
    return ['unknown', `${soFar}, and another attempt of this run passed too: run it again to tell.`]
  if (otherLeg !== null)
    return ['unknown', `The base ran on ${otherLeg} only; whether it fails on this leg there is not known.`]
  if (failedElsewhere > 0)
    return ['unknown', `${soFar}, but it failed on other branches on ${failedElsewhere} of the last 14 days.`]
  return runs < LEAST_RUNS_FOR_MINE
    ? [
        'unknown',
        `${soFar}; ${LEAST_RUNS_FOR_MINE} are needed to tell a regression from a flake, ${HISTORY_RUNS} are looked at.`,
      ]
    : null
}

const ofRuns = (runs: number) => `${runs} recent base ${runs === 1 ? 'run' : 'runs'}`

/** Wilson's 95 % interval of a share, which is honest for small samples. */
export function wilson(hits: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 }
  const z = 1.959964
  const share = hits / of
  const middle = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const scale = 1 + (z * z) / of
  return { low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}

function rate(hits: number, of: number): string {
  const { low, high } = wilson(hits, of)
  const percent = (share: number) => Math.round(share * 100)
  return `${percent(hits / of)} %, 95 % interval ${percent(low)}–${percent(high)} %`
}
