import type { Generated } from 'kysely'

/** Counts over executions, stored so that queries over time are cheap. */
export interface HistoryTables {
  /** Sparse: only tests that failed or flaked that day: the sums of `bad_run`. Read it by `sumDays`. */
  test_day: {
    project_id: number
    /** Days since the epoch, UTC. */
    day: number
    test_id: number
    branch: string
    leg_id: number
    failed: number
    /** Runs with evidence of flakiness of either kind, each once. */
    flaky: number
    /** Of those, the runs that failed while another run of the same tree passed. */
    same_tree: Generated<number>
  }
  /** One leg of a settled execution that counts. Exactly the executions whose `counted` is 1 have rows. */
  leg_run: {
    execution_id: number
    leg_id: number
    project_id: number
    started_at: number
    branch: string
    suite: string
    /** Like `part.tree`; also null if the leg's parts differ. */
    tree: string | null
    ran_id: number
  }
  /** The tests that ran in a leg, deduplicated between runs; see `history/ran-set.ts`. */
  ran_set: {
    id: Generated<number>
    project_id: number
    hash: string
    data: Uint8Array
  }
  /**
   * Passes of the newest run of a suite on the default branch, the longest first, in pages; see
   * `history/duration-pages.ts`. A run without rows is read whole.
   */
  duration_page: {
    execution_id: number
    number: number
    /** Of its first entry. */
    most_us: number
    first_id: number
    data: Uint8Array
  }
  /** Sparse: a test that failed or flaked in a `leg_run`, or in one that a settling is about to add or a withdrawal took. */
  bad_run: {
    execution_id: number
    leg_id: number
    test_id: number
    started_at: number
    /** Bits as in `FLAW`. */
    flaws: number
  }
  /** Tests that were once found flaky or broken; a test without a row is healthy. */
  test_monitor: {
    test_id: number
    project_id: number
    state: MonitorState
    since: number
  }
  monitor_change: {
    id: Generated<number>
    test_id: number
    /** The execution whose settling found it. */
    execution_id: number
    at: number
    from_state: MonitorState
    to_state: MonitorState
    /** One sentence with the numbers. */
    because: string
  }
  /** A block of consecutively created tests of a project, and the trigrams of their names. */
  test_block: {
    project_id: number
    first_id: number
    last_id: number
    /** See `tests/trigrams.ts`. */
    trigrams: Uint8Array
  }
  monitor_setting: {
    project_id: number
    /** JSON; absent settings have their defaults. */
    settings: string
    changed_at: number
  }
}

export type MonitorState = 'healthy' | 'flaky' | 'broken'

/**
 * `bad_run.flaws`: it failed; it failed and passed within the run; it failed, and passed in another run of
 * the same tree; it failed with an error that proves an outage of the run, and then has neither of the two
 * before.
 */
export const FLAW = { failed: 1, retried: 2, sameTree: 4, shared: 8 } as const
export const EVIDENCE = FLAW.retried | FLAW.sameTree
