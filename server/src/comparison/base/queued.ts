/** What the branch of a merge queue says: the branch it leads to, whose pull request is added, and upon which commit. */
export interface Queued {
  branch: string
  number: number
  sha: string
}

/** GitHub's names for the branches of its merge queue; null for any other. */
export function queuedOf(branch: string | null): Queued | null {
  const found = /^gh-readonly-queue\/(.+)\/pr-(\d{1,9})-([0-9a-f]{40,64})$/.exec(branch ?? '')
  const [, to, number, sha] = found ?? []
  return to === undefined || sha === undefined ? null : { branch: to, number: Number(number), sha }
}
