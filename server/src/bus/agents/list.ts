import type { agentOperations } from '@svc/schema'
import { findProject } from '../../accounts/find-project.ts'
import { readPage } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { findAgent, visibleAgents } from '../find-agent.ts'
import { describeAgents } from './describe.ts'

type Agents = Handlers<typeof agentOperations>

export const listAgents: Agents['listAgents'] = async ({ ctx, input }) => {
  const { store, caller } = ctx
  const { status, instance, project } = input
  let query = store.read
    .selectFrom('agent')
    .selectAll('agent')
    .where('organization_id', '=', caller.organizationId)
    .where(visibleAgents(ctx))
  if (status !== 'all') query = query.where('status', '=', status)
  if (instance !== undefined) query = query.where('instance', '=', instance)
  if (project !== undefined) {
    const { id } = await findProject(ctx, project.trim().toLowerCase())
    query = query.where('agent.id', 'in', (eb) =>
      eb.selectFrom('agent_project').select('agent_id').where('project_id', '=', id),
    )
  }
  const { page, nextCursor } = await readPage(ctx, query, 'agent.id', input)
  return {
    items: await describeAgents(ctx, page),
    nextCursor,
  }
}

export const getAgent: Agents['getAgent'] = async ({ ctx, input }) => {
  const [agent] = await describeAgents(ctx, [await findAgent(ctx, input.id)])
  return agent as NonNullable<typeof agent>
}
