// Values of schemas that the server uses itself: to import a schema for them would build it.

/** What an agent subscribes to. */
export const BUS_EVENTS = [
  'execution.settled',
  'test.became-flaky',
  'test.recovered',
  'base.broke',
  'base.culprit',
  'proposal.decided',
] as const

/** Chunks that a search ranks and counts; it may not see further ones. */
export const MOST_FOUND_CHUNKS = 300

/**
 * A page of a comparison without a limit: the entries of each group, and the bytes of its JSON that it stays below.
 * Any page names as many legs of each side.
 */
export const COMPARISON_PAGE = { entries: 50, bytes: 200_000, legs: 100 }

/** The bytes of JSON of the executions of one pull request that its answer stays below, and the runs that a push names. */
export const PULL_REQUEST_PAGE = { bytes: 100_000, runs: 60 }

/** What a list of all changes contains, most urgent for the author of a change first. */
export const RANKED_GROUPS = [
  'errorsIntroduced',
  'regressions',
  'newTests',
  'stillFailing',
  'failuresNotCompared',
  'errorsPersisting',
  'newlyFlaky',
  'stoppedRunning',
  'renameCandidates',
  'removed',
  'slower',
  'slowerFiles',
  'faster',
  'improvements',
  'errorsFixed',
  'renamed',
] as const
