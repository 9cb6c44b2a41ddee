import type { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { BusParts, MessageRow, Outgoing } from './dependencies.ts'
import { storeMessages } from './messages/store-messages.ts'

/**
 * Stores signed messages in the caller's transaction, in their order. Returns their rows, except
 * messages of the server itself whose recipient has no room. After the commit, call
 * `notifyRecipients`. Throws CONFLICT if a recipient is archived or its inbox is full, and the
 * other refusals of `storeMessages`; the caller's transaction must then fail.
 */
export async function sendMessages(
  db: Db,
  bus: BusParts,
  outgoing: Outgoing[],
  now: number,
): Promise<MessageRow[]> {
  const outcomes = await storeMessages(db, bus, outgoing, now)
  return outcomes.flatMap((outcome, at) => {
    if (outcome.row) return [outcome.row]
    if (outgoing[at]?.from === null) return []
    throw outcome.problem as Problem
  })
}

/** Wakes the recipients. Call it after the commit. */
export function notifyRecipients({ wake }: Pick<BusParts, 'wake'>, outgoing: Pick<Outgoing, 'to'>[]): void {
  for (const { to } of outgoing) wake.notify('bus', to.public_id)
}
