import type { Db, Dialect } from '../../../ground/store/portable.ts'
import type { MessageRow } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'

/**
 * Call it in the transaction that is about to fail messages: locks their recipients, whose inboxes
 * they leave, and their senders, who get notices.
 */
export const holdSides = (
  db: Db,
  dialect: Dialect,
  messages: Pick<MessageRow, 'from_agent_id' | 'to_agent_id'>[],
): Promise<void> =>
  holdAgents(
    db,
    dialect,
    messages.flatMap(({ from_agent_id: from, to_agent_id: to }) => (from === null ? [to] : [from, to])),
  )
