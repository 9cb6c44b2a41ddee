import { hash } from 'node:crypto'
import { VERDICT_KINDS } from '@svc/protocol'
import { COMPARISON_PAGE, type Comparison, type comparisonOperations, RANKED_GROUPS } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { nameFirst } from '../../uploads/settlement/name-first.ts'
import { shareRuns } from './share-runs.ts'

type Cursored = Pick<Context, 'cursors'>
type Compared = z.input<typeof Comparison>
type Operation = typeof comparisonOperations.compareExecutions
type Page = Omit<z.input<Operation['output']>, 'organization' | 'sections' | 'conclusion' | 'headline'>
type ComparisonGroup = keyof Page['totals']
type PagedGroup = ComparisonGroup | 'ranked'
type PageQuery = Pick<z.output<Operation['input']>, 'group' | 'limit' | 'cursor'>

/** More than a person reads; the report counts all. */
const MOST_BURNED = 50

/**
 * Limits each group of a comparison to `limit` entries, with its total and a cursor, or all groups together to that
 * for `ranked`, and adds the owners of failures. Without a limit, the page has as many entries as its size allows.
 */
export function pageGroups(
  ctx: Cursored,
  compared: Compared,
  { limit, ...query }: PageQuery,
  ownersOf: (file: string) => string[],
): Page {
  if (limit !== undefined) return cutGroups(ctx, compared, { ...query, limit }, ownersOf)
  for (let most = COMPARISON_PAGE.entries; ; ) {
    const page = cutGroups(ctx, compared, { ...query, limit: most }, ownersOf)
    const bytes = Buffer.byteLength(JSON.stringify(page))
    if (most === 1 || bytes <= COMPARISON_PAGE.bytes) return page
    const share = COMPARISON_PAGE.bytes / bytes
    most = Math.max(1, Math.floor(most * Math.min(share, 0.5)))
  }
}

function cutGroups(
  ctx: Cursored,
  compared: Compared,
  query: PageQuery & { limit: number },
  ownersOf: (file: string) => string[],
): Page {
  const baseId = compared.base?.id ?? ''
  const place = query.cursor === undefined ? null : readCursor(ctx, query.cursor, query.group, baseId)
  const only = place?.group ?? query.group
  const totals: Partial<Page['totals']> = {}
  const nextCursors: Partial<Page['nextCursors']> = {}
  const pageOf = <T extends object>(group: PagedGroup, all: T[]) => {
    const from = place ? placeAfter(all, place) : 0
    const items = all.slice(from, from + query.limit)
    const next = from + items.length
    const last = items.at(-1)
    const isMore = last !== undefined && next < all.length
    return { items, nextCursor: isMore ? ctx.cursors.encode([group, baseId, next, nameOf(last)]) : null }
  }
  const ranked = only === 'ranked' ? pageOf('ranked', rank(compared)) : null
  const shown = new Set<object>(ranked?.items.map(({ entry }) => entry))
  const cut = <T extends object>(group: ComparisonGroup, all: T[]): T[] => {
    totals[group] = all.length
    nextCursors[group] = null
    if (ranked) return all.filter((entry) => shown.has(entry))
    if (only !== undefined && only !== group) return []
    const { items, nextCursor } = pageOf(group, all)
    nextCursors[group] = nextCursor
    return items
  }
  const cutOwned = <T extends { file: string }>(group: ComparisonGroup, all: T[]) =>
    cut(group, all).map((change) => ({ ...change, owners: ownersOf(change.file) }))
  const { errors } = compared
  const [regressions, stillFailing, newTests] = [
    cutOwned('regressions', compared.regressions),
    cutOwned('stillFailing', compared.stillFailing),
    cutOwned('newTests', compared.newTests),
  ]
  const { historyRuns, verdictOf } = shareRuns([...regressions, ...stillFailing, ...newTests])
  return {
    ...compared,
    legs: cutLegs(compared.legs),
    waitingFor: nameFirst(compared.waitingFor),
    flakyInBurnIn: compared.flakyInBurnIn.slice(0, MOST_BURNED),
    missing: nameFirst(compared.missing),
    regressions: regressions.map((change) => ({ ...change, verdict: verdictOf(change.verdict) })),
    improvements: cut('improvements', compared.improvements),
    stillFailing: stillFailing.map((change) => ({ ...change, verdict: verdictOf(change.verdict) })),
    newlyFlaky: cut('newlyFlaky', compared.newlyFlaky),
    newTests: newTests.map((change) => ({ ...change, verdict: change.verdict && verdictOf(change.verdict) })),
    historyRuns,
    removed: cut('removed', compared.removed),
    stoppedRunning: cut('stoppedRunning', compared.stoppedRunning),
    slower: cut('slower', compared.slower),
    slowerFiles: cut('slowerFiles', compared.slowerFiles),
    faster: cut('faster', compared.faster),
    failuresNotCompared: cutOwned('failuresNotCompared', compared.failuresNotCompared),
    renameCandidates: cut('renameCandidates', compared.renameCandidates),
    renamed: cut('renamed', compared.renamed),
    errors: {
      introduced: cut('errorsIntroduced', errors.introduced),
      persisting: cut('errorsPersisting', errors.persisting),
      fixed: cut('errorsFixed', errors.fixed),
    },
    verdicts: countVerdicts(compared),
    totals: totals as Page['totals'],
    nextCursors: nextCursors as Page['nextCursors'],
    nextCursor: ranked?.nextCursor ?? null,
  }
}

