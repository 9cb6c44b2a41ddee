import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { HISTORY_RUNS, type TestHistory } from './history.ts'

export type Verdict = z.input<typeof Comparison>['regressions'][number]['verdict']

/** Runs of the base that must all have passed before a failure is laid at the change's door. */
const LEAST_RUNS_FOR_MINE = 5
/** When this share of a run fails, the change is not what failed. */
const OUTAGE_SHARE = 0.8
const OUTAGE_LEAST_TESTS = 5

export interface Suspect {
  history: TestHistory
  /** True where the head failed only at every attempt. */
  failsOnBase: boolean
  sameErrorOnBase: boolean
  head: { ran: number; failed: number }
  /** Days of the last two weeks on which it failed on branches other than the head's. */
  failedElsewhere: number
}

/** Who is to blame for a failure, as far as the evidence goes. */
export function judge({ history, failsOnBase, sameErrorOnBase, head, failedElsewhere }: Suspect): Verdict {
  const { runs, passed, failed, flaky, executions } = history
  const say = (kind: Verdict['kind'], because: string): Verdict => ({
    kind,
    because,
    history: { runs, passed, failed, flaky, executions },
  })
  const ofRuns = `${runs} recent base ${runs === 1 ? 'run' : 'runs'}`
  if (head.ran >= OUTAGE_LEAST_TESTS && head.failed / head.ran >= OUTAGE_SHARE)
    return say(
      'infrastructure',
      `${head.failed} of the ${head.ran} tests of this run failed, which no single change does.`,
    )
  if (failsOnBase)
    return sameErrorOnBase
      ? say('base-is-broken', `It fails the same way on the base, and in ${failed} of its ${ofRuns}.`)
      : say(
          'unknown',
          'It fails on the base too, but in another way. Fix the base first, or compare the two errors.',
        )
  if (flaky > 0 || (failed > 0 && passed > 0))
    return say(
      'known-flake',
      `It failed or flaked in ${failed + flaky} of its ${ofRuns} (${rate(failed + flaky, runs)}).`,
    )
  if (failedElsewhere > 0)
    return say(
      'unknown',
      `It passed in all of its ${ofRuns}, but failed on other branches on ${failedElsewhere} of the last 14 days.`,
    )
  if (runs < LEAST_RUNS_FOR_MINE)
    return say(
      'unknown',
      `It passed in all of its ${ofRuns}; ${LEAST_RUNS_FOR_MINE} are needed to tell a regression from a flake, ${HISTORY_RUNS} are looked at.`,
    )
  return say(
    'mine',
    `It passed in all of its ${ofRuns}, failed at every attempt here, and fails on no other branch.`,
  )
}

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
