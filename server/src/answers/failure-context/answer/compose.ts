import { countOf } from '../../../ground/kernel/count-of.ts'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import type { ClusterData, Draft, Head, HeadDraft, Named, OtherSuite } from '../clusters/draft.ts'
import { dataOf } from './data-of.ts'
import { code } from './fence.ts'
import { isFull, isWithin, type MoreThanName, type Shown } from './fit-clusters.ts'
import { LARGER, lineOf, type NextCall, type PageCall, pageLine, TOOL } from './next-calls.ts'
import { planAnswer } from './plan-answer.ts'
import { renderCluster } from './render-cluster.ts'
import { renderHead } from './render-head.ts'
import { lengthsFor, nameDataFor, renderName } from './render-name.ts'

export interface ToCompose {
  /** How the executions were found. */
  because: string
  maxTokens: number
  /** The arguments of the call, without the cursor; the size only if it is not the default. */
  asked: Record<string, unknown>
  /** Whether this is a later page: the first one has named the clusters and described the executions. */
  isLater: boolean
  /** The cursor of the page behind this cluster, or of the first cluster. */
  cursorAfter(last: Draft['clusters'][number] | null): string
}

export interface Composed {
  executions: Head[]
  otherSuites: OtherSuite[]
  clusters: ClusterData[]
  named: Named[]
  unnamed?: number
  text: string
  next: NextCall[]
  truncated: boolean
  nextCursor: string | null
}

/** The share of the budget that an answer may use by its estimate, which may be too low. */
const ROOM = 0.96
/** Below this budget, the answer leaves out what an agent can request separately. */
const SHORT_BUDGET = 1_500
/** The lines around the clusters: the remaining clusters as counts, and the next calls. */
const FOOTER_TOKENS = 190
const TINY_FOOTER_TOKENS = 15

/** The names of the fields and lines around the clusters, besides the calls. */
const FRAME_TOKENS = 40
/** The share of the budget for the executions in the structured data. */
const SHARE_OF_HEADS = 0.25
/** The share for the suites that the answer does not contain. */
const SHARE_OF_OTHERS = 0.1
/** Below this budget, one next call is enough. */
const TINY_BUDGET = 600
/** Below this budget, the first cluster needs the room of a sentence about all of them. */
const LEAST_BUDGET = 260

