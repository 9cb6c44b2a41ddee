import { hash } from 'node:crypto'
import { VERDICT_KINDS } from '@svc/protocol'
import type { Comparison, insightOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'

type Cursored = Pick<Context, 'cursors'>
type Compared = z.input<typeof Comparison>
type Operation = typeof insightOperations.compareExecutions
type Page = Omit<z.input<Operation['output']>, 'organization' | 'conclusion' | 'headline'>
type ComparisonGroup = keyof Page['totals']
type PageQuery = Pick<z.output<Operation['input']>, 'group' | 'limit' | 'cursor'>

/**
 * Limits each group of a comparison to `limit` entries, with its total and a cursor, and adds the
 * owners of failures.
 */
export function pageGroups(
  ctx: Cursored,
  compared: Compared,
  query: PageQuery,
  ownersOf: (file: string) => string[],
): Page {
  const baseId = compared.base?.id ?? ''
  const place = query.cursor === undefined ? null : readCursor(ctx, query.cursor, query.group, baseId)
  const only = place?.group ?? query.group
  const totals: Partial<Page['totals']> = {}
  const nextCursors: Partial<Page['nextCursors']> = {}
  const cut = <T extends object>(group: ComparisonGroup, all: T[]): T[] => {
    totals[group] = all.length
    nextCursors[group] = null
    if (only !== undefined && only !== group) return []
    const from = place ? placeAfter(all, place) : 0
    const items = all.slice(from, from + query.limit)
    const next = from + items.length
    const last = items.at(-1)
    if (last && next < all.length)
      nextCursors[group] = ctx.cursors.encode([group, baseId, next, nameOf(last)])
    return items
  }
  const cutOwned = <T extends { file: string }>(group: ComparisonGroup, all: T[]) =>
    cut(group, all).map((change) => ({ ...change, owners: ownersOf(change.file) }))
  const { errors } = compared
  return {
    ...compared,
    regressions: cutOwned('regressions', compared.regressions),
    improvements: cut('improvements', compared.improvements),
    stillFailing: cutOwned('stillFailing', compared.stillFailing),
    newlyFlaky: cut('newlyFlaky', compared.newlyFlaky),
    newTests: cutOwned('newTests', compared.newTests),
    removed: cut('removed', compared.removed),
    stoppedRunning: cut('stoppedRunning', compared.stoppedRunning),
    slower: cut('slower', compared.slower),
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
  }
}

interface Place {
  group: ComparisonGroup
  /** The number of entries before it, and the name of the last of them. */
  index: number
  last: string
}

function readCursor(
  ctx: Cursored,
  cursor: string,
  group: ComparisonGroup | undefined,
  baseId: string,
): Place {
  const [of, base, index, last] = ctx.cursors.decode(cursor, ['string', 'string', 'number', 'string'])
  if (group === undefined)
    throw new Problem('INVALID_REQUEST', `This cursor belongs to the group ${of}: set group to it.`)
  if (of !== group) throw new Problem('INVALID_REQUEST', `Use the cursor in nextCursors for ${group}.`)
  if (base !== baseId)
    throw new Problem(
      'INVALID_REQUEST',
      'This cursor belongs to a comparison of two other executions; the base that "auto" finds may have changed. Begin again without a cursor.',
    )
  return { group: of as ComparisonGroup, index, last }
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
  const { testId, leg, from, to, file, fingerprint } = item as Record<string, unknown>
  const facts = from && to ? [nameOf(from), nameOf(to)] : [testId, leg, file, fingerprint]
  return hash('sha256', JSON.stringify(facts)).slice(0, 16)
}

/** Counts the verdicts of failures that the base does not have: regressions, and new tests that fail. */
export function countVerdicts({ regressions, newTests }: Compared): Page['verdicts'] {
  const counts = Object.fromEntries(VERDICT_KINDS.map((kind) => [kind, 0])) as Page['verdicts']
  for (const { verdict } of [...regressions, ...newTests]) if (verdict !== null) counts[verdict.kind]++
  return counts
}
