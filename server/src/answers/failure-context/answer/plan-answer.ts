import { isUnexplained } from '../clusters/cluster-failures.ts'
import type { ClusterDraft, Draft } from '../clusters/draft.ts'
import { detailedOf, fitClusters, isDetailed, type Shown } from './fit-clusters.ts'
import { type NextCall, nextCalls, type PageCall } from './next-calls.ts'

interface ToPlan {
  draft: Draft
  /** Whether clusters without details are named, in the text as a list of all clusters. */
  hasList: boolean
  /** Sizes of a cluster, tokens. */
  costOfText(at: number, level: Shown): number
  costOfData(at: number, level: Shown): number
  /** Tokens for the clusters. */
  forText: number
  forData: number
  /** The call for the page behind a cluster, or for the page of the first one. */
  pageAfter(last: ClusterDraft | null): PageCall
}

/** How much of each cluster an answer shows, and the calls for the rest. */
interface Plan {
  inText: (Shown | null)[]
  inData: (Shown | null)[]
  /** Clusters that get no details. */
  left: number
  page: PageCall | null
  next: NextCall[]
}

/** The share of the text for places, verdicts and fingerprints of clusters without details. */
const SHARE_OF_LINES = 0.4
const MOST_CALLS = 3

export function planAnswer({
  draft,
  hasList,
  costOfText,
  costOfData,
  forText,
  forData,
  pageAfter,
}: ToPlan): Plan {
  const { clusters, more } = draft
  const all = clusters.length + more
  const fixed = {
    count: clusters.length,
    isUrgent: (at: number) => isUnexplained((clusters[at] as ClusterDraft).topic),
    hasDetail: (at: number) => clusters[at]?.detail !== null,
  }
  const fitText = (mostDetailed: number) =>
    fitClusters({
      ...fixed,
      // A cluster with details is in the list, too.
      costOf: (at, level) =>
        costOfText(at, level) + (hasList && isDetailed(level) ? costOfText(at, 'name') : 0),
      budget: forText,
      mostDetailed,
      areNamed: hasList,
      shareOfLines: SHARE_OF_LINES,
    })
  const firstText = fitText(clusters.length)
  const wanted = detailedOf(firstText)
  const inData = fitClusters({
    ...fixed,
    costOf: costOfData,
    budget: forData,
    leastDetailed: wanted,
    mostDetailed: wanted,
    areNamed: hasList,
    // Data has shorter names than the text, and both begin with the same details.
    mayNameAllFirst: firstText.every((level) => level !== null),
    shareOfLines: null,
  })
  // Text and data have the same clusters with details: the next page begins behind the last of them.
  const inText = fitText(detailedOf(inData))
  const detailed = Math.min(detailedOf(inText), detailedOf(inData))
  // A page always makes progress, however little of it fits; the first one does if it names all.
  const namesAll = hasList && more === 0 && inText.every((level) => level !== null)
  const isNamedOnly = namesAll && inData.every((level) => level === 'name' || level === null)
  const shown = Math.max(isNamedOnly ? 0 : Math.min(1, clusters.length), detailed)
  const left = all - shown
  const page = clusters.length > 0 && left > 0 ? pageAfter(clusters[shown - 1] ?? null) : null
  return { inText, inData, left, page, next: nextCalls(draft, inText, page).slice(0, MOST_CALLS) }
}
