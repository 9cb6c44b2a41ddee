import { LIMITS } from '@svc/protocol'
import { ADMIN_ACCESS, isAtLeast } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Db } from '../../store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { holdAgent } from '../hold-agent.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** An agent that the caller may manage: its own, or any for an admin. Throws FORBIDDEN otherwise. */
export async function findManagedAgent(asker: Asker, nameOrId: string): Promise<AgentRow> {
  const agent = await findAgent(asker, nameOrId)
  requireManaged(asker, agent)
  return agent
}

/** The same agent, locked until the transaction ends: somebody may take it over meanwhile. */
export async function holdManagedAgent(db: Db, asker: Asker, { id }: AgentRow): Promise<AgentRow> {
  const agent = await holdAgent(db, asker.store.dialect, id)
  requireManaged(asker, agent)
  return agent
}

/** An agent of the caller's own credential. Throws FORBIDDEN otherwise. */
export async function findOwnAgent(asker: Asker, nameOrId: string): Promise<AgentRow> {
  const agent = await findAgent(asker, nameOrId)
  requireOwn(asker, agent)
  return agent
}

/** The same agent, locked until the transaction ends: somebody may take it over meanwhile. */
export async function holdOwnAgent(db: Db, asker: Asker, { id }: AgentRow): Promise<AgentRow> {
  const agent = await holdAgent(db, asker.store.dialect, id)
  requireOwn(asker, agent)
  return agent
}

function requireManaged(asker: Asker, agent: AgentRow): void {
  if (agent.credential === asker.caller.credential || isAdmin(asker)) return
  throw new Problem(
    'FORBIDDEN',
    `${agent.name} belongs to another credential. Only that one, or an admin, may do this.`,
  )
}

function requireOwn({ caller }: Asker, agent: AgentRow): void {
  if (agent.credential === caller.credential) return
  throw new Problem(
    'FORBIDDEN',
    `${agent.name} belongs to another credential, and only that one gets its signing key. An admin can take ${agent.name} over (POST /api/bus/agents/:id/take-over).`,
  )
}

const isAdmin = ({ caller }: Asker): boolean =>
  caller.projectId === null &&
  isAtLeast(caller.role, ADMIN_ACCESS.role) &&
  caller.scopes.has(ADMIN_ACCESS.scope)

/** Capabilities as JSON. Throws PAYLOAD_TOO_LARGE above the limit. */
export function capabilitiesText(capabilities: Record<string, unknown>): string {
  const text = JSON.stringify(capabilities)
  const bytes = Buffer.byteLength(text)
  if (bytes <= LIMITS.agentCapabilitiesBytes) return text
  throw new Problem(
    'PAYLOAD_TOO_LARGE',
    `capabilities has ${bytes} bytes as JSON, and at most ${LIMITS.agentCapabilitiesBytes} are allowed.`,
  )
}
