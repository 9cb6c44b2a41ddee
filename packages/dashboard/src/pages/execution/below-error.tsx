import type { Attempt, Execution } from '../../data/queries.ts'
import { Artifacts } from './artifacts.tsx'
import type { Failure } from './failures-of.ts'
import { Folds } from './folds.tsx'

/** What an attempt has below its error: its files, and what led to the failure. */
export function BelowError({
  execution,
  attempt,
  failure,
  testId,
}: {
  execution: Execution
  attempt: Attempt
  failure: Failure
  testId: string
}) {
  return (
    <>
      <Artifacts execution={execution.id} attempt={attempt} />
      <Folds execution={execution} attempt={attempt} failure={failure} testId={testId} />
    </>
  )
}
