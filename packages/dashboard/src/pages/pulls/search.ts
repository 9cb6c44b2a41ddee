import type { PullRequestFilter, PullRequestStatus } from '../../data/runs.ts'

export const PULL_STATUSES: readonly PullRequestStatus[] = ['failed', 'running', 'incomplete', 'passed']

/** Reads the address and ignores unknown parameters. */
export function readPullsSearch(raw: Record<string, unknown>): PullRequestFilter {
  const days = Number(raw.days)
  const status = PULL_STATUSES.find((each) => each === raw.status)
  return {
    ...(status && { status }),
    ...(Number.isSafeInteger(days) && days >= 1 && days <= 90 && { days }),
  }
}
