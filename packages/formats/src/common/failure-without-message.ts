/** The error of a report that says its run failed without a failed test: it must not turn green. */
export const FAILURE_WITHOUT_MESSAGE =
  'The report says that the run failed, but names no failed test and no error.'
