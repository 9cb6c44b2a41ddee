import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'

const agentName = z.string().optional()

/**
 * The two arguments that identify an agent; one of them is enough. Operations check lengths: each bound here costs tokens
 * in every session.
 */
export const agentArguments = { agent_id: agentName, agent_name: agentName }

interface Named {
  agent_id?: string | undefined
  agent_name?: string | undefined
}

/** The agent that a call names, or undefined. */
export const namedAgent = ({ agent_id, agent_name }: Named): string | undefined => agent_id ?? agent_name

/** The same. Throws INVALID_REQUEST if it names none. */
export function requireNamedAgent(named: Named): string {
  const agent = namedAgent(named)
  if (agent !== undefined) return agent
  throw new Problem('INVALID_REQUEST', 'Give agent_id or agent_name.')
}

export const NO_SUCH_AGENT = 'Call svc_agent_list with status all to see the agents.'

interface Agent {
  id: string
  name: string
  displayName: string | null
}

/** An agent for programs, without what tells an agent nothing. */
export const briefAgent = <A extends Agent & { createdAt: string; updatedAt: string }>({
  createdAt: _,
  updatedAt: __,
  ...agent
}: A) => agent
