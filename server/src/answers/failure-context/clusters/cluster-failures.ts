import type { VerdictKind } from '@svc/protocol'
import type { TestRef } from '@svc/schema'
import type { z } from 'zod'
import { signOf } from '../../../results/results/error-sign.ts'
import {
  type Change,
  type Compared,
  type Failing,
  outlineOf,
  sizeOf,
  type Topic as TopicOfFailures,
} from '../../pull-requests/outline.ts'

/** Why a cluster's tests failed; `flaky`: all of them passed in a later attempt. */
export type Topic = TopicOfFailures | 'flaky'

/** A failure of a comparison, or of a test that passed in a later attempt. */
export type ClusterFailure = Omit<Failing, 'kind' | 'test'> & {
  kind: Failing['kind'] | 'flaky'
  test: z.input<typeof TestRef> | null
}

/** Failures of one execution with the same error. */
export interface FailureCluster {
  /** The error of the first failure; an outage has several errors. */
  fingerprint: string
  fingerprints: string[]
  /** The most urgent topic of its failures. */
  topic: Topic
  /** The failures of the most urgent topic first. */
  failures: ClusterFailure[]
  /** Tests that failed in their last attempt. */
  tests: number
  /** Tests that failed with it and passed in a later attempt. */
  flaky: number
  /** Failures outside any test. */
  errors: number
  files: number
  /** Tests that did not run because of it. */
  stopped: Change[]
  verdicts: Partial<Record<VerdictKind, number>>
}

/**
 * The most urgent first: failures that only this change explains, failures that it may have caused,
 * then the others, then the tests that passed in the end.
 */
const ORDER: Topic[] = [
  'mine',
  'unknown',
  'no-base',
  'differently',
  'base-is-broken',
  'known-flake',
  'infrastructure',
  'flaky',
]

interface Member {
  topic: Topic
  failing: ClusterFailure
  stopped: Change[]
}

/** All failures of an execution by fingerprint, the most urgent cluster first, the largest of those first. */
export function clusterFailures(compared: Compared, flaky: ClusterFailure[]): FailureCluster[] {
  const members: Member[] = outlineOf(compared).flatMap(({ topic, causes }) =>
    causes.flatMap(({ failures, stopped }) =>
      failures.map((failing, at) => ({ topic, failing, stopped: at === 0 ? stopped : [] })),
    ),
  )
  for (const failing of flaky) members.push({ topic: 'flaky', failing, stopped: [] })
  const groups = Map.groupBy(members, ({ failing, topic }) => keyOf(failing, topic))
  return [...groups.values()].map(clusterOf).sort(byUrgency)
}

/** An outage has one cause in many wordings. */
function keyOf({ fingerprint, message }: ClusterFailure, topic: Topic): string {
  return topic === 'infrastructure' ? `sign ${signOf(fingerprint, message).sign}` : fingerprint
}

function clusterOf(members: Member[]): FailureCluster {
  const sorted = members.sort((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic))
  const failures = sorted.map(({ failing }) => failing)
  const fingerprints = [...new Set(failures.map(({ fingerprint }) => fingerprint || NO_ERROR))]
  const verdicts: FailureCluster['verdicts'] = {}
  for (const { verdict } of failures) if (verdict) verdicts[verdict.kind] = (verdicts[verdict.kind] ?? 0) + 1
  const [ended, passed] = [false, true].map((isFlaky) =>
    sizeOf(failures.filter(({ kind }) => (kind === 'flaky') === isFlaky)),
  ) as [Size, Size]
  return {
    fingerprint: fingerprints[0] as string,
    fingerprints,
    topic: sorted[0]?.topic as Topic,
    failures,
    tests: ended.tests,
    flaky: passed.tests,
    errors: ended.errors,
    files: new Set(failures.flatMap(({ file }) => file || [])).size,
    stopped: sorted.flatMap(({ stopped }) => stopped),
    verdicts,
  }
}

type Size = ReturnType<typeof sizeOf>

/** Replaces the fingerprint of a failure without an error, as `failure_cluster` does. */
const NO_ERROR = 'none'

/** The most urgent first, then the largest; the fingerprint makes the order stable. */
export function byUrgency(a: FailureCluster, b: FailureCluster): number {
  const urgency = ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic)
  const size = weightOf(b) - weightOf(a)
  return urgency || size || (a.fingerprint < b.fingerprint ? -1 : 1)
}

const weightOf = ({ tests, flaky, errors, stopped }: FailureCluster) =>
  tests + flaky + errors + stopped.length

/** True for topics whose failures the author of a change must look at. */
export const isUnexplained = (topic: Topic): boolean => ORDER.indexOf(topic) < ORDER.indexOf('base-is-broken')

/** True if no verdict says what caused the failures, so that changes beside them may. */
export const isUnjudged = (topic: Topic): boolean => isUnexplained(topic) || topic === 'flaky'
