import { isQueue, queuedOf } from './base/queued.ts'

/**
 * The branch as people call it: a merge queue's branch tests states of its target, under a long name that nobody
 * knows. `the merge queue` if the name does not tell the target.
 */
export const queueTarget = (branch: string): string =>
  queuedOf(branch)?.branch ?? (isQueue(branch) ? 'the merge queue' : branch)
