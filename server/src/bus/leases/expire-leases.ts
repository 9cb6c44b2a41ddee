import { sql } from 'kysely'
import type { Db } from '../../store/portable.ts'
import { turnOf } from '../../store/turns.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-parts.ts'
import { endLease } from './end-lease.ts'
import { lockLease } from './hold.ts'

/** Leases per transaction. */
const BATCH = 100
/** A clock that was set back would make leases last too long; no lease is longer than this, milliseconds. */
const LONGEST_MS = 1_441 * 60_000

/** Ends leases whose time is over, and those of archived and deleted agents. Returns how many. */
export async function expireLeases(parts: WorkParts): Promise<number> {
  const { store } = parts.bus
  let count = 0
  for (;;) {
    const over = await readOver(store.read, await parts.time(store.read))
    if (over.length === 0) return count
    count += over.length
    await tellAfter(parts, async (db, tell) => {
      const now = await parts.time(db)
      for (const { organization_id, place, isGone } of over) {
        const lease = await lockLease(db, store.dialect, organization_id, place)
        // Renewed, or ended by another replica, meanwhile.
        if (!lease || (!isGone && !isOver(lease.ends_at, now))) continue
        tell(await endLease(db, store.dialect, lease, now, isGone ? 'holder-gone' : 'expired'))
      }
    })
    if (over.length < BATCH) return count
  }
}

const isOver = (endsAt: number, now: number) => endsAt <= now || endsAt > now + LONGEST_MS

/** In turns of their organizations. */
async function readOver(db: Db, now: number) {
  const isGone = sql<boolean>`(agent.id is null or agent.status = 'archived')`
  const over = db
    .selectFrom('bus_lease')
    .leftJoin('agent', 'agent.id', 'bus_lease.agent_id')
    .select(['bus_lease.id', 'bus_lease.organization_id', 'place', isGone.as('gone')])
    .select(turnOf('bus_lease.organization_id', 'bus_lease.id').as('turn'))
    .where((eb) => eb.or([eb('ends_at', '<=', now), eb('ends_at', '>', now + LONGEST_MS), isGone]))
  const rows = await db
    .selectFrom(over.as('over'))
    .select(['organization_id', 'place', 'gone'])
    .orderBy('turn')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return rows.map(({ gone, ...row }) => ({ ...row, isGone: Boolean(gone) }))
}
