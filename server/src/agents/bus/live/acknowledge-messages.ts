import type { busLiveOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import { acknowledge } from './acknowledge.ts'
import { readEventId } from './event-id.ts'
import type { Marks } from './marks.ts'

/**
 * Acknowledges messages to the acting agent. Throws INVALID_REQUEST for an event id of another
 * inbox.
 */
export const acknowledgeMessages: Handlers<typeof busLiveOperations>['acknowledgeMessages'] = async ({
  ctx,
  input,
}) => {
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const { ids, upTo = '' } = input
  const received = ids ? { ids } : { upTo: ownMarks(agent, upTo) }
  return { acknowledged: await acknowledge(ctx.store, agent.id, received, ctx.clock()) }
}

function ownMarks(agent: AgentRow, upTo: string): Marks {
  const marks = readEventId(agent, upTo)
  if (marks) return marks
  throw new Problem(
    'INVALID_REQUEST',
    `upTo: ${upTo} is not an id that the stream of the agent ${agent.name} sent. Use the id of an event of this stream, or send ids.`,
  )
}
