import type { AttemptStatus, Failure, VerdictKind } from '@svc/protocol'
import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Topic } from '../../pull-requests/outline.ts'

type Output = z.input<typeof failureContextOperations.getFailureContext.output>
export type Head = Output['executions'][number]
export type ClusterData = Output['clusters'][number]
export type OtherSuite = Output['otherSuites'][number]
export type Totals = Output['totals']
export type Document = NonNullable<ClusterData['documents']>[number]
export type Attached = NonNullable<ClusterData['artifacts']>[number]
export type NearChange = NonNullable<ClusterData['changed']>[number]

/** An execution with its changed files, some of which are in `changed`. */
export interface HeadDraft extends Head {
  projectId: number
  changed: NearChange[]
}

/**
 * One cluster with everything that its text may show, as plain data, because a thread may have
 * computed it.
 */
export interface ClusterDraft {
  /** Counted from 1, over all pages. */
  rank: number
  execution: string
  project: string
  projectId: number
  suite: string
  fingerprint: string
  fingerprints: string[]
  topic: Topic
  verdict: VerdictKind | null
  verdicts: Partial<Record<VerdictKind, number>>
  judged: NonNullable<ClusterData['judged']> | null
  tests: number
  errors: number
  files: number
  stopped: number
  legs: string[]
  sample: ClusterData['sample']
  /** The file of the first failure, also if it occurred outside any test. */
  file: string | null
  message: string
  /** Other first lines of the same error. */
  wordings: string[]
  /** The agent that works on it. */
  lease?: ClusterData['lease']
  /** Null for clusters that a page only names. */
  detail: ClusterDetail | null
}

export interface Place {
  file: string
  line: number
  name: string
}

export interface ClusterDetail {
  failure: Failure | null
  /** Frames of the project's own code, the innermost first. */
  frames: Place[]
  /** The line of the test's file at which it failed. */
  testLine: number | null
  attempts: { status: AttemptStatus; durationMs: number; error: string | null }[]
  step: string | null
  output: string | null
  owners: string[]
  firstSeen: ClusterData['firstSeen'] | null
  lastSeen: ClusterData['lastSeen'] | null
  /** Null if CI did not report changed files. */
  changed: NearChange[] | null
  artifacts: Attached[]
  documents: Document[]
}

/** The data for one page. */
export interface Draft {
  heads: HeadDraft[]
  /** The commit of the newest execution of the pull request or branch. */
  newest: string | null
  /** Suites of the pull request or branch without an execution among the heads. */
  others: OtherSuite[]
  totals: Totals
  /** The clusters from the first one of the page on, at most `MOST_LISTED`. */
  clusters: ClusterDraft[]
  /** The number of clusters after those. */
  more: number
  /** Failing tests with names similar to a requested name that matched no failure. */
  near: string[]
}
