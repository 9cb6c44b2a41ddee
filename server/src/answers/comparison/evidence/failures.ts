import type { TestName } from '../../../history/tests/test-names.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { Pair } from '../changes/read-changes.ts'
import { fingerprintOf, type Reason } from '../changes/read-reasons.ts'
import type { BaseHistory, Line } from './base-runs.ts'

/** A comparison whose failures are to be judged. */
export interface FailuresToJudge {
  base: ExecutionRow
  history: BaseHistory
  line: Line
  head: ExecutionRow
  /** Failed in the head. */
  failures: Pair[]
  /** Failed in the base, regardless of the head. */
  failingOnBase: Pair[]
  /** Failures of the base that the head removed or renamed. */
  gone: Pair[]
  /** Tests of the base that the head removed, moved or renamed. */
  absent: Pair[]
  /** Failed on legs that the base did not run. */
  notCompared: Pair[]
  reasons: Map<number, Reason>
  tests: Map<number, TestName>
  /** The base's leg if it differs from the head's. */
  otherLeg: string | null
  /** A commit of the base branch after the base that the head contains and no run tested. */
  untested: string | null
}

/** What one source knows of each failure. */
export type OfFailure<T> = (pair: Pair) => T

/** The place of a result in evidence of the head: `<test id>/<leg id>`. */
export const placeOf = ({ testId, legId }: Pick<Pair, 'testId' | 'legId'>): string => `${testId}/${legId}`

/** Its place in runs of other code: the history belongs to the position that the name has in the base. */
export const pastPlaceOf = ({ testId, baseTestId, legId }: Pair): string => `${baseTestId ?? testId}/${legId}`

/** The fingerprint of the head's error; null if it failed without one. */
export const errorOf = ({ head }: Pair, { reasons }: Pick<FailuresToJudge, 'reasons'>): string | null =>
  fingerprintOf(head, reasons)
