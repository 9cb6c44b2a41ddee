import { countOf } from '../../../ground/kernel/count-of.ts'
import { NEXT, toolOrCommand, worded } from '../../../ground/kernel/next-step.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { AgentRow, BusParts, Outgoing } from '../dependencies.ts'

type Agents = Map<number, AgentRow>
type Limits = BusParts['limits']

/** Places of an inbox that are reserved for urgent messages and notices of the server. */
const URGENT_PLACES = 100
/** The share of its places at which a recipient is warned that its inbox is filling up. */
const NOTICE_SHARE = 0.8

/** Why a sender may not send, according to this transaction. */
export function refuseSender({ from }: Outgoing, agents: Agents): Problem | undefined {
  if (!from) return undefined
  const now = agents.get(from.id)
  if (!now || now.credential !== from.credential)
    return new Problem(
      'FORBIDDEN',
      `${from.name} is no longer an agent of this credential: it was deleted, or an admin took it over.`,
    )
  if (now.status === 'archived')
    return new Problem(
      'CONFLICT',
      worded`${now.name} is archived and sends no messages. Set its status to active first (${NEXT.updateAgent}).`,
    )
  return undefined
}

/**
 * Why a recipient accepts no message, according to this transaction. Its expired messages occupy no
 * place.
 */
export function refuseRecipient(
  { from, to, priority }: Outgoing,
  agents: Agents,
  { inboxMessages }: Limits,
  expired: Map<number, number>,
): Problem | undefined {
  const now = agents.get(to.id)
  if (!now) return new Problem('NOT_FOUND', `The agent ${to.name} was deleted. Nothing was sent.`)
  if (now.status === 'archived')
    return new Problem(
      'CONFLICT',
      worded`The agent ${to.name} is archived and takes no messages. Nothing was sent. ${NEXT.listAgents} shows active agents.`,
    )
  const places = priority === 0 || from === null ? inboxMessages + URGENT_PLACES : inboxMessages
  const unread = now.unread - (expired.get(to.id) ?? 0)
  if (unread < places) return undefined
  return new Problem(
    'CONFLICT',
    `The inbox of ${to.name} is full: it has ${countOf(unread, 'unread message')}. Nothing was sent. Send again when ${to.name} has read some${priority === 0 ? '' : `, or with priority urgent, which has ${URGENT_PLACES} places of its own`}.`,
  )
}

/** The warning to a recipient whose inbox has just reached that share; null otherwise. */
export function noticeOfFilling(
  { to }: Outgoing,
  agents: Agents,
  { inboxMessages }: Limits,
): Outgoing | null {
  const now = agents.get(to.id)
  const share = Math.ceil(inboxMessages * NOTICE_SHARE)
  if (now?.unread !== share) return null
  return {
    from: null,
    to,
    type: 'alert',
    priority: 1,
    payload: `Your inbox has ${countOf(share, 'unread message')} and takes ${inboxMessages}. After that, senders get an error. ${toolOrCommand('svc_agent_inbox with mark_read', 'agent inbox --mark-read')} reads it.`,
  }
}
