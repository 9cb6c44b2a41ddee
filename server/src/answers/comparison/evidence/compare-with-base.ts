import { VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { isNotInBase, type Pair } from '../changes/read-changes.ts'
import { fingerprintOf } from '../changes/read-reasons.ts'
import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'
import type { Run } from './outcomes.ts'

/** The number of the head's tests that ran, and that failed after they passed on the base. */
export interface HeadCounts {
  ran: number
  broke: number
}

/** How many of these failures passed on the base, perhaps at a retry. */
const countBroke = (failures: Pair[]): number =>
  failures.filter(({ base }) => base?.verdict === VERDICT.passed || base?.verdict === VERDICT.flaky).length

/** A failure beside the base's result of its test. */
export interface Compared {
  /** What the base knows about it: a comparable result, only a skip, or no result. */
  onBase: 'ran' | 'skipped' | 'absent'
  failsOnBase: boolean
  flakedOnBase: boolean
  /** The fingerprint of its error; null if it failed without one. */
  fingerprint: string | null
  /** Null if one of the two failures has no error to compare. */
  sameErrorOnBase: boolean | null
  /** The run of the base's result. */
  base: Run
  /** True if base and head are runs of exactly the same code. */
  sameCodeAsBase: boolean
  /** True if the base's result belongs to another test of the same name. */
  isMoved: boolean
  /** The base's leg if it differs from the head's. */
  otherLeg: string | null
  /** The whole head's. */
  counts: HeadCounts
}

/** What the comparison itself says about each failure. */
export function compareWithBase(input: FailuresToJudge): OfFailure<Compared> {
  const { base, head, failures, reasons, otherLeg } = input
  const counts = { ran: head.passed + head.failed + head.flaky, broke: countBroke(failures) }
  const isSame = isSameCode(base, head)
  return (pair) => {
    // The history has what the branch's other states say of a test that the base lacks.
    const there = isNotInBase(pair) ? null : pair.base
    const [before, now] = [fingerprintOf(there, reasons), errorOf(pair, input)]
    return {
      onBase: there === null ? 'absent' : there.verdict === VERDICT.skipped ? 'skipped' : 'ran',
      failsOnBase: there?.verdict === VERDICT.failed,
      flakedOnBase: there?.verdict === VERDICT.flaky,
      fingerprint: now,
      sameErrorOnBase: before === null || now === null ? null : before === now,
      base: there === null ? base : (pair.baseRun ?? base),
      sameCodeAsBase: pair.baseRun === undefined && isSame,
      isMoved: pair.baseTestId !== undefined && pair.baseTestId !== pair.testId,
      otherLeg,
      counts,
    }
  }
}

/** The same clean tree, or the same tested commit if neither tree is known. */
function isSameCode(base: ExecutionRow, head: ExecutionRow): boolean {
  if (base.dirty + head.dirty > 0) return false
  if (base.tree !== null || head.tree !== null) return base.tree === head.tree
  return base.tested_sha !== null && base.tested_sha === head.tested_sha
}
