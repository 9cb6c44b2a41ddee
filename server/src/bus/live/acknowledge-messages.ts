import type { busLiveOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import { acknowledge } from './acknowledge.ts'
import { type Marks, readMarks } from './marks.ts'

/** Acknowledges messages to the acting agent. */
export const acknowledgeMessages: Handlers<typeof busLiveOperations>['acknowledgeMessages'] = async ({
  ctx,
  input,
}) => {
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const { ids, upTo = '' } = input
  // One of them is given, and marks have been checked.
  const received = ids ? { ids } : { upTo: readMarks(upTo) as Marks }
  const acknowledged = await ctx.store.write((db) =>
    acknowledge(db, ctx.store.dialect, agent.id, received, ctx.clock()),
  )
  return { acknowledged }
}
