import { sql } from 'kysely'

/**
 * The contents of the branch name that GitHub gives a merge group: the target branch, the pull request, and the
 * commit it builds on.
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

/**
 * How the branches of merge queues begin: GitHub, Mergify, Graphite, Trunk, Aviator, and bors. Branches with other
 * names, such as the `staging` of bors, are recognized by their commits alone.
 */
const QUEUES = ['gh-readonly-queue/', 'mergify/merge-queue/', 'gtmq_', 'trunk-merge/', 'mq-bors-', 'bors/']

/** True for the branch of a merge queue, by its name. */
export const isQueue = (branch: string | null): boolean =>
  branch !== null && QUEUES.some((start) => branch.startsWith(start))

/** The same in a query. */
export const hasQueueName = sql<boolean>`(${sql.join(
  QUEUES.map((start) => sql`substr(branch, 1, ${sql.lit(start.length)}) = ${sql.lit(start)}`),
  sql` or `,
)})`
