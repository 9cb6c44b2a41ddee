import type { AttemptStatus, Failure, VerdictKind } from '@svc/protocol'
import type { failureContextOperations, TestRef } from '@svc/schema'
import type { z } from 'zod'
import type { Topic } from './cluster-failures.ts'

type Output = z.input<typeof failureContextOperations.getFailureContext.output>
export type Head = Output['executions'][number]
export type ClusterData = Output['clusters'][number]
export type Named = Output['named'][number]
export type OtherSuite = Output['otherSuites'][number]
export type Totals = Output['totals']
export type Document = NonNullable<ClusterData['documents']>[number]
export type Attached = NonNullable<ClusterData['artifacts']>[number]
/** An attachment, with its page snapshot if it has one. */
export type AttachedDraft = Omit<Attached, 'url' | 'text' | 'like'> & {
  url: string
  text: string | null
  /** The cluster and the artifact whose snapshot is nearly the same: `text` is what differs. */
  like?: { rank: number; artifact: string }
}
type JudgedData = NonNullable<ClusterData['judged']>

export interface Judged extends Pick<JudgedData, 'kind' | 'because' | 'rule'> {
  missing: string | null
  history: NonNullable<JudgedData['history']>
  /** The runs of `history` by the branch that they name, the most first: others may have tested the base's files. */
  branches: [name: string | null, runs: number][]
  flakiness: NonNullable<JudgedData['flakiness']> | null
  evidence: NonNullable<JudgedData['evidence']>
  repeat: NonNullable<JudgedData['repeat']> | null
  reach: NonNullable<JudgedData['reach']> | null
}

export type NearChange = NonNullable<ClusterData['changed']>[number]

/** An execution with its changed files, some of which are in `changed`. */
export interface HeadDraft
  extends Omit<Head, 'baseBecause' | 'commits' | 'massFailure' | 'removedAt' | 'waitingFor'> {
  projectId: number
  massFailure: string | null
  /** The sentence about its tests that were flaky in a burn-in. */
  burned: string | null
  baseBecause: string
  commits: NonNullable<Head['commits']>
  waitingFor: string[]
  removedAt: string | null
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
  judged: Judged | null
  tests: number
  flaky: number
  errors: number
  files: number
  stopped: number
  legs: string[]
  sample: z.input<typeof TestRef>[]
  /** The file of the first failure, also if it occurred outside any test. */
  file: string | null
  message: string
  /** Other first lines of the same error. */
  wordings: string[]
  /** The agent that works on it. */
  lease?: ClusterData['lease']
  /** The commit that fixes it, as far as anybody has asked the server to watch one. */
  fix?: ClusterData['fix']
  /** The commit that broke the base, if somebody has searched it. */
  culprit?: ClusterData['culprit']
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
  /** Messages of further errors of the same attempt: what a test waited for when its time was over. */
  others: string[]
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
  artifacts: AttachedDraft[]
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
