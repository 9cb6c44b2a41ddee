import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import { type DueRows, takeTurns, workInTurns } from '../../../ground/store/process-due-rows.ts'
import { turnOf } from '../../../ground/store/round-robin.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import type { WorkParts } from '../dependencies.ts'
import { inSmallSteps, TEXT_BYTES } from '../tasks/task-rows.ts'
import { tellAfter } from '../tell.ts'
import { endLease } from './end-lease.ts'
import { lockLease } from './hold.ts'

/** Leases per transaction, unless their tasks have large texts. */
const BATCH = 100
/**
 * If the clock was set back, leases would last too long; no valid lease is longer than this,
 * milliseconds.
 */
const LONGEST_MS = 1_441 * 60_000

/** Ends expired leases, and those of archived and deleted agents. Returns how many. */
export async function expireLeases(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  const now = await parts.time(read)
  const causes: Cause[] = [
    (eb) => eb('ends_at', '<=', now),
    (eb) => eb('ends_at', '>', now + LONGEST_MS),
    () => isGone,
  ]
  let count = 0
  // One after the other, because no single index finds them all.
  for (const cause of causes)
    count += await workInTurns(overFor(read, cause), { size: BATCH }, async (ids) => {
      const sized = read
        .selectFrom('bus_lease')
        .leftJoin('task', (join) =>
          join.onRef('task.public_id', '=', 'bus_lease.subject_id').on('bus_lease.subject', '=', 'task'),
        )
        .select(['bus_lease.id', TEXT_BYTES.as('bytes')])
      const rows = await sized.where(isOneOf(dialect, 'bus_lease.id', ids)).execute()
      return inSmallSteps(rows, (some) => endSome(parts, some))
    })
  return count
}

const isGone = sql<SqlBool>`not exists (select 1 from agent
  where agent.id = bus_lease.agent_id and agent.status <> 'archived')`

/** Why leases end. */
type Cause = (
  eb: ExpressionBuilder<Tables, 'bus_lease'>,
) => ExpressionWrapper<Tables, 'bus_lease', SqlBool> | typeof isGone

const overFor = (db: Db, cause: Cause): DueRows => ({
  oldest: (limit) =>
    db.selectFrom('bus_lease').select('id').where(cause).orderBy('ends_at').limit(limit).execute(),
  inTurns: (limit) =>
    takeTurns(
      db,
      db
        .selectFrom('bus_lease')
        .select(['id', turnOf('organization_id', 'id').as('turn')])
        .where(cause),
      limit,
    ),
})

/** Returns how many leases it ended. */
const endSome = (parts: WorkParts, ids: number[]): Promise<number> =>
  tellAfter(parts, parts.bus.store, async (db, tell) => {
    const { dialect } = parts.bus.store
    const now = await parts.time(db)
    const places = await db
      .selectFrom('bus_lease')
      .select(['organization_id', 'place', isGone.as('gone')])
      .where(isOneOf(dialect, 'id', ids))
      .orderBy('id')
      .execute()
    let ended = 0
    for (const { organization_id, place, gone } of places) {
      const lease = await lockLease(db, dialect, organization_id, place)
      // Meanwhile renewed, or ended by another replica.
      if (!lease || (!gone && !isOver(lease.ends_at, now))) continue
      ended++
      tell(await endLease(db, dialect, lease, now, gone ? 'holder-gone' : 'expired'))
    }
    return ended
  })

const isOver = (endsAt: number, now: number) => endsAt <= now || endsAt > now + LONGEST_MS
