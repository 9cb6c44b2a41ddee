import type { Event } from '../../ground/kernel/consumer.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'

/** The kinds of events for webhooks. */
export const WEBHOOK_EVENTS = [
  'base.broke',
  'base.culprit',
  'test.became-flaky',
  'test.recovered',
  'execution.settled',
] as const
export type EventKind = (typeof WEBHOOK_EVENTS)[number]
export const DEFAULT_EVENTS: readonly EventKind[] = ['base.broke', 'test.became-flaky']

/** The number of tests that a message names. */
export const NAMED_TESTS = 10

/** A commit that broke the base. */
interface NoticeCommit {
  sha: string
  author: string
  subject: string
  pullRequest: number | null
}

/** The commit that broke the base, or the newest of a range. */
export interface NoticeCulprit {
  fingerprint: string
  commits: NoticeCommit[]
  commitCount: number
  probability: number
}

export interface NoticeTest {
  testId: string
  file: string
  titles: string[]
  /** Why its state changed; null if it failed. */
  because: string | null
  owners: string[]
}

/** A notice in a form for any kind of receiver. It is the content of a `json` body. */
export interface Notice {
  event: EventKind | 'test'
  /** ISO 8601. */
  at: string
  project: string | null
  execution: {
    id: string
    url: string
    suite: string
    branch: string | null
    pullRequest: number | null
    commit: string | null
    /** First line of the commit's message. */
    subject: string | null
    state: string
    counts: { passed: number; failed: number; flaky: number; skipped: number; errors: number }
  } | null
  /** The first of the affected tests. */
  tests: NoticeTest[]
  testCount: number
  /** Only of `base.culprit`. */
  culprit?: NoticeCulprit
}

/** Events that form one notice: of one kind, one execution, and one moment. */
export interface EventGroup {
  organizationId: number
  event: EventKind
  /** Slug. */
  project: string
  executionId: string
  /** A fingerprint, of an event about one failure; empty otherwise. */
  failure: string
  at: number
  events: Event[]
}

/** Groups related events into one notice each, in their order. */
export function groupEvents(events: Event[]): EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const event of events) {
    const { organizationId, payload, at } = event
    const { project, executionId, fingerprint } = payload
    const kind = WEBHOOK_EVENTS.find((one) => one === event.kind)
    if (!kind || typeof project !== 'string' || typeof executionId !== 'string') continue
    const failure = typeof fingerprint === 'string' ? fingerprint : ''
    const key = JSON.stringify([organizationId, kind, executionId, failure, at])
    const fresh = { organizationId, event: kind, project, executionId, failure, at, events: [] }
    const group: EventGroup = groups.get(key) ?? fresh
    groups.set(key, group)
    group.events.push(event)
  }
  return [...groups.values()]
}

/** A notice without its tests. */
export const noticeOf = (
  { event, project, at }: Pick<EventGroup, 'event' | 'project' | 'at'>,
  row: Omit<ExecutionRow, 'slug'>,
  baseUrl: string,
): Notice => {
  const { passed, failed, flaky, skipped, errors } = row
  return {
    event,
    at: new Date(at).toISOString(),
    project,
    execution: {
      id: row.public_id,
      url: `${baseUrl}/executions/${row.public_id}`,
      suite: row.suite,
      branch: row.branch,
      pullRequest: row.pull_request,
      commit: row.head_sha ?? row.tested_sha,
      subject: row.message?.split('\n')[0] ?? null,
      state: row.state,
      counts: { passed, failed, flaky, skipped, errors },
    },
    tests: [],
    testCount: 0,
  }
}
