import type { agentOperations } from '@svc/schema'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { findProject } from '../../../people/accounts/find-project.ts'
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
  const fitting = fitPage(page, ({ capabilities }) => capabilities.length)
  const last = fitting.at(-1)
  return {
    items: await describeAgents(ctx, fitting),
    nextCursor: last && fitting.length < page.length ? ctx.cursors.encode([last.id]) : nextCursor,
  }
}

export const getAgent: Agents['getAgent'] = async ({ ctx, input }) => {
  const [agent] = await describeAgents(ctx, [await findAgent(ctx, input.id)])
  return agent as NonNullable<typeof agent>
}
