import type { Generated } from 'kysely'

export interface ExperimentTables {
  /** Trials of one test of an execution, on its own code and on that of its base. */
  experiment: {
    id: Generated<number>
    public_id: string
    execution_id: number
    test_id: number
    leg_id: number
    purpose: 'proof' | 'burn-in' | 'bisect' | 'rerun'
    /** Tests of the execution that failed with its error, including itself. */
    alike: number
    head_sha: string
    head_dirty: number
    head_command: string
    /** Null, like the other columns of the base, if only the head was tried. */
    base_sha: string | null
    base_branch: string | null
    /** 0 if the base has commits that the head lacks. */
    base_is_older: number | null
    base_command: string | null
    machine: string
    /** The name of the key, or the address of the person. */
    sent_by: string
    started_at: number
    /** JSON array of `StoredTrial`, oldest first. */
    trials: string
    /** JSON array of the files that ran before that of the test in each trial. */
    files_before: string
  }
}
