import { ADMIN_ACCESS, isAtLeast } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { NEXT, type Words, worded } from '../../ground/kernel/next-step.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { AgentRow } from './dependencies.ts'
import { findAgent } from './find-agent.ts'
import { holdAgent } from './hold-agent.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** Finds and locks agents for which the caller has a certain right. Both throw FORBIDDEN without it. */
const accessIf = (
  may: (asker: Asker, agent: AgentRow) => boolean,
  refusal: (name: string) => string | Words,
) => {
  const checked = (asker: Asker, agent: AgentRow): AgentRow => {
    if (may(asker, agent)) return agent
    throw new Problem('FORBIDDEN', refusal(agent.name))
  }
  return {
    find: async (asker: Asker, nameOrId: string): Promise<AgentRow> =>
      checked(asker, await findAgent(asker, nameOrId)),
    /** The same agent, locked until the transaction ends, because it may be taken over meanwhile. */
    hold: async (db: Db, asker: Asker, { id }: AgentRow): Promise<AgentRow> =>
      checked(asker, await holdAgent(db, asker.store.dialect, id)),
  }
}

const isOwn = ({ caller }: Asker, agent: AgentRow): boolean => agent.credential === caller.credential

const isAdmin = ({ caller }: Asker): boolean =>
  caller.projectId === null &&
  isAtLeast(caller.role, ADMIN_ACCESS.role) &&
  caller.scopes.has(ADMIN_ACCESS.scope)

/** Agents that the caller may manage: its own, or any for an admin. */
export const managedAgent = accessIf(
  (asker, agent) => isOwn(asker, agent) || isAdmin(asker),
  (name) =>
    worded`${name} belongs to another credential. Only that one, or an admin, may do this. Register an agent of your own with ${NEXT.registerAgent}, or ask an admin.`,
)

/** Agents of the caller's own credential. */
export const ownAgent = accessIf(
  isOwn,
  (name) =>
    `${name} belongs to another credential, and only that one gets its signing key. An admin can take ${name} over (POST /api/bus/agents/:id/take-over).`,
)
