/** What is told where a report says that its run failed, and nothing in it did: it must not come out green. */
export const FAILURE_WITHOUT_MESSAGE =
  'The report says that the run failed, but names no failed test and no error.'
