import type { Generated } from 'kysely'

/** What becomes of executions as they age. */
export interface RetentionTables {
  /** Results and attempts of archived executions as columns; see `results/archive/block.ts`. */
  archive: {
    execution_id: number
    /** From 0, in the order of its tests; no test stands in two. */
    number: number
    first_test_id: number
    last_test_id: number
    results: number
    data: Uint8Array
  }
  /** Executions whose rows in `result` and `attempt` say nothing any more and are yet to be deleted. */
  leftover: {
    execution_id: number
  }
  /** Where an organization keeps things for another time than the server's defaults; days, 0: for ever, null: the default. */
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
