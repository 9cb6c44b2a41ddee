import { sql } from 'kysely'
import { outageOf } from '../../ground/kernel/outage.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { inTurns, turnOf } from '../../ground/store/round-robin.ts'
import { addToHistory } from '../../history/history/rollup.ts'
import { readRun } from '../../history/history/run-reads.ts'
import { hasMarkEnded, lockExecution } from '../../results/executions/lock.ts'
import { type Settler, settleWhereItFits } from './settle-one.ts'
import type { SettleTimes } from './settlement-rule.ts'

/**
 * The number of executions per order of turns: one that becomes due meanwhile waits for at most
 * this many.
 */
const SETTLED_AT_ONCE = 200
const COUNTED_AT_ONCE = 100

/**
 * Marks silent parts as lost, and settles executions whose quiet period has passed. Returns how many settled.
 * Call it every few seconds; without work it costs four index look-ups. Throws at the end if some executions
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
  const failures: unknown[] = []
  let settled = await takeBackAbandoned(store, settler, times, now, failures)
  const before = now - Math.min(times.settleAfterMs, times.incompleteAfterMs)
  // Each waits for a shard, or failed, and the next sweep retries it.
  const unsettled: number[] = []
  for (;;) {
    const quiet = await readQuiet(store, before, unsettled)
    // One transaction each, so that other writers run in between.
    for (const id of quiet) {
      const done = await attempt(failures, () =>
        settleWhereItFits(store, settler, times, { executionId: id, organizationId: 0, rule: 'quiet', now }),
      )
      if (done) settled++
      else unsettled.push(id)
    }
    if (quiet.length < SETTLED_AT_ONCE) break
  }
  await addToHistoryLate(store, failures)
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Some executions do not settle')
  return settled
}

/**
 * Takes back what a process added that ended while it settled an execution, even if that is not due; returns how many
 * settled. The settler comes to one that it works on only after its last step, and then finds no mark.
 */
async function takeBackAbandoned(
  store: Store,
  settler: Settler,
  times: SettleTimes,
  now: number,
  failures: unknown[],
): Promise<number> {
  const abandoned = await store.read
    .selectFrom('execution')
    .select('id')
    .where('settling', '<>', sql.lit(0))
    .where(hasMarkEnded(store.dialect))
    .orderBy('settling')
    .limit(SETTLED_AT_ONCE)
    .execute()
  let settled = 0
  for (const { id } of abandoned) {
    const order = { executionId: id, organizationId: 0, rule: 'quiet', now } as const
    if (await attempt(failures, () => settleWhereItFits(store, settler, times, order))) settled++
  }
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

/**
 * The next running executions that were silent since `before`, in turns of their organizations,
 * because one may leave thousands at a time. Omits those with an open part, which may wait for
 * minutes.
 */
async function readQuiet(store: Store, before: number, unsettled: number[]): Promise<number[]> {
  const longest = await quietSince(store, before, unsettled)
    .orderBy('last_seen_at')
    .limit(SETTLED_AT_ONCE + 1)
    .execute()
  const rows = longest.length <= SETTLED_AT_ONCE ? longest : await readTurns(store, before, unsettled)
  const ordered = inTurns(rows, ({ organization_id }) => organization_id)
  return ordered.slice(0, SETTLED_AT_ONCE).map(({ id }) => id)
}

const quietSince = ({ read, dialect }: Store, before: number, unsettled: number[]) =>
  read
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['execution.id', 'execution.last_seen_at', 'project.organization_id'])
    .where('state', '=', sql.lit('running'))
    .where('last_seen_at', '<=', before)
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
    .$if(unsettled.length > 0, (query) =>
      query.where((eb) => eb.not(isOneOf(dialect, 'execution.id', unsettled))),
    )

/** Reads all quiet executions, and therefore runs only if one page cannot take all. */
const readTurns = (store: Store, before: number, unsettled: number[]) =>
  store.read
    .selectFrom(
      quietSince(store, before, unsettled)
        .select(turnOf('project.organization_id', 'execution.last_seen_at').as('turn'))
        .as('quiet'),
    )
    .select(['id', 'organization_id'])
    .orderBy('turn')
    .orderBy('last_seen_at')
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
      store.write(async (db, changes) => {
        const execution = await lockExecution(db, store.dialect, id)
        changes.onlyOf(execution.project_id)
        if (execution.state !== 'running' && execution.counted === null)
          await addToHistory(db, execution, await readRun(db, execution))
      }),
    )
}
