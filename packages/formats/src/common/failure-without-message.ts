/**
 * The error for a report that says that its run failed, but contains no failed test: the execution
 * must not pass.
 */
export const FAILURE_WITHOUT_MESSAGE =
  'The report says that the run failed, but names no failed test and no error.'
