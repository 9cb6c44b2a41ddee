import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

export type TaskStatus = 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled'
export type LeaseSubject = 'failure' | 'test' | 'task'
export type BusEvent =
  | 'execution.settled'
  | 'test.became-flaky'
  | 'test.recovered'
  | 'base.broke'
  | 'base.culprit'
  | 'proposal.decided'

/** Work of agents: tasks, leases, subscriptions to events, and fixes under verification. */
export interface BusWorkTables {
  task: {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Null if it belongs to no project. */
    project_id: NullUnlessGiven<number>
    title: string
    description: NullUnlessGiven<string>
    /** From 1, the highest, to 10. */
    priority: number
    deadline: NullUnlessGiven<number>
    /** JSON object. */
    payload: NullUnlessGiven<string>
    status: TaskStatus
    /** JSON object. */
    result: NullUnlessGiven<string>
    /** The id of a row that a hard delete may have removed. */
    assigned_to: number
    assigned_name: string
    /** Who had it before its assignee claimed it, an id as above; null if it was assigned directly. */
    claimed_from: NullUnlessGiven<number>
    /** Null if a person without an agent created it. */
    created_by: NullUnlessGiven<number>
    created_name: string
    /** That person; the id of a row that may be deleted. */
    created_by_person: NullUnlessGiven<number>
    /** Incremented by each change. */
    version: Generated<number>
    /** The commit of a request to run tests again; its payload names the tests. */
    rerun_commit: NullUnlessGiven<string>
    created_at: number
    updated_at: number
    /** When it became done, failed or cancelled. */
    ended_at: NullUnlessGiven<number>
    /** When both sides were notified that its deadline has passed. */
    overdue_at: NullUnlessGiven<number>
    /** When its creator was notified that its assignee is gone. */
    orphaned_at: NullUnlessGiven<number>
  }
  /** One change of a task; never updated. */
  task_change: {
    id: Generated<number>
    task_id: number
    organization_id: number
    project_id: NullUnlessGiven<number>
    at: number
    /** Name of the agent, `svc`, or the name of an admin's credential. */
    actor: string
    /** JSON: field → `{ from, to }`; of a large result, the beginning of its JSON. */
    changes: string
    /** Why the server changed it. */
    because: NullUnlessGiven<string>
  }
  /** One holder of one subject at a time. A row past its end is no lease. */
  bus_lease: {
    id: Generated<number>
    public_id: string
    organization_id: number
    project_id: NullUnlessGiven<number>
    subject: LeaseSubject
    /** A fingerprint, the id of a test, or the id of a task. */
    subject_id: string
    /** Subject, project and id: unique in the organization. */
    place: string
    agent_id: number
    agent_name: string
    since: number
    /** By the clock that all replicas share. */
    ends_at: number
  }
  bus_subscription: {
    id: Generated<number>
    public_id: string
    organization_id: number
    agent_id: number
    /** `capabilities`: replaced whenever the agent's capabilities are. */
    source: 'rest' | 'capabilities'
    event: BusEvent
    /** Null for every project. */
    project_id: NullUnlessGiven<number>
    branch: NullUnlessGiven<string>
    suite: NullUnlessGiven<string>
    created_at: number
  }
  fix_verification: {
    id: Generated<number>
    public_id: string
    project_id: number
    /** The agent that gets the notice. */
    agent_id: number
    fingerprint: string
    commit_sha: string
    state: 'waiting' | 'verified' | 'refuted'
    /** The number of clean runs after which it is unlikely that the failure is only hiding. */
    needed: number
    clean: Generated<number>
    /** How often the failure occurred before, in this many runs. */
    hits: number
    runs: number
    /** Space-separated ids of the tests that had the failure; empty for errors outside tests. */
    tests: string
    /** Space-separated ids of the legs on which it occurred. */
    legs: string
    /** JSON array: the suites in which it occurred. */
    suites: string
    /** Public id of the execution in which it came back. */
    refuted_by: NullUnlessGiven<string>
    created_at: number
    decided_at: NullUnlessGiven<number>
    /** When its agent last asked for it again; null before. */
    asked_again_at: NullUnlessGiven<number>
  }
  /** What an execution with the fix shows about it. */
  fix_run: {
    verification_id: number
    execution_id: number
    project_id: number
    outcome: 'clean' | 'came-back' | 'other-failure'
    clean: number
  }
}
