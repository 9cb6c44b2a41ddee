import type { agentOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { findProject } from '../../../people/accounts/find-project.ts'
import { managedAgent } from '../agent-access.ts'
import { describeAgent } from './describe.ts'

type Agents = Handlers<typeof agentOperations>

export const assignAgent: Agents['assignAgent'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const project = await findProject(ctx, input.project.trim().toLowerCase())
  await ctx.store.write(async (db) => {
    await managedAgent.hold(db, ctx, agent)
    await assign(db, { agentId: agent.id, projectId: project.id, role: input.role, now: ctx.clock() })
  })
  return describeAgent(ctx, agent.id)
}

export const unassignAgent: Agents['unassignAgent'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const project = await findProject(ctx, input.project.trim().toLowerCase())
  const { numDeletedRows } = await ctx.store.write(async (db) => {
    await managedAgent.hold(db, ctx, agent)
    return db
      .deleteFrom('agent_project')
      .where('agent_id', '=', agent.id)
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
  })
  if (numDeletedRows === 0n)
    throw new Problem('NOT_FOUND', `${agent.name} is not assigned to the project ${project.slug}.`)
  return describeAgent(ctx, agent.id)
}

interface Assignment {
  agentId: number
  projectId: number
  /**
   * If undefined, a new assignment gets the role contributor and an existing one keeps its role.
   */
  role: 'owner' | 'contributor' | 'readonly' | undefined
  now: number
}

/** Assigns an agent to a project in the caller's transaction. */
export async function assign(db: Db, { agentId, projectId, role, now }: Assignment): Promise<void> {
  await db
    .insertInto('agent_project')
    .values({ agent_id: agentId, project_id: projectId, role: role ?? 'contributor', assigned_at: now })
    .onConflict((conflict) => {
      const known = conflict.columns(['agent_id', 'project_id'])
      return role === undefined ? known.doNothing() : known.doUpdateSet({ role })
    })
    .execute()
}
