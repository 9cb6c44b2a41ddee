import type { Context } from '../../ground/kernel/context.ts'
import { MCP_PLAN_LIMITS, type Plan } from '../../ground/kernel/mcp-plan-limits.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { DAY_MS, dayOf } from '../../ground/kernel/time.ts'
import type { Db, SharedClock } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/**
 * Runs a search and counts it, unless it fails. The database counts, so that replicas and restarts share one count of
 * a UTC day. Throws RATE_LIMITED with the seconds until the next day if the plan's searches are used up.
 */
export async function countSearch<T>(
  { store, caller }: Asker,
  { plan, time, search }: { plan: Plan; time: SharedClock; search: () => Promise<T> },
): Promise<T> {
  const limit = MCP_PLAN_LIMITS[plan].searchesPerDay
  if (limit === 0) return search()
  const { organizationId, credential } = caller
  const [known] = await countOf(store.lookup, organizationId, credential)
  // Requests far beyond the limit cost no writes.
  if (known && known.count >= limit) {
    const now = await time(store.lookup)
    if (known.day === dayOf(now)) throw usedUp(caller, plan, now)
  }
  const day = await store.write(async (db) => {
    const now = await time(db)
    if (!(await takeOne(db, caller, dayOf(now), limit))) throw usedUp(caller, plan, now)
    return dayOf(now)
  })
  try {
    return await search()
  } catch (error) {
    await store.write((db) => giveBack(db, caller, day))
    throw error
  }
}

const countOf = prepared((db, organizationId: number, credential: string) =>
  db
    .selectFrom('search_count')
    .select(['day', 'count'])
    .where('organization_id', '=', organizationId)
    .where('credential', '=', credential),
)

/**
 * Counts one search; returns false if the day's limit is reached. One statement, so concurrent
 * searches cannot exceed it.
 */
async function takeOne(
  db: Db,
  { organizationId, credential }: Asker['caller'],
  day: number,
  limit: number,
): Promise<boolean> {
  const row = await db
    .insertInto('search_count')
    .values({ organization_id: organizationId, credential, day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'credential'])
        .doUpdateSet((eb) => ({
          day,
          count: eb
            .case()
            .when('search_count.day', '=', day)
            .then(eb('search_count.count', '+', 1))
            .else(1)
            .end(),
        }))
        .where((eb) => eb.or([eb('search_count.day', '<>', day), eb('search_count.count', '<', limit)])),
    )
    .returning('count')
    .executeTakeFirst()
  return row !== undefined
}

async function giveBack(db: Db, { organizationId, credential }: Asker['caller'], day: number): Promise<void> {
  await db
    .updateTable('search_count')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('organization_id', '=', organizationId)
    .where('credential', '=', credential)
    .where('day', '=', day)
    .where('count', '>', 0)
    .execute()
}

function usedUp({ personId }: Asker['caller'], plan: Plan, now: number): Problem {
  const reset = (dayOf(now) + 1) * DAY_MS
  const whose = personId === null ? 'this API key' : 'you'
  return new Problem(
    'RATE_LIMITED',
    `The plan ${plan} allows ${whose} ${MCP_PLAN_LIMITS[plan].searchesPerDay} searches a day, and they are used up. Searches are possible again at ${new Date(reset).toISOString().slice(0, 16)}Z. Until then, read documents by title or path.`,
    { retryAfterSeconds: Math.ceil((reset - now) / 1_000) },
  )
}
