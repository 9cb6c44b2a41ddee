/**
 * The error for a report that says that its run failed, but contains no failed test: the execution
 * must not pass.
 */
export const FAILURE_WITHOUT_MESSAGE =
  'The report says that the run failed, but names no failed test and no error.'

/** The error for a run that ended before all its tests had run. */
export const INTERRUPTED = 'The run was interrupted before its end.'

/** The error for a run of Playwright that failed although none of its tests did. */
export const FAILED_BY_FLAKES =
  'The run failed although no test failed: its config may count flaky tests as failures.'
