import type { Bar } from './lanes.ts'
import type { ExecutionSearch } from './search.ts'

/** The address of an attempt: among the failures, or among all results if the test passed. */
export const searchOf = ({ key, attempt, result }: Bar): ExecutionSearch => ({
  ...(result.status === 'passed' || result.status === 'skipped' ? { status: 'all' } : {}),
  test: key,
  attempt,
})
