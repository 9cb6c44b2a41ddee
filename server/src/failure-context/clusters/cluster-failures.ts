import type { VerdictKind } from '@svc/protocol'
import {
  type Change,
  type Compared,
  type Failing,
  outlineOf,
  sizeOf,
  type Topic,
} from '../../pull-requests/outline.ts'
import { signOf } from '../../results/error-sign.ts'

/** Failures of one execution with the same error. */
export interface FailureCluster {
  /** The error of the first failure; an outage has several errors. */
  fingerprint: string
  fingerprints: string[]
  /** The most urgent topic of its failures. */
  topic: Topic
  /** The failures of the most urgent topic first. */
  failures: Failing[]
  tests: number
  /** Failures outside any test. */
  errors: number
  files: number
  /** Tests that did not run because of it. */
  stopped: Change[]
  verdicts: Partial<Record<VerdictKind, number>>
}

/**
 * The most urgent first: failures that only this change explains, failures that it may have caused,
 * then the others.
 */
const ORDER: Topic[] = [
  'mine',
  'unknown',
  'no-base',
  'differently',
  'base-is-broken',
  'known-flake',
  'infrastructure',
]

/** All failures of a comparison by fingerprint, the most urgent cluster first, the largest of those first. */
export function clusterFailures(compared: Compared): FailureCluster[] {
  const members = outlineOf(compared).flatMap(({ topic, causes }) =>
    causes.flatMap(({ failures, stopped }) =>
      failures.map((failing, at) => ({ topic, failing, stopped: at === 0 ? stopped : [] })),
    ),
  )
  const groups = Map.groupBy(members, ({ failing, topic }) => keyOf(failing, topic))
  return [...groups.values()].map(clusterOf).sort(byUrgency)
}

/** An outage has one cause in many wordings. */
function keyOf({ fingerprint, message }: Failing, topic: Topic): string {
  return topic === 'infrastructure' ? `sign ${signOf(fingerprint, message).sign}` : fingerprint
}

function clusterOf(members: { topic: Topic; failing: Failing; stopped: Change[] }[]): FailureCluster {
  const sorted = members.sort((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic))
  const failures = sorted.map(({ failing }) => failing)
  const fingerprints = [...new Set(failures.map(({ fingerprint }) => fingerprint || NO_ERROR))]
  const verdicts: FailureCluster['verdicts'] = {}
  for (const { verdict } of failures) if (verdict) verdicts[verdict.kind] = (verdicts[verdict.kind] ?? 0) + 1
  const { tests, errors } = sizeOf(failures)
  return {
    fingerprint: fingerprints[0] as string,
    fingerprints,
    topic: sorted[0]?.topic as Topic,
    failures,
    tests,
    errors,
    files: new Set(failures.flatMap(({ file }) => file ?? [])).size,
    stopped: sorted.flatMap(({ stopped }) => stopped),
    verdicts,
  }
}

/** Replaces the fingerprint of a failure without an error, as `failure_cluster` does. */
const NO_ERROR = 'none'

/** The most urgent first, then the largest; the fingerprint makes the order stable. */
export function byUrgency(a: FailureCluster, b: FailureCluster): number {
  const urgency = ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic)
  const size = weightOf(b) - weightOf(a)
  return urgency || size || (a.fingerprint < b.fingerprint ? -1 : 1)
}

const weightOf = ({ tests, errors, stopped }: FailureCluster) => tests + errors + stopped.length

/** True for topics whose failures the author of a change must look at. */
export const isUnexplained = (topic: Topic): boolean => ORDER.indexOf(topic) < ORDER.indexOf('base-is-broken')
