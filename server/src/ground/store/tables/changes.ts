export interface ChangeTables {
  /**
   * Committed transactions that changed a project, in up to 64 rows: see "A count of changes dates kept answers".
   * Project 0 counts changes that may concern any project; its rows are never deleted.
   */
  change_count: {
    project_id: number
    slot: number
    changes: number
  }
}
