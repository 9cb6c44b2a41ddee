import { sql } from 'kysely'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import type { MessageRetention } from '../message-retention.ts'
import { failInSteps } from './expire.ts'

/** The number of rows in one transaction. */
const STEP = 500

/**
 * Removes messages whose retention has ended, and retired keys that signed none of the remaining
 * messages.
 */
export async function pruneMessages(
  bus: BusParts,
  retention: MessageRetention,
  now: number,
  ending?: AbortSignal,
): Promise<void> {
  const before = (days: number | null) => (days === null ? null : now - days * DAY_MS)
  const [ended, delivered, pending] = [
    before(retention.endedDays),
    before(retention.deliveredDays),
    before(retention.pendingDays),
  ]
  if (pending !== null)
    await failInSteps(bus, {
      why: `nobody read it for ${countOf(retention.pendingDays ?? 0, 'day')}`,
      now,
      ending,
      due: (query) => query.where('created_at', '<', pending),
    })
  if (ended !== null) {
    await removeOf(bus, { status: 'read', at: 'read_at', before: ended, ending })
    await removeOf(bus, { status: 'failed', at: 'failed_at', before: ended, ending })
  }
  if (delivered !== null)
    await removeOf(bus, { status: 'delivered', at: 'delivered_at', before: delivered, ending })
  await removeKeys(bus, now)
}

interface Removal {
  status: MessageRow['status']
  /** The column with the time of that status. */
  at: 'read_at' | 'failed_at' | 'delivered_at'
  before: number
  ending: AbortSignal | undefined
}

async function removeOf({ store }: BusParts, { status, at, before, ending }: Removal): Promise<void> {
  while (!ending?.aborted) {
    const rows = await store.read
      .selectFrom('bus_message')
      .select('id')
      .where('status', '=', status)
      // A message is always older than its status, and this column has an index.
      .where('created_at', '<', before)
      .where(sql<boolean>`coalesce(${sql.ref(at)}, created_at) < ${before}`)
      .orderBy('created_at')
      .limit(STEP)
      .execute()
    if (rows.length === 0) return
    await store.write((db) =>
      db
        .deleteFrom('bus_message')
        .where(
          isOneOf(
            store.dialect,
            'id',
            rows.map(({ id }) => id),
          ),
        )
        .where('status', '=', status)
        .execute(),
    )
  }
}

/**
 * Retired keys of an agent whose remaining messages are all younger, with a day's margin for clock
 * differences.
 */
async function removeKeys({ store }: BusParts, now: number): Promise<void> {
  const unused = (db: Db) =>
    db
      .selectFrom('agent_key')
      .select('id')
      .where('agent_id', 'is not', null)
      .where('retires_at', '<', now - DAY_MS)
      .where(
        sql<boolean>`not exists (
          select 1 from bus_message where bus_message.id = (
            select min(oldest.id) from bus_message as oldest where oldest.from_agent_id = agent_key.agent_id)
          and bus_message.created_at <= agent_key.retires_at + ${sql.lit(DAY_MS)})`,
      )
      .limit(STEP)
  if ((await unused(store.read).limit(1).execute()).length === 0) return
  await store.write((db) => db.deleteFrom('agent_key').where('id', 'in', unused(db)).execute())
}