function cutLegs({ compared, onlyBase, onlyHead, paired }: Compared['legs']): Page['legs'] {
  const first = (names: string[]) => names.slice(0, COMPARISON_PAGE.legs)
  return {
    compared: first(compared),
    onlyBase: first(onlyBase),
    onlyHead: first(onlyHead),
    paired,
    totals: { compared: compared.length, onlyBase: onlyBase.length, onlyHead: onlyHead.length },
  }
}

/** All groups as one list. New tests that pass are no news. */
function rank({ errors, ...compared }: Compared) {
  const groups: Record<ComparisonGroup, object[]> = {
    ...compared,
    newTests: compared.newTests.filter(({ head }) => head?.status !== 'passed'),
    errorsIntroduced: errors.introduced,
    errorsPersisting: errors.persisting,
    errorsFixed: errors.fixed,
  }
  return RANKED_GROUPS.flatMap((group) => groups[group].map((entry) => ({ group, entry })))
}

interface Place {
  group: PagedGroup
  /** The number of entries before it, and the name of the last of them. */
  index: number
  last: string
}

function readCursor(ctx: Cursored, cursor: string, group: PagedGroup | undefined, baseId: string): Place {
  const [of, base, index, last] = ctx.cursors.decode(cursor, ['string', 'string', 'number', 'string'])
  if (group === undefined)
    throw new Problem('INVALID_REQUEST', `This cursor belongs to the group ${of}: set group to it.`)
  if (of !== group)
    throw new Problem(
      'INVALID_REQUEST',
      `This cursor belongs to ${of === 'ranked' ? 'the list of all groups' : `the group ${of}`}. Begin again without a cursor.`,
    )
  if (base !== baseId)
    throw new Problem(
      'INVALID_REQUEST',
      'This cursor belongs to a comparison of two other executions; the base that "auto" finds may have changed. Begin again without a cursor.',
    )
  return { group: of as PagedGroup, index, last }
}

/** While a side is running, entries come and go: the page begins after the last entry of the page before. */
function placeAfter(all: object[], { index, last }: Place): number {
  const before = all[index - 1]
  if (before && nameOf(before) === last) return index
  const lastIndex = all.findIndex((item) => nameOf(item) === last)
  return lastIndex < 0 ? Math.max(0, index) : lastIndex + 1
}

/** The facts that distinguish an entry from the others of its group. */
function nameOf(item: object): string {
  const { testId, leg, from, to, file, fingerprint, group, entry } = item as Record<string, unknown>
  if (entry) return `${group} ${nameOf(entry)}`
  const facts = from && to ? [nameOf(from), nameOf(to)] : [testId, leg, file, fingerprint]
  return hash('sha256', JSON.stringify(facts)).slice(0, 16)
}

/** Counts the verdicts of failures that the base does not have: regressions, and new tests that fail. */
export function countVerdicts({ regressions, newTests }: Compared): Page['verdicts'] {
  const counts = Object.fromEntries(VERDICT_KINDS.map((kind) => [kind, 0])) as Page['verdicts']
  for (const { verdict } of [...regressions, ...newTests]) if (verdict !== null) counts[verdict.kind]++
  return counts
}
