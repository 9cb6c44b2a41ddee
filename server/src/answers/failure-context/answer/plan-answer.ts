import { isUnexplained } from '../clusters/cluster-failures.ts'
import type { ClusterDraft, Document, Draft } from '../clusters/draft.ts'
import { detailedOf, fitClusters, isDetailed, type Shown } from './fit-clusters.ts'

/** A call that returns something that the answer leaves out. */
export interface NextCall {
  tool: string
  arguments: Record<string, unknown>
  why: string
}

/** The call for another page. */
export interface PageCall extends NextCall {
  arguments: { cursor: string } & Record<string, unknown>
}

export const TOOL = 'svc_get_failures'

/** For the rest of a single cluster. */
export const LARGER = `Next: ${TOOL} with the same arguments and a larger max_tokens — all of this cluster`

/** The longest arguments that are repeated, characters. */
const MOST_REPEATED = 250

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

/**
 * The most useful calls first: the document with a known fix, the next page, the first cluster in
 * full, an artifact, a document that may be related.
 */
function nextCalls(draft: Draft, levels: (Shown | null)[], page: NextCall | null): NextCall[] {
  const calls: NextCall[] = []
  const shown = draft.clusters.slice(0, detailedOf(levels))
  const documents = shown.flatMap(({ detail }) => detail?.documents ?? [])
  const [tied] = documents.filter(({ source }) => source === 'tie').sort(byFix)
  if (tied) calls.push(readCall(tied, whyRead(tied)))
  if (page !== null) calls.push(page)
  const cut = levels.findIndex((level) => level === 'brief' || level === 'most')
  const first = draft.clusters[cut]
  if (first && draft.clusters.length > 1) {
    const { execution, fingerprint, rank } = first
    calls.push({ tool: TOOL, arguments: { execution, fingerprint }, why: `all of cluster ${rank}` })
  }
  const artifact = shown.flatMap(({ detail }) => detail?.artifacts ?? []).find(isReadable)
  if (artifact)
    calls.push({
      tool: 'svc_get_artifact',
      arguments: { artifact: artifact.id },
      why: 'the text of an artifact',
    })
  const found = documents.find(({ source }) => source === 'search')
  if (found && !tied) calls.push(readCall(found, 'a document that may be related'))
  return calls
}

const readCall = ({ id }: Document, why: string): NextCall => ({
  tool: 'svc_read_doc',
  arguments: { doc_id: id, scope: 'org' },
  why,
})

/** Documents with a fix first, and valid ones before stale ones. */
const byFix = (one: Document, other: Document): number => rankOf(one) - rankOf(other)
const rankOf = ({ fix, isStale }: Document): number => (fix === null ? 1 : 0) + (isStale ? 2 : 0)

function whyRead({ fix, isStale }: Document): string {
  if (fix === null) return 'a document about this failure'
  return isStale ? 'the document with a fix that did not last' : 'the document with the known fix'
}

const isReadable = ({ contentType }: { contentType: string }) => /^text\/|zip|json|xml/i.test(contentType)

export const lineOf = ({ tool, arguments: asked, why }: NextCall): string =>
  `Next: ${tool} ${JSON.stringify(asked)} — ${why}`

/** Names of branches and tests may be long. */
export function pageLine(page: PageCall): string {
  const line = lineOf(page)
  if (line.length <= MOST_REPEATED) return line
  return `Next: ${TOOL} with the same arguments and cursor ${JSON.stringify(page.arguments.cursor)}`
}
