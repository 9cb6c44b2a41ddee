import { VERDICT } from '../../../ground/store/tables.ts'
import type { TestName } from '../../../history/tests/test-names.ts'
import type { SideRow } from '../../../results/results/side.ts'
import type { Pair } from './read-changes.ts'

type NameOf = (testId: number) => TestName | undefined

/** What tests share if only their order distinguishes them. */
export const groupNameOf = ({ file, titles, variant }: Omit<TestName, 'testId' | 'occurrence'>): string =>
  JSON.stringify([file, titles, variant])

/**
 * Pairs tests of the same name by their error. Their occurrence is a position in the file, and positions
 * shift: two results with the same error are one test, regardless of their position. If it joins two
 * positions, the base's results of both swap.
 */
export function pairDuplicateNames(
  pairs: Pair[],
  nameOf: NameOf,
  errorOf: (side: SideRow) => string | null,
): Pair[] {
  const groups = Map.groupBy(pairs, (pair) => {
    const name = nameOf(pair.testId)
    return name && `${pair.legId}/${groupNameOf(name)}`
  })
  // Tests without a known name.
  groups.delete(undefined)
  const placed = new Map<Pair, Pair>()
  for (const group of groups.values()) if (group.length > 1) place(group, nameOf, errorOf, placed)
  if (placed.size === 0) return pairs
  return pairs.flatMap((pair) => {
    const now = placed.get(pair)
    return !now ? [pair] : isNews(now) ? [now] : []
  })
}

function place(
  group: Pair[],
  nameOf: NameOf,
  errorOf: (side: SideRow) => string | null,
  placed: Map<Pair, Pair>,
): void {
  const order = (pair: Pair) => nameOf(pair.testId)?.occurrence ?? 0
  const signOf = (side: SideRow | null) => signIn(side, errorOf)
  const open = group
    .filter(({ base, head }) => signOf(head) === null || signOf(head) !== signOf(base))
    .sort((a, b) => order(a) - order(b))
  const wrong = new Map<string, Pair[]>()
  for (const pair of open.toReversed()) {
    const sign = signOf(pair.base)
    if (sign === null) continue
    const known = wrong.get(sign)
    if (known) known.push(pair)
    else wrong.set(sign, [pair])
  }
  const taken = new Map<Pair, Pair>()
  for (const pair of open) {
    const from = wrong.get(signOf(pair.head) ?? '')?.pop()
    if (from) taken.set(pair, from)
  }
  const used = new Set(taken.values())
  const left = open.filter((pair) => taken.has(pair) && !used.has(pair))
  for (const pair of open) {
    const from = taken.get(pair) ?? (used.has(pair) ? left.shift() : undefined)
    if (from) placed.set(pair, { ...pair, base: from.base, baseTestId: from.baseTestId ?? from.testId })
  }
}

/** How a test failed, or null if it did not. */
function signIn(side: SideRow | null, errorOf: (side: SideRow) => string | null): string | null {
  if (side === null || side.verdict === VERDICT.passed) return null
  return side.verdict === VERDICT.failed ? `failed/${errorOf(side) ?? ''}` : String(side.verdict)
}

/** Positions that passed before and pass now, or that neither side has any more, are unchanged. */
const isNews = ({ base, head }: Pair) =>
  (base !== null || head !== null) &&
  (base === null || head === null || head.verdict !== base.verdict || head.verdict === VERDICT.failed)
