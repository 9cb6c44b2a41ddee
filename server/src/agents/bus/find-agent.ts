import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { isUuid } from '../../ground/kernel/id.ts'
import { nearMatches } from '../../ground/kernel/near-matches.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'
import type { AgentRow } from './dependencies.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** The number of agents that are searched for similar names. */
const CANDIDATES = 1_000

/**
 * The agent of the caller's organization with this name or id, in any status. A key of one project
 * finds the agents of that project and its own. Throws NOT_FOUND with similar names.
 */
export async function findAgent(asker: Asker, nameOrId: string): Promise<AgentRow> {
  const { store, caller } = asker
  const wanted = nameOrId.trim().toLowerCase()
  const [row] = await (isUuid(wanted) ? agentWithId : agentNamed)(store.lookup, caller.organizationId, wanted)
  if (row && (await isVisible(asker, row))) return row
  const visible = await store.read
    .selectFrom('agent')
    .select(['name', 'display_name'])
    .where('organization_id', '=', caller.organizationId)
    .where('status', '!=', 'archived')
    .where(visibleAgents(asker))
    .limit(CANDIDATES)
    .execute()
  const near = nearMatches(wanted, visible, ({ name, display_name }) => [name, display_name ?? ''])
  throw new Problem(
    'NOT_FOUND',
    'There is no such agent in this organization. An agent is named by its name or its id.',
    { similar: near.map(({ name }) => name) },
  )
}

/**
 * True for agents that the caller may see: all of the organization, or those of the one project of
 * its key.
 */
export const visibleAgents = ({ caller }: Pick<Context, 'caller'>) =>
  caller.projectId === null
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(agent.credential = ${caller.credential} or exists (
        select 1 from agent_project where agent_project.agent_id = agent.id
        and agent_project.project_id = ${caller.projectId}))`

async function isVisible({ store, caller }: Asker, agent: AgentRow): Promise<boolean> {
  if (caller.projectId === null || agent.credential === caller.credential) return true
  return (await assignment(store.lookup, agent.id, caller.projectId)).length > 0
}

const agentsOf = (db: Db, organizationId: number) =>
  db.selectFrom('agent').selectAll().where('organization_id', '=', organizationId)

const agentNamed = prepared((db, organizationId: number, name: string) =>
  agentsOf(db, organizationId).where('name', '=', name),
)

const agentWithId = prepared((db, organizationId: number, id: string) =>
  agentsOf(db, organizationId).where('public_id', '=', id),
)

const assignment = prepared((db, agentId: number, projectId: number) =>
  db
    .selectFrom('agent_project')
    .select('agent_id')
    .where('agent_id', '=', agentId)
    .where('project_id', '=', projectId),
)
