import type { Generated } from 'kysely'

/** Failures by fingerprint. */
export interface FailureTables {
  /** All that fails in one way in a project. One without a run and without `first_seen_at` is gone. */
  failure_cluster: {
    id: Generated<number>
    project_id: number
    /** Of its errors, or `none` for failures that told no error. */
    fingerprint: string
    /** Beginning of one of its messages. */
    message: string
    /** Of the first execution that had it, where retention has removed that one. */
    first_seen_at: number | null
    first_branch: string | null
    first_sha: string | null
  }
  /** What of a cluster a settled execution has; forks' have none. */
  failure_run: {
    execution_id: number
    cluster_id: number
    /** The execution's. */
    started_at: number
    /** Results, of all legs. */
    failed: number
    flaky: number
    /** Errors outside any test. */
    errors: number
    tests: number
    /** See `history/ran-set.ts`. */
    test_ids: Buffer
    /** Space-separated ids. */
    legs: string
  }
}
