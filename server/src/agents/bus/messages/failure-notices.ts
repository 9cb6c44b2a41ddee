import type { Db } from '../../../ground/store/portable.ts'
import type { BusParts } from '../dependencies.ts'
import { notifyRecipients, sendMessages } from '../send.ts'
import { type Failed, makeNotices } from './failure-notice.ts'

/**
 * In the caller's transaction: notifies the senders of messages that have just failed, with one
 * notice for each sender and recipient. Failed notices of the server cause no further notices.
 * Returns a function to call after the commit.
 */
export async function noticesOfFailure(
  db: Db,
  bus: BusParts,
  failed: Failed[],
  why: string,
  now: number,
): Promise<() => void> {
  const notices = await makeNotices(db, bus, failed, why)
  await sendMessages(db, bus, notices, now)
  return () => notifyRecipients(bus, notices)
}
