import { isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { type Authenticity, verifyMessages } from '../signing/verify.ts'
import { noticesOfFailure } from './failure-notices.ts'
import { holdSides } from './hold-sides.ts'
import { asOf, CHANGED } from './status-now.ts'

/** A message with the result of its check. */
export interface CheckedMessage {
  /**
   * The message in its current state: with the status `failed` and a problem if it has expired or
   * is not authentic.
   */
  row: MessageRow
  authenticity: Authenticity
}

const UNVERIFIABLE =
  'cannot be verified: the key that signed it is gone, or the server lost the secret that encrypts it (SVC_SECRET)'

/**
 * Verifies messages before anybody reads them. Marks modified ones as failed in the database, and
 * notifies their senders. A message that cannot be verified stays unchanged, because its secret may
 * return.
 */
export async function checkMessages(
  bus: BusParts,
  rows: MessageRow[],
  now: number,
): Promise<CheckedMessage[]> {
  const results = await verifyMessages(bus.store.lookup, bus, rows)
  const checked = rows.map((row, at): CheckedMessage => {
    const authenticity = results[at] as Authenticity
    if (authenticity === 'authentic') return { row: asOf(row, now), authenticity }
    const problem = authenticity === 'changed' ? CHANGED : UNVERIFIABLE
    return { row: { ...row, status: 'failed', problem, failed_at: row.failed_at ?? now }, authenticity }
  })
  const changed = rows.filter((row, at) => results[at] === 'changed' && row.problem !== CHANGED)
  if (changed.length > 0) await markChanged(bus, changed, now)
  return checked
}

async function markChanged(bus: BusParts, rows: MessageRow[], now: number): Promise<void> {
  const notify = await bus.store.write(async (db) => {
    await holdSides(db, bus.store.dialect, rows)
    const failed = await db
      .updateTable('bus_message')
      .set({ status: 'failed', problem: CHANGED, failed_at: now })
      .where(
        isOneOf(
          bus.store.dialect,
          'id',
          rows.map(({ id }) => id),
        ),
      )
      .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '!=', CHANGED)]))
      .returningAll()
      .execute()
    return noticesOfFailure(db, bus, failed, CHANGED, now)
  })
  notify()
}
