import type { Db } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import type { RecentTries } from './recent-tries.ts'
import type { ThrottleState } from './sign-in-throttle-schedule.ts'

/** The stored state of one subject. */
export interface ThrottleRow extends ThrottleState {
  subject: string
  recent: RecentTries
}

/** A subject's row, created if absent, and locked until the transaction ends. */
export async function lockThrottle(db: Db, subject: string): Promise<ThrottleRow> {
  const row = await db
    .insertInto('brake')
    .values({ subject, clear_at: 0, open_at: 0, recent: '[]' })
    // On both databases, an update locks a row even if it changes nothing.
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return read(row)
}

export async function storeThrottle(
  db: Db,
  { subject, clearAt, openAt, recent }: ThrottleRow,
): Promise<void> {
  await db
    .updateTable('brake')
    .set({ clear_at: clearAt, open_at: openAt, recent: JSON.stringify(recent) })
    .where('subject', '=', subject)
    .execute()
}

/** Rows by subject, without locking them. */
export async function peekThrottles(db: Db, subjects: string[]): Promise<Map<string, ThrottleRow>> {
  const rows = await db.selectFrom('brake').selectAll().where('subject', 'in', subjects).execute()
  return new Map(rows.map((row) => [row.subject, read(row)]))
}

const read = (row: Tables['brake']): ThrottleRow => ({
  subject: row.subject,
  clearAt: row.clear_at,
  openAt: row.open_at,
  recent: JSON.parse(row.recent) as RecentTries,
})
