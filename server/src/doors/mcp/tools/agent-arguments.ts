import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { RunOperation } from '../run-operation.ts'

const agentName = z.string().optional()

/** The arguments of a tool that acts for one of the caller's own agents. */
export const ownAgentArguments = {
  agent_id: agentName,
  agent_name: agentName.describe('Default: your only agent, or the header Svc-Agent.'),
}

/** A project as `svc_switch_account` takes it. */
export const projectId = z.string().describe('Id or slug.')

/**
 * The two arguments that identify an agent; one of them is enough. Operations check lengths: each bound here costs tokens
 * in every session.
 */
export const agentArguments = {
  agent_id: agentName,
  agent_name: agentName.describe('Required without agent_id.'),
}

interface Named {
  agent_id?: string | undefined
  agent_name?: string | undefined
}

/**
 * The agent that a call names, or undefined. Throws INVALID_REQUEST if it names two agents, and NOT_FOUND for an id that
 * is none.
 */
export async function namedAgent(
  { agent_id, agent_name }: Named,
  run: RunOperation,
): Promise<string | undefined> {
  if (agent_id === undefined || agent_name === undefined) return agent_id ?? agent_name
  const { id, name } = await run('getAgent', { id: agent_id })
  const wanted = agent_name.trim().toLowerCase()
  if (wanted === name || wanted === id) return id
  throw new Problem(
    'INVALID_REQUEST',
    `agent_id names the agent ${name}, but agent_name names another. Leave one of them out.`,
  )
}

/** The same. Throws INVALID_REQUEST if it names none. */
export async function requireNamedAgent(named: Named, run: RunOperation): Promise<string> {
  const agent = await namedAgent(named, run)
  if (agent !== undefined) return agent
  throw new Problem('INVALID_REQUEST', 'Give agent_id or agent_name.')
}

export const NO_SUCH_AGENT = 'Call svc_agent_list with status all to see the agents.'

interface Agent {
  id: string
  name: string
  displayName: string | null
}

/** An agent for programs, without fields that do not help an agent. */
export const briefAgent = <A extends Agent & { createdAt: string; updatedAt: string }>({
  createdAt: _,
  updatedAt: __,
  ...agent
}: A) => agent
