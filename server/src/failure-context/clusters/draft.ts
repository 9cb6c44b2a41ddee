import type { AttemptStatus, Failure, VerdictKind } from '@svc/protocol'
import type { failureContextOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Topic } from '../../pull-requests/outline.ts'

type Output = z.input<typeof failureContextOperations.getFailureContext.output>
export type Head = Output['executions'][number]
export type ClusterData = Output['clusters'][number]
export type Totals = Output['totals']
export type Document = NonNullable<ClusterData['documents']>[number]
export type Attached = NonNullable<ClusterData['artifacts']>[number]
export type NearChange = NonNullable<ClusterData['changed']>[number]

/** An execution with its changed files; `changed` are some of them. */
export interface HeadDraft extends Head {
  projectId: number
  changed: NearChange[]
}

/** One cluster with everything that its text may show, as plain data: a thread may have made it. */
export interface ClusterDraft {
  /** From 1, over all pages. */
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
  /** The file of the first failure, also if no test has it. */
  file: string | null
  message: string
  /** Other first lines of the same error. */
  wordings: string[]
  /** Who works on it. */
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

/** What a page is made of. */
export interface Draft {
  heads: HeadDraft[]
  totals: Totals
  /** From the page's first on; at most `MOST_LISTED`. */
  clusters: ClusterDraft[]
  /** Clusters behind those. */
  more: number
  /** Failing tests whose names are like the one that no failure has. */
  near: string[]
}
