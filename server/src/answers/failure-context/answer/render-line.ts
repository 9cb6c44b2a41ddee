import { verdictOf } from '@svc/protocol'
import { countOf } from '../../../ground/kernel/count-of.ts'
import type { ClusterDraft } from '../clusters/draft.ts'
import { essenceOf, essenceText } from './essence-of.ts'
import { code } from './fence.ts'

const VALUE_LENGTH = 60
const STEP_LENGTH = 80

/** A cluster on one line: which test, what it got, and where. */
export function renderLine(cluster: ClusterDraft, suite: string | undefined): string {
  const [first] = cluster.sample
  const place = clusterPlaceOf(cluster)
  const documents = cluster.detail?.documents ?? []
  const known = documents.find(({ source, isStale }) => source === 'tie' && !isStale)
  return [
    [
      `${cluster.rank}.`,
      ...(first ? [code(first.titles.join(' › '), 90), '·'] : []),
      essenceIn(cluster),
      ...(place ? ['at', code(place, 120)] : []),
    ].join(' '),
    cluster.verdict ?? (cluster.topic === 'flaky' ? 'flaky' : 'not judged'),
    sizeOf(cluster),
    ...(suite === undefined ? [] : [suite]),
    ...(known ? [`known: document ${code(known.path, 80)}`] : []),
    ...verifiedFix(cluster),
    cluster.fingerprint,
    ...(cluster.lease ? [`leased by ${cluster.lease.holder.agent}`] : []),
  ].join(' · ')
}

/** What the cluster is about, and of a timeout the step, because it does not say what the test waited for. */
function essenceIn(cluster: ClusterDraft): string {
  const essence = essenceOf(cluster, VALUE_LENGTH)
  const text = essenceText(essence, VALUE_LENGTH)
  const step = cluster.detail?.step
  return step && 'error' in essence && TIMEOUT.test(essence.error)
    ? `${text} in step ${code(step, STEP_LENGTH)}`
    : text
}

const TIMEOUT = /\btime(?:out|d out)\b/i

/** What a cluster is, how large, and the name of its error. */
export const titleOf = (cluster: ClusterDraft): string =>
  `${labelOf(cluster)} · ${sizeOf(cluster)} · fingerprint ${cluster.fingerprint}`

/** Uses the words of the pull request's comment. */
function labelOf({ verdict, topic }: ClusterDraft): string {
  if (topic === 'flaky') return 'flaky: it failed, and then passed on the same code'
  if (verdict === null) return 'not judged (no base run)'
  return topic === 'differently'
    ? 'fails on the base too, with another error'
    : `${verdict}: ${verdictOf(verdict).label}`
}

/** The number of tests and of errors outside tests. */
function sizeOf({ tests, flaky, errors, files, stopped }: ClusterDraft): string {
  const inFiles = files === 0 ? '' : ` in ${countOf(files, 'file')}`
  return [
    ...(tests > 0 ? [`${countOf(tests, 'test')}${inFiles}`] : []),
    ...(flaky > 0 ? [`${countOf(flaky, 'flaky test')}${tests > 0 ? '' : inFiles}`] : []),
    ...(errors > 0 ? [`${countOf(errors, 'error')} outside tests`] : []),
    ...(stopped > 0 ? [`${countOf(stopped, 'test')} did not run`] : []),
  ].join(', ')
}

/** The first frame of the project's own code, else the file. */
function clusterPlaceOf({ detail, file }: ClusterDraft): string | null {
  const frame = detail?.frames[0]
  return frame ? `${frame.file}:${frame.line}` : file
}

/** The commit that mends it, if later runs have proven that. */
export const verifiedFix = ({ fix }: ClusterDraft): string[] =>
  fix?.state === 'verified' ? [`verified fix ${fix.commit.slice(0, 10)}`] : []
