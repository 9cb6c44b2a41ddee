import { isAtLeast } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { NEXT, type Words, worded } from '../../ground/kernel/next-step.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { prepared } from '../../ground/store/prepared.ts'
import type { AgentRow } from './dependencies.ts'
import { findAgent } from './find-agent.ts'

type Asker = Pick<Context, 'store' | 'caller' | 'clock' | 'actingAs'>

/**
 * The minimum interval between two updates of the time that an agent was last seen, milliseconds.
 */
const SEEN_EVERY_MS = 10_000
/** The number of agents that an error lists. */
const OFFERED = 20

/**
 * The agent that the caller acts as: the one named in the call or the header Svc-Agent, else the only one that is not
 * archived and belongs to this credential. Call it outside of transactions. Throws FORBIDDEN for an agent of another
 * credential, NOT_FOUND for an unknown one, and INVALID_REQUEST with the choices.
 */
export async function actingAgent(asker: Asker): Promise<AgentRow> {
  const agent = await chooseAgent(asker)
  await noteSeen(asker, agent)
  return agent
}

/**
 * The acting agent; null for an admin who names none. If the call names an agent, it is always
 * used.
 */
export const actingAgentOrAdmin = (asker: Asker): Promise<AgentRow | null> =>
  actingAgentUnless(asker, ({ role }) => isAtLeast(role, 'admin'))

/**
 * The acting agent; null for an admin, or a person with the role editor, who names none, and who then acts in their own
 * name.
 */
export const actingAgentOrSelf = (asker: Asker): Promise<AgentRow | null> =>
  actingAgentUnless(asker, ({ role, personId }) => isAtLeast(role, personId === null ? 'admin' : 'editor'))

/** The acting agent; null for a person with the role editor who names none, and who then acts in their own name. */
export const actingAgentOrPerson = (asker: Asker): Promise<AgentRow | null> =>
  actingAgentUnless(asker, ({ role, personId }) => personId !== null && isAtLeast(role, 'editor'))

const actingAgentUnless = (
  asker: Asker,
  needsNone: (caller: Asker['caller']) => boolean,
): Promise<AgentRow | null> =>
  actingAgent(asker).catch((error: unknown) => {
    if (asker.actingAs === undefined && needsNone(asker.caller)) return null
    throw error
  })

/** The context of a call that names its agent itself. Without a name, the header decides. */
export const actingAs = <C extends Pick<Context, 'actingAs'>>(ctx: C, named: string | undefined): C => ({
  ...ctx,
  actingAs: named ?? ctx.actingAs,
})

async function chooseAgent(asker: Asker): Promise<AgentRow> {
  const { store, caller } = asker
  const named = asker.actingAs?.trim()
  if (named) {
    const agent = await findAgent(asker, named)
    if (agent.credential === caller.credential) return agent
    throw new Problem(
      'FORBIDDEN',
      worded`${agent.name} belongs to another credential, and only that one may act as it. Register an agent of your own (${NEXT.registerAgent}), or ask an admin to take ${agent.name} over (POST /api/bus/agents/:id/take-over).`,
    )
  }
  const own = await agentsOfCredential(store.lookup, caller.organizationId, caller.credential)
  const [only, second] = own
  if (only && !second) return only
  if (!only)
    throw new Problem(
      'INVALID_REQUEST',
      worded`This credential has no active agent. Register one first: ${NEXT.registerAgent}.`,
    )
  const names = own.map(({ name }) => name)
  const listed = names.slice(0, OFFERED).join(', ')
  throw new Problem(
    'INVALID_REQUEST',
    worded`This credential has several agents: ${listed}${names.length > OFFERED ? ', …' : ''}. ${howToName}, or give each agent a key of its own.`,
  )
}

/** How a caller says which of its agents it is. */
const howToName: Words = (door) =>
  ({
    mcp: 'Say which one calls: set the header Svc-Agent: <name> for the connection (a connection for each agent, or svc mcp --agent <name>), in svc_agent_inbox the argument agent_name',
    cli: 'Say which one calls, with --agent <name> or the variable SVC_AGENT',
    rest: 'Say which one calls, with the header Svc-Agent: <name> or, where a route has it, agent',
  })[door]

const agentsOfCredential = prepared((db, organizationId: number, credential: string) =>
  db
    .selectFrom('agent')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('credential', '=', credential)
    .where('status', '!=', 'archived')
    .orderBy('id')
    .limit(OFFERED + 1),
)

/**
 * Presence is only a hint: if the database is busy or closing, the call continues without recording
 * it. The call's own write still comes first.
 */
async function noteSeen({ store, clock }: Asker, agent: AgentRow): Promise<void> {
  const now = clock()
  if (now - (agent.last_seen_at ?? 0) < SEEN_EVERY_MS) return
  await (store.unchecked ?? store)
    .write((db) => db.updateTable('agent').set({ last_seen_at: now }).where('id', '=', agent.id).execute())
    .catch(() => undefined)
}
