import { cutText } from '../../../ground/kernel/cut-text.ts'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import type { ClusterDraft, Named } from '../clusters/draft.ts'
import { essenceOf, essenceText } from './essence-of.ts'
import { code } from './fence.ts'
import { verifiedFix } from './render-line.ts'

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
