import { sql } from 'kysely'
import { lockExecution } from '../executions/lock.ts'
import { addToHistory } from '../history/rollup.ts'
import { outageOf } from '../kernel/outage.ts'
import { readBadOfLocked } from '../results/read-failed-or-flaky.ts'
import type { Store } from '../store/open.ts'
import type { SettleTimes } from './settle.ts'
import { type Settler, settleWhereItFits } from './settle-one.ts'

const SETTLED_AT_ONCE = 1_000
const COUNTED_AT_ONCE = 100

/**
 * Marks silent parts as lost, and settles executions whose quiet period has passed. Returns how many settled.
 * Call it every few seconds; without work it costs three index look-ups. Throws at the end if some executions
 * could not be settled.
 */
export async function settleDue(
  store: Store,
  settler: Settler,
  times: SettleTimes,
  now: number,
): Promise<number> {
  const lostBefore = now - times.incompleteAfterMs
  const lost = await store.read
    .selectFrom('part')
    .select('execution_id')
    .where('state', '=', sql.lit('open'))
    .where('last_seen_at', '<', lostBefore)
    .limit(1)
    .executeTakeFirst()
  if (lost)
    await store.write((db) =>
      db
        .updateTable('part')
        .set({ state: 'lost' })
        .where('state', '=', 'open')
        .where('last_seen_at', '<', lostBefore)
        .execute(),
    )
  let settled = 0
  const failures: unknown[] = []
  const before = now - Math.min(times.settleAfterMs, times.incompleteAfterMs)
  for (let after = FIRST; ; ) {
    const quiet = await readQuiet(store, before, after)
    // One transaction each, so that other writers run in between.
    for (const { id } of quiet) {
      const done = await attempt(failures, () =>
        settleWhereItFits(store, settler, times, { executionId: id, organizationId: 0, rule: 'quiet', now }),
      )
      if (done) settled++
    }
    const last = quiet.at(-1)
    if (!last || quiet.length < SETTLED_AT_ONCE) break
    after = last
  }
  await addToHistoryLate(store, failures)
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Some executions do not settle')
  return settled
}

/** One execution that cannot be handled must not stop those of all organizations; an outage stops all. */
async function attempt<T>(failures: unknown[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (outageOf(error)) throw error
    failures.push(error)
    return undefined
  }
}

/** The place of an execution in the order of silence. */
interface Place {
  id: number
  last_seen_at: number
}
const FIRST: Place = { id: 0, last_seen_at: 0 }

/**
 * The next running executions that were silent since `before`. Omits those with an open part: they wait for
 * minutes, and thousands of them must not delay the others.
 */
const readQuiet = (store: Store, before: number, after: Place): Promise<Place[]> =>
  store.read
    .selectFrom('execution')
    .select(['id', 'last_seen_at'])
    .where('state', '=', sql.lit('running'))
    .where('last_seen_at', '<=', before)
    .where(
      sql<boolean>`(last_seen_at, id) > (cast(${after.last_seen_at} as bigint), cast(${after.id} as bigint))`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('part')
            .select('part.number')
            .whereRef('part.execution_id', '=', 'execution.id')
            .where('part.state', '=', sql.lit('open')),
        ),
      ),
    )
    .orderBy('last_seen_at')
    .orderBy('id')
    .limit(SETTLED_AT_ONCE)
    .execute()

/** Adds executions that settled before history existed; a page at a time, the oldest first. */
async function addToHistoryLate(store: Store, failures: unknown[]): Promise<void> {
  const waiting = await store.read
    .selectFrom('execution')
    .select('id')
    .where('counted', 'is', null)
    .where('settled_at', 'is not', null)
    .orderBy('id')
    .limit(COUNTED_AT_ONCE)
    .execute()
  for (const { id } of waiting)
    await attempt(failures, () =>
      store.write(async (db) => {
        const execution = await lockExecution(db, store.dialect, id)
        if (execution.state !== 'running' && execution.counted === null)
          await addToHistory(db, execution, await readBadOfLocked(db, execution))
      }),
    )
}
