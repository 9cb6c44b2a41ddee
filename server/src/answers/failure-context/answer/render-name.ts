import { verdictOf } from '@svc/protocol'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import { cutText } from '../../../ground/kernel/quoted.ts'
import type { ClusterDraft, Named } from '../clusters/draft.ts'
import { code, essenceOf, essenceText } from './fence.ts'

const VALUE_LENGTH = 60
const STEP_LENGTH = 80

const TIMEOUT = /\btime(?:out|d out)\b/i

/** The longest parts of a name, characters. */
export interface NameLengths {
  title: number
  value: number
}

/** The longer ones need fewer clusters, or a larger budget. */
const LENGTHS: NameLengths[] = [
  { title: 70, value: 40 },
  { title: 48, value: 24 },
  { title: 32, value: 12 },
]
/** Names with more than this share of a budget are shortened. */
const SHARE_OF_NAMES = 0.4

/** The longest names that leave room for details, else the shortest. */
export const lengthsFor = (clusters: ClusterDraft[], budget: number): NameLengths =>
  LENGTHS.find(
    (lengths) =>
      clusters.reduce((all, cluster) => all + mostTokens(renderName(cluster, lengths)) + 2, 0) <=
      budget * SHARE_OF_NAMES,
  ) ?? (LENGTHS.at(-1) as NameLengths)

/** A cluster by its test and what that received, for a list of all clusters. */
export const renderName = (cluster: ClusterDraft, { title, value }: NameLengths): string =>
  [
    `${cluster.rank}. ${code(sampleNameOf(cluster, title), title)}`,
    essenceText(essenceOf(cluster, value), value),
    ...verifiedFix(cluster),
  ].join(' · ')

/** The title of a cluster of which the data has nothing else. */
const SHORT_TITLE = 40
/** Names with more than the first share of a budget are the rank and the title alone, if those have the second. */
const SHARE_OF_DATA = 0.55
const SHARE_OF_SHORT_DATA = 0.7

/** The same for programs, whose names of fields take the room of the values if there are many clusters. */
export function nameDataFor(
  clusters: ClusterDraft[],
  { title, value }: NameLengths,
  budget: number,
): (cluster: ClusterDraft) => Named {
  const named = (cluster: ClusterDraft, most: number) => ({
    rank: cluster.rank,
    test: cutText(sampleNameOf(cluster, most), most),
  })
  const whole = (cluster: ClusterDraft): Named => ({
    ...named(cluster, title),
    fingerprint: cluster.fingerprint,
    ...essenceOf(cluster, value),
  })
  const short = (cluster: ClusterDraft): Named => named(cluster, Math.min(title, SHORT_TITLE))
  const shareOf = (name: typeof whole) => mostTokens(JSON.stringify(clusters.map(name))) / budget
  return shareOf(whole) > SHARE_OF_DATA && shareOf(short) <= SHARE_OF_SHORT_DATA ? short : whole
}

/** The title of the first test, after as many groups around it as fit; else the file. */
function sampleNameOf({ sample, file }: ClusterDraft, most: number): string {
  const [last = file ?? 'no test', ...groups] = sample[0]?.titles.toReversed() ?? []
  let name = last
  for (const group of groups) {
    const longer = `${group} › ${name}`
    if (longer.length > most) break
    name = longer
  }
  return name
}

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
const verifiedFix = ({ fix }: ClusterDraft): string[] =>
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
