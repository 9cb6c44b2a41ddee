/** Counts over executions, kept so that questions about time are cheap. */
export interface HistoryTables {
  /** Sparse: only tests that failed or flaked that day, in settled, clean executions that count. */
  test_day: {
    project_id: number
    /** Days since the epoch, UTC. */
    day: number
    test_id: number
    branch: string
    leg_id: number
    failed: number
    flaky: number
  }
}
