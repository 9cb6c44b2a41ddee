/**
 * The contents of a merge queue's branch name: the target branch, the pull request, and the commit
 * it builds on.
 */
export interface Queued {
  branch: string
  number: number
  sha: string
}

/** Parses GitHub's branch names of a merge queue; null for any other branch. */
export function queuedOf(branch: string | null): Queued | null {
  const match = /^gh-readonly-queue\/(.+)\/pr-(\d{1,9})-([0-9a-f]{40,64})$/.exec(branch ?? '')
  const [, to, number, sha] = match ?? []
  return to === undefined || sha === undefined ? null : { branch: to, number: Number(number), sha }
}