/** The answer within its budget, as text and as data, each with as much of each cluster as fits. Takes some turns of the event loop. */
export async function compose(
  draft: Draft,
  { because, maxTokens, isLater, cursorAfter, asked }: ToCompose,
): Promise<Composed> {
  const { clusters, more } = draft
  const isShort = isLater || maxTokens < SHORT_BUDGET
  const budget = Math.floor(maxTokens * ROOM)
  const isTiny = maxTokens < TINY_BUDGET
  const isSmall = maxTokens < SHORT_BUDGET
  const footer = isTiny ? TINY_FOOTER_TOKENS : FOOTER_TOKENS
  const suites = suitesOf(draft)
  const lengths = lengthsFor(clusters, budget)
  const nameData = nameDataFor(clusters, lengths, budget)
  const clusterAt = (at: number) => clusters[at] as Draft['clusters'][number]
  const name = (at: number) => renderName(clusterAt(at), lengths)
  const detail = (at: number, level: MoreThanName) =>
    renderCluster(clusterAt(at), level, suites.get(clusterAt(at).execution))
  const data = (at: number, level: Shown) =>
    level === 'name' ? nameData(clusterAt(at)) : dataOf(clusterAt(at), level, isTiny)
  const pageAfter = (cluster: Draft['clusters'][number] | null): PageCall => ({
    tool: TOOL,
    arguments: { ...asked, cursor: cursorAfter(cluster) },
    why: 'details of the next clusters',
  })
  const [first] = clusters
  const around =
    tokensOf(draft.totals) +
    (isSmall && first
      ? tokensOf(cursorAfter(first)) + (isTiny ? footer : tokensOf(pageAfter(first)))
      : footer * 2)
  // As data, too, the first cluster comes before everything else.
  const least = first ? tokensOf(data(0, 'line')) : 0
  const executions = fitting(
    headsOf(draft.heads, isShort),
    Math.min(budget * SHARE_OF_HEADS, budget - around - least),
  )
  const otherSuites = fitting(
    draft.others,
    Math.min(budget * SHARE_OF_OTHERS, budget - around - least - tokensOf(executions)),
  )
  const costOfText = memoized(
    (at: number, level: Shown) => mostTokens(level === 'name' ? name(at) : detail(at, level)) + 2,
  )
  const costOfData = memoized((at: number, level: Shown) => tokensOf(data(at, level)))
  const hasOthers = clusters.length + more > 1
  const restLine = first && hasOthers ? pageLine(pageAfter(first)) : LARGER
  const roomy = Math.max(footer, mostTokens(restLine) + TINY_FOOTER_TOKENS)
  const planned = async (hasList: boolean) => {
    await ownTurn()
    const size = maxTokens < LEAST_BUDGET ? 'least' : isTiny ? 'tiny' : isShort ? 'short' : 'whole'
    const whole = renderHead(draft, because, size)
    const roomForNames = budget - roomy - mostTokens(whole)
    const isCrowded =
      !isTiny && hasList && !isWithin(roomForNames, clusters.length, (at) => costOfText(at, 'name'))
    const head = isCrowded ? renderHead(draft, because, 'short') : whole
    const beside = tokensOf(executions) + tokensOf(otherSuites)
    const plan = (text: number, data: number) =>
      planAnswer({
        draft,
        hasList,
        costOfText,
        costOfData,
        forText: budget - mostTokens(head) - text,
        forData: budget - beside - data,
        pageAfter,
      })
    const roomiest = plan(roomy, around)
    // The first cluster comes before the call for the others, and its line before their names.
    const isFirstCut =
      roomiest.inText[0] === null || (roomiest.inText[0] === 'name' && roomiest.inText.includes(null))
    const rough = isFirstCut ? plan(TINY_FOOTER_TOKENS, around) : roomiest
    if (isSmall) return { head, ...rough }
    await ownTurn()
    // Now that the calls are known, what they do not need is for the clusters.
    const calls = rough.next.map((call) => (rough.page === call ? pageLine(rough.page) : lineOf(call)))
    const callTokens = Math.min(roomy, mostTokens(calls.join('\n')) + FRAME_TOKENS)
    const dataTokens = Math.min(around, tokensOf(draft.totals) + tokensOf(rough.next) + FRAME_TOKENS * 2)
    return { head, ...plan(callTokens, dataTokens) }
  }
  const whole = await planned(false)
  const hasList = !isLater && clusters.length > 1 && whole.left > 0
  const { head, inText, inData, left, page, next } = hasList ? await planned(true) : whole
  const truncated = left > 0 || [...inText, ...inData].some((level) => !isFull(level))
  const named = inText.filter((level) => level !== null).length
  const unnamed = clusters.length + more - named
  const absent = more + inData.filter((level) => level === null).length
  const list = inText.flatMap((level, at) => {
    if (level === null || !hasList) return []
    return [level === 'line' ? detail(at, level) : name(at)]
  })
  const lines = [
    head,
    ...list,
    ...(unnamed > 0
      ? [`${countOf(unnamed, 'more cluster')} ${unnamed === 1 ? 'is' : 'are'} not named here.`]
      : []),
    ...inText.flatMap((level, at) =>
      level === null || level === 'name' || (hasList && level === 'line') ? [] : [detail(at, level)],
    ),
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
    clusters: inData.flatMap((level, at) =>
      level === null || level === 'name' ? [] : [dataOf(clusterAt(at), level, isTiny)],
    ),
    named: inData.flatMap((level, at) => (level === 'name' ? [nameData(clusterAt(at))] : [])),
    ...(absent > 0 && maxTokens >= LEAST_BUDGET && { unnamed: absent }),
    text: lines.join('\n'),
    next: isTiny ? [] : isSmall ? [page ?? next[0]].filter((call) => call !== undefined) : next,
    truncated,
    nextCursor: page?.arguments.cursor ?? null,
  }
}

/** The size of an entry is asked for several times. */
function memoized(costOf: (at: number, level: Shown) => number): typeof costOf {
  const costs = new Map<string, number>()
  return (at, level) => {
    const key = `${at}/${level}`
    const known = costs.get(key) ?? costOf(at, level)
    costs.set(key, known)
    return known
  }
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

/** What an entry shares with the one before is left out. */
function headsOf(heads: HeadDraft[], isShort: boolean): Head[] {
  const most = isShort ? 2 : Number.POSITIVE_INFINITY
  return heads.map(({ changed: _, burned: _line, projectId: _id, removedAt, ...head }, at) => {
    const { commits, waitingFor, baseBecause, massFailure, ...rest } = head
    const before = heads[at - 1]
    return {
      ...rest,
      ...(massFailure !== null && { massFailure }),
      ...(waitingFor.length > 0 && { waitingFor: waitingFor.slice(0, most) }),
      ...(baseBecause !== before?.baseBecause && { baseBecause }),
      ...(commits.length > 0 &&
        JSON.stringify(commits) !== JSON.stringify(before?.commits) && { commits: commits.slice(0, most) }),
      ...(removedAt !== null && { removedAt }),
    }
  })
}
