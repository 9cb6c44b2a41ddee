import type { Context } from '../../ground/kernel/context.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import { hasRenames, newestNamesOf } from '../../results/test-identity/former-names.ts'
import { lastDays } from '../history/window.ts'
import { readAllEvidence, type Scope } from './flakiness.ts'
import { ANY_FLAW, readNewestBad } from './last-evidence.ts'

export type RankedBy = 'rate' | 'failed'

/** What a list of tests reads of the past: whole UTC days, today included. */
export const LIST_DAYS = 30
/** Rates become whole numbers, as cursors need them; equal rates stay equal. */
const RATE_STEPS = 1e12

/**
 * The tests of a project that have a value to sort by, under their newest names, each with a whole number: its flake
 * rate, or when it last failed. All other tests have none.
 */
export async function readRanked(
  ctx: Context,
  projectId: number,
  by: RankedBy,
): Promise<Map<number, number>> {
  const scope = { ...lastDays(LIST_DAYS, ctx.clock()), projectId }
  return READ[by](ctx, scope)
}

const READ: Record<RankedBy, (ctx: Context, scope: Scope) => Promise<Map<number, number>>> = {
  rate: async ({ store }, scope) => {
    const all = await readAllEvidence(store, scope)
    return new Map(
      all.flatMap(({ testId, flaky, runs }): [number, number][] =>
        runs > 0 && flaky > 0 ? [[testId, Math.round((flaky / runs) * RATE_STEPS)]] : [],
      ),
    )
  },
  failed: async (ctx, scope) => {
    const bad = await readNewestBad(ctx.store, scope, await readFailedLately(ctx, scope), ANY_FLAW)
    const times = bad.map((row): [number, number] => [row.test_id, row.started_at])
    return underNewestNames(ctx, scope.projectId, times)
  },
}

/** The tests that failed or flaked on a day of the window. */
async function readFailedLately({ store }: Context, { projectId, from, to }: Scope): Promise<number[]> {
  const rows = await store.read
    .selectFrom('test_day')
    .select('test_id')
    .distinct()
    .where('project_id', '=', projectId)
    .where('day', '>=', from / DAY_MS)
    .where('day', '<', to / DAY_MS)
    .execute()
  return rows.map((row) => row.test_id)
}

/** The highest value of each test's names. */
async function underNewestNames({ store }: Context, projectId: number, values: [number, number][]) {
  const newest = (await hasRenames(store, projectId))
    ? await newestNamesOf(
        store,
        projectId,
        values.map(([id]) => id),
      )
    : new Map<number, number>()
  const highest = new Map<number, number>()
  for (const [id, value] of values) {
    const name = newest.get(id) ?? id
    highest.set(name, Math.max(value, highest.get(name) ?? value))
  }
  return highest
}
