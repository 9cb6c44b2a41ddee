// Values of schemas that the server uses itself: to import a schema for them would build it.

/** What an agent subscribes to. */
export const BUS_EVENTS = [
  'execution.settled',
  'test.became-flaky',
  'test.recovered',
  'base.broke',
  'proposal.decided',
] as const

/** Chunks that a search ranks and counts; it may not see further ones. */
export const MOST_FOUND_CHUNKS = 300

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
  'faster',
  'improvements',
  'errorsFixed',
  'renamed',
] as const
