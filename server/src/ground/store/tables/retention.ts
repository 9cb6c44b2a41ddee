import type { Generated } from 'kysely'

/** The aging of executions. */
export interface RetentionTables {
  /** Results and attempts of archived executions as columns; see `results/archive/block.ts`. */
  archive: {
    execution_id: number
    /** From 0, in the order of its tests; each test is in one block. */
    number: number
    first_test_id: number
    last_test_id: number
    results: number
    data: Uint8Array
    /** How many results are back in their tables, where nobody reads them before those of all blocks are. */
    restored: Generated<number>
  }
  /** Executions with obsolete rows in `result` and `attempt` that await deletion. */
  leftover: {
    execution_id: number
  }
  /**
   * An organization's own retention periods instead of the server's defaults; days, 0: for ever, null: the
   * default.
   */
  retention: {
    organization_id: number
    archive_days: Generated<number | null>
    passing_detail_days: Generated<number | null>
    failing_detail_days: Generated<number | null>
    passing_artifact_days: Generated<number | null>
    failing_artifact_days: Generated<number | null>
    execution_days: Generated<number | null>
    audit_days: Generated<number | null>
  }
}
