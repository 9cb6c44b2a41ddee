import { countOf } from '../../kernel/count-of.ts'
import { mostTokens } from '../../kernel/most-tokens.ts'
import { isUnexplained } from '../clusters/cluster-failures.ts'
import type { ClusterData, Document, Draft, Head, HeadDraft, OtherSuite } from '../clusters/draft.ts'
import { dataOf } from './data-of.ts'
import { code } from './fence.ts'
import { fitClusters, isDetailed, isFull } from './fit-clusters.ts'
import { renderCluster, type Shown } from './render-cluster.ts'
import { renderHead } from './render-head.ts'

/** A call that returns something that the answer leaves out. */
interface NextCall {
  tool: string
  arguments: Record<string, unknown>
  why: string
}

export interface ToCompose {
  /** How the executions were found. */
  because: string
  maxTokens: number
  /** The arguments of the call, without the size and the cursor. */
  asked: Record<string, unknown>
  /** Whether this is a later page: the first one has named the clusters and described the executions. */
  isLater: boolean
  /** The cursor of the page behind this cluster. */
  cursorAfter(last: Draft['clusters'][number]): string
}

export interface Composed {
  executions: Head[]
  otherSuites: OtherSuite[]
  clusters: ClusterData[]
  text: string
  next: NextCall[]
  truncated: boolean
  nextCursor: string | null
}

const TOOL = 'svc_get_failures'

/** The share of the budget that is reserved for estimation errors. */
const ROOM = 0.93
/** Below this budget, the answer leaves out what an agent can request separately. */
const SHORT_BUDGET = 1_500
/** The lines around the clusters: the remaining clusters as counts, and the next calls. */
const FOOTER_TOKENS = 190
const TINY_FOOTER_TOKENS = 15

/** The share of the budget for the executions in the structured data. */
const SHARE_OF_HEADS = 0.4
/** The share for the suites that the answer does not contain. */
const SHARE_OF_OTHERS = 0.1
/** Below this budget, one next call is enough. */
const TINY_BUDGET = 600

