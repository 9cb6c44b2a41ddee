import type { Generated } from 'kysely'

/** Failures by fingerprint. */
export interface FailureTables {
  /** All failures of one kind in a project. One without a run and without `first_seen_at` is gone. */
  failure_cluster: {
    id: Generated<number>
    project_id: number
    /** Of its errors, or `none` for failures without an error. */
    fingerprint: string
    /** The beginning of one of its messages. */
    message: string
    /** Of its first execution, if retention has removed that one. */
    first_seen_at: number | null
    first_branch: string | null
    first_sha: string | null
  }
  /** A settled execution's share of a cluster; forks have none. */
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
  /** The commit that broke the base, as a search found it; of each failure, the newest search. */
  culprit: {
    project_id: number
    fingerprint: string
    /** In which it began to fail; the id of a row that may be deleted. */
    execution_id: number
    /** JSON, see `history/failures/stored-culprit.ts`. */
    details: string
    /** The name of the key, or the address of the person. */
    sent_by: string
    created_at: number
  }
}
