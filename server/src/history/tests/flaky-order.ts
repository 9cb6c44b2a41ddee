import type { Context } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { identitiesOf } from '../../results/test-identity/former-names.ts'
import type { Evidence, Scope } from './flakiness.ts'
import { ANY_FLAW, readNewestBad } from './last-evidence.ts'
import { readNewestDurations } from './newest-durations.ts'
import { readTestNames } from './test-names.ts'

export type FlakySort = 'rate' | 'judged' | 'evidence' | 'seen' | 'cost' | 'title' | 'owner'
type Value = number | string | null

/** The sort key of a test: its value in the chosen order, then its rate, its runs and its id. */
export interface FlakyPlace extends Pick<Evidence, 'flaky' | 'runs' | 'testId'> {
  value: Value
}

/** Returns the value of each test in an order; a test that is absent has none and comes last. */
export function readValues(
  ctx: Context,
  scope: Scope,
  sort: FlakySort,
  tests: Evidence[],
): Promise<Map<number, Value>> {
  return tests.length === 0 ? Promise.resolve(new Map()) : READ[sort](ctx, scope, tests)
}

const READ: Record<
  FlakySort,
  (ctx: Context, scope: Scope, tests: Evidence[]) => Promise<Map<number, Value>>
> = {
  rate: async () => new Map(),
  judged: async ({ store }, { projectId }, tests) =>
    new Map([...(await readMonitored(store, projectId, tests))].map((id) => [id, 1])),
  evidence: async (_ctx, _scope, tests) => new Map(tests.map(({ testId, flaky }) => [testId, flaky])),
  seen: async ({ store }, scope, tests) => {
    const identities = await identitiesOf(store, scope.projectId, idsOf(tests))
    const bad = await readNewestBad(store, scope, [...new Set([...identities.values()].flat())], ANY_FLAW)
    const times = new Map(bad.map((row) => [row.test_id, row.started_at]))
    return new Map(
      [...identities].flatMap(([id, names]) => {
        const own = names.flatMap((name) => times.get(name) ?? [])
        return own.length === 0 ? [] : [[id, Math.max(...own)]]
      }),
    )
  },
  cost: ({ store }, { projectId }, tests) => readCosts(store, projectId, tests),
  title: async ({ store }, _scope, tests) => {
    const names = await readTestNames(store, idsOf(tests))
    return new Map([...names].map(([id, { titles }]) => [id, titles.join(' ').toLowerCase()]))
  },
  owner: async ({ store }, { projectId }, tests) => {
    const [names, ownersOf] = await Promise.all([
      readTestNames(store, idsOf(tests)),
      ownersInProject(store, projectId),
    ])
    return new Map([...names].map(([id, { file }]) => [id, ownersOf(file).join(' ').toLowerCase() || null]))
  },
}

const idsOf = (tests: Evidence[]) => tests.map(({ testId }) => testId)

/**
 * The time that attempts without a cause took at least, microseconds: a test's runs with evidence, each as long as its
 * newest pass on the default branch. Tests without such a pass are absent.
 */
export async function readCosts(
  store: Context['store'],
  projectId: number,
  tests: Pick<Evidence, 'testId' | 'flaky'>[],
): Promise<Map<number, number>> {
  const identities = await identitiesOf(
    store,
    projectId,
    tests.map(({ testId }) => testId),
  )
  const took = await readNewestDurations(store, projectId, [...new Set([...identities.values()].flat())])
  return new Map(
    tests.flatMap(({ testId, flaky }): [number, number][] => {
      const own = (identities.get(testId) ?? []).flatMap((name) => took.get(name) ?? [])
      return own.length === 0 ? [] : [[testId, flaky * Math.max(...own)]]
    }),
  )
}

/** The order of a list; values that are absent come last in both directions. */
export const comparing = (sort: FlakySort, order: 'asc' | 'desc' | undefined) => {
  const isUp = order === undefined ? sort === 'title' || sort === 'owner' : order === 'asc'
  const sign = isUp ? 1 : -1
  // `judged` only says what comes first; the rates follow the order.
  const ofValue = sort === 'judged' ? -1 : sign
  const ofRate = sort === 'rate' || sort === 'judged' ? sign : -1
  return (a: FlakyPlace, b: FlakyPlace): number =>
    compareValues(a.value, b.value, ofValue) ||
    // Cross-multiplied, because equal shares must compare as equal.
    ofRate * (a.flaky * b.runs - b.flaky * a.runs) ||
    b.runs - a.runs ||
    a.testId - b.testId
}

function compareValues(a: Value, b: Value, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -sign : sign
}

export function placeAt({ cursors }: Context, cursor: string): FlakyPlace {
  const [value, flaky, runs, testId] = cursors.decode(cursor, ['string', 'number', 'number', 'number'])
  return { value: JSON.parse(value) as Value, flaky, runs, testId }
}

export const cursorOf = ({ cursors }: Context, { value, flaky, runs, testId }: FlakyPlace): string =>
  cursors.encode([JSON.stringify(value), flaky, runs, testId])

/** Returns which of these tests have a monitor that ever changed its state, under any of their names. */
async function readMonitored(
  store: Store,
  projectId: number,
  tests: { testId: number }[],
): Promise<Set<number>> {
  if (tests.length === 0) return new Set()
  const identities = await identitiesOf(
    store,
    projectId,
    tests.map(({ testId }) => testId),
  )
  const rows = await store.read
    .selectFrom('test_monitor')
    .select('test_id')
    .where(isOneOf(store.dialect, 'test_id', [...new Set([...identities.values()].flat())]))
    .execute()
  const judged = new Set(rows.map((row) => row.test_id))
  return new Set(
    [...identities].flatMap(([id, names]) => (names.some((name) => judged.has(name)) ? [id] : [])),
  )
}