/** The answer within its budget, as text and as data, each with as much of each cluster as fits. */
export function compose(
  draft: Draft,
  { because, maxTokens, isLater, cursorAfter, asked }: ToCompose,
): Composed {
  const isShort = isLater || maxTokens < SHORT_BUDGET
  const budget = Math.floor(maxTokens * ROOM)
  const isTiny = maxTokens < TINY_BUDGET
  const footer = isTiny ? TINY_FOOTER_TOKENS : FOOTER_TOKENS
  const head = renderHead(draft, because, isTiny ? 'tiny' : isShort ? 'short' : 'whole')
  const executions = fitting(
    draft.heads.map((one) => toHead(one, isShort)),
    budget * SHARE_OF_HEADS,
  )
  const otherSuites = fitting(draft.others, budget * SHARE_OF_OTHERS)
  const suites = suitesOf(draft)
  const text = (at: number, level: Shown) =>
    renderCluster(clusterAt(at), level, suites.get(clusterAt(at).execution))
  const clusterAt = (at: number) => draft.clusters[at] as Draft['clusters'][number]
  const fit = (
    costOf: (at: number, level: Shown) => number,
    fixed: number,
    detailed?: { leastDetailed?: number; mostDetailed: number },
  ) =>
    fitClusters({
      count: draft.clusters.length,
      isUrgent: (at) => isUnexplained(clusterAt(at).topic),
      hasDetail: (at) => clusterAt(at).detail !== null,
      costOf,
      budget: budget - fixed,
      areNamed: !isLater,
      ...detailed,
    })
  const fitText = (reserved: number, mostDetailed = draft.clusters.length) =>
    fit((at, level) => mostTokens(text(at, level)) + 2, mostTokens(head) + reserved, { mostDetailed })
  const pageAfter = (cluster: Draft['clusters'][number]) => ({
    tool: TOOL,
    arguments: { ...asked, cursor: cursorAfter(cluster) },
    why: 'details of the next clusters',
  })
  const hasOthers = draft.clusters.length + draft.more > 1
  const restLine = draft.clusters[0] && hasOthers ? pageLine(pageAfter(draft.clusters[0])) : LARGER
  const roomy = Math.max(footer, mostTokens(restLine) + TINY_FOOTER_TOKENS)
  // The first cluster comes before the call for the others.
  const reserved = fitText(roomy)[0] === null ? TINY_FOOTER_TOKENS : roomy
  const wanted = Math.max(1, detailedOf(fitText(reserved)))
  const ofData = fit(
    (at, level) => tokensOf(dataOf(clusterAt(at), level)),
    tokensOf(executions) + tokensOf(otherSuites) + tokensOf(draft.totals) + footer * 2,
    { leastDetailed: wanted, mostDetailed: wanted },
  )
  // Text and data have the same clusters with details: the next page begins behind the last of them.
  const ofText = fitText(reserved, Math.max(1, detailedOf(ofData)))
  // A page always makes progress, however little of it fits.
  const shown = Math.max(Math.min(1, draft.clusters.length), Math.min(detailedOf(ofText), detailedOf(ofData)))
  const left = draft.clusters.length + draft.more - shown
  const truncated = left > 0 || [...ofText, ...ofData].some((level) => !isFull(level))
  const end = draft.clusters[shown - 1]
  const page = end && left > 0 ? pageAfter(end) : null
  const next = nextCalls(draft, ofText, page).slice(0, 3)
  const named = ofText.filter((level) => level !== null).length
  const unnamed = draft.clusters.length + draft.more - named
  const body = (levels: (Shown | null)[]) =>
    levels.flatMap((level, at) => (level === null ? [] : [text(at, level)]))
  const lines = [
    head,
    ...body(ofText),
    ...(unnamed > 0
      ? [`${countOf(unnamed, 'more cluster')} ${unnamed === 1 ? 'is' : 'are'} not named here.`]
      : []),
  ]
  const fits = (more: string[]) => mostTokens([...lines, ...more].join('\n')) <= budget
  // The last line says where the rest is: agents look for it there.
  const rest = page === null ? (truncated && !hasOthers ? [LARGER] : []) : [pageLine(page)]
  const last = rest.filter((line) => fits([line]))
  for (const call of next.filter((one) => one !== page)) {
    const line = lineOf(call)
    if (fits([line, ...last])) lines.push(line)
  }
  lines.push(...last)
  return {
    executions,
    otherSuites,
    clusters: ofData.flatMap((level, at) => (level === null ? [] : [dataOf(clusterAt(at), level)])),
    text: lines.join('\n'),
    next: isTiny ? [] : next,
    truncated,
    nextCursor: page?.arguments.cursor ?? null,
  }
}

const lineOf = ({ tool, arguments: asked, why }: NextCall): string =>
  `Next: ${tool} ${JSON.stringify(asked)} — ${why}`

/** For the rest of a single cluster. */
const LARGER = `Next: ${TOOL} with the same arguments and a larger max_tokens — all of this cluster`

/** The longest arguments that are repeated, characters. */
const MOST_REPEATED = 250

/** Names of branches and tests may be long. */
function pageLine(page: NextCall): string {
  const line = lineOf(page)
  if (line.length <= MOST_REPEATED) return line
  return `Next: ${TOOL} with the same arguments and cursor ${JSON.stringify(page.arguments.cursor)}`
}

/** The first items that fit. */
function fitting<T>(items: T[], budget: number): T[] {
  const count = items.findIndex((_, at) => tokensOf(items.slice(0, at + 1)) > budget)
  return count < 0 ? items : items.slice(0, count)
}

/** The suites as clusters name them, by execution; none if there is only one. */
const suitesOf = ({ heads }: Draft): Map<string, string> =>
  new Map(
    heads.length === 1
      ? []
      : heads.map(({ id, suite, newerCommit }) => [
          id,
          `suite ${code(suite, 60)}${newerCommit === null ? '' : ' (older commit)'}`,
        ]),
  )

const tokensOf = (value: unknown) => mostTokens(JSON.stringify(value)) + 1

/** The number of clusters, from the first one on, that get more than one line. */
function detailedOf(levels: (Shown | null)[]): number {
  const first = levels.findIndex((level) => !isDetailed(level))
  return first < 0 ? levels.length : first
}

function toHead({ changed: _changed, projectId: _id, ...head }: HeadDraft, isShort: boolean): Head {
  return isShort
    ? { ...head, commits: head.commits.slice(0, 2), waitingFor: head.waitingFor.slice(0, 2) }
    : head
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
