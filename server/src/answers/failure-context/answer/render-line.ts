import type { ClusterDraft } from '../clusters/draft.ts'
import { essenceOf, essenceText } from './essence-of.ts'
import { code } from './fence.ts'
import { clusterPlaceOf, sizeOf } from './render-title.ts'

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

/** The commit that mends it, if later runs have proven that. */
export const verifiedFix = ({ fix }: ClusterDraft): string[] =>
  fix?.state === 'verified' ? [`verified fix ${fix.commit.slice(0, 10)}`] : []

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
