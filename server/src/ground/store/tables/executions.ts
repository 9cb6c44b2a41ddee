import type { Generated } from 'kysely'

/** Executions and the results of their tests. */
export interface ExecutionTables {
  leg: { id: Generated<number>; project_id: number; name: string }
  file: { id: Generated<number>; project_id: number; path: string }
  test: {
    id: Generated<number>
    project_id: number
    /** See `test-identity/test-key.ts`. */
    key: string
    file_id: number
    /** JSON array: describe blocks from the outside in, then the title. */
    titles: string
    variant: string
    occurrence: number
    first_seen_at: number
  }
  /** Why a result is not a plain pass, deduplicated: an error or a reason for a skip. */
  reason: {
    id: Generated<number>
    project_id: number
    hash: string
    kind: 'error' | 'skip'
    fingerprint: string
    /** Of a failure or of a skip; see `results/stored-reason.ts`. */
    message: string
    /**
     * JSON: a `Failure`, without a message that the column holds completely, or `{ kind, reason }` of a skip.
     */
    detail: string
    /** Its last occurrence, accurate to a day. */
    seen_at: number
  }
  commit: {
    project_id: number
    sha: string
    /** Space-separated shas, first parent first. */
    parents: string
    tree: string | null
  }
  execution: {
    id: Generated<number>
    public_id: string
    project_id: number
    suite: string
    build: string
    /** The runner of the part that opened it. */
    framework: string
    state: ExecutionStateName
    /** Incremented each time a settled execution is reopened. */
    revision: number
    trust: 'ci' | 'local' | 'fork'
    /** 1 if no other part can join, so that it settles without waiting. */
    solitary: number
    branch: string | null
    base_branch: string | null
    pull_request: number | null
    repository: string | null
    tested_sha: string | null
    head_sha: string | null
    base_sha: string | null
    merge_base_sha: string | null
    tree: string | null
    dirty: number
    message: string | null
    /** The name of who wrote the head commit. */
    author: Generated<string | null>
    /** The name of the machine of a run outside CI and without git. */
    machine: Generated<string | null>
    /** JSON `CiRun`. */
    ci: string | null
    /** JSON array of strings. */
    tags: string
    /** The owners of files; null without a report of them. */
    codeowners_id: Generated<number | null>
    started_at: number
    /** The last sign of life of any of its parts, by the server's clock. */
    last_seen_at: number
    ended_at: number | null
    /**
     * The time that its parts cover, without the gaps, milliseconds; null while it runs, and if one part
     * makes it `ended_at - started_at`.
     */
    elapsed_ms: Generated<number | null>
    settled_at: number | null
    parts: number
    passed: number
    failed: number
    flaky: number
    skipped: number
    /** Failures outside any test. */
    errors: number
    /** Sum of its results' durations, microseconds. */
    duration_us: number
    /** JSON array of sentences. */
    warnings: string
    /** 1 if it is in the history of its tests, 0 if it settled and is not; null until that is decided. */
    counted: Generated<number | null>
    /**
     * The mark of the steps that settle or withdraw it: the time of the order, milliseconds since the epoch, or
     * `WITHDRAWING`; 0 without one. It runs, and some of its rows may be in history.
     */
    settling: Generated<number>
    /** When the mark ends unless a step renews it, milliseconds since the epoch by the database's clock. */
    settling_until: Generated<number>
    /** Since when its results and attempts are in `archive` instead of their own tables. */
    archived_at: Generated<number | null>
    /** 1 if one of its tests has too many details for a block, so that its results stay in their own tables. */
    unarchivable: Generated<number>
    /** Since when they are permanently removed; its counts, parts and errors stay. */
    results_removed_at: Generated<number | null>
    /** How often CI added facts that its parts had not reported. */
    facts: Generated<number>
  }
  /** The files that differ between the merge base and the head, as CI reported them. */
  execution_change: {
    execution_id: number
    /** JSON array; see `results/executions/changed-files.ts`. */
    files: string
    /** Changed files that are not in the list. */
    more: number
  }
  part: {
    execution_id: number
    /** Number within the execution, from 1. */
    number: number
    journal: string
    job: string
    package: string
    config: string
    leg_id: number
    shard_index: number | null
    shard_total: number | null
    run_attempt: number
    /** Which run of the tests it is within that attempt. */
    attempt: number
    state: 'open' | 'ended' | 'lost'
    /** Its runner's own result: passed, failed or interrupted; null until it ends. */
    outcome: string | null
    /** Its code: the tree, else `commit ` and the tested sha; null if unknown or changed since the commit. */
    tree: string | null
    /** The key that opened the part; later segments may use others. */
    api_key_id: number | null
    runner: string
    /** JSON: client, environment, root. */
    facts: string
    started_at: number
    ended_at: number | null
    last_seen_at: number
    /** The server's clock minus the client's, milliseconds. */
    clock_skew_ms: number
    /** Entries of the journal that are stored. */
    accepted: number
    duration_ms: number | null
    truncated: number
    redacted: number
    /** Files that did not run to their end because enough tests had failed. */
    unfinished: number
  }
  /** What the test files of a part import that have failures; see `results/imports`. */
  import_graph: {
    execution_id: number
    part: number
    graph: Uint8Array
  }
  part_error: {
    execution_id: number
    part: number
    number: number
    file: string | null
    reason_id: number
  }
  /** One test in one part. `verdict` as in `VERDICT`, negative if a re-run superseded it. */
  result: {
    execution_id: number
    test_id: number
    part: number
    verdict: number
    /** Milliseconds after the part's start. */
    start_ms: number
    duration_us: number
    reason_id: number | null
  }
  /**
   * Stored for every result except the plain pass at the first attempt, whose row in `result` is complete.
   */
  attempt: {
    execution_id: number
    test_id: number
    part: number
    /** Entry number in the journal: the order of attempts, and the key that makes uploads idempotent. */
    entry: number
    repeat: number
    status: number
    start_ms: number
    duration_us: number
    /** JSON array of `reason.id`, oldest first. */
    reasons: string | null
    /** JSON: the rest of an `AttemptDetail`. */
    detail: string | null
  }
}

export type ExecutionStateName = 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'

/** Statuses in `result.verdict` and `attempt.status`. */
export const VERDICT = { passed: 1, failed: 2, flaky: 3, skipped: 4 } as const
export const ATTEMPT = { passed: 1, failed: 2, timedOut: 3, interrupted: 4, skipped: 5 } as const
