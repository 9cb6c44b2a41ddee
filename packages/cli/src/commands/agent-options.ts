import type { Call } from '../call.ts'

export const AGENT_ENVIRONMENT = {
  SVC_AGENT: 'name of the agent (default: the only one that the key registered)',
  SVC_PROJECT: undefined,
}

/** The agent that a command acts as; absent: the only one of its key. */
export const actingAgent = (call: Call, { agent }: { agent?: string }): string | undefined =>
  agent ?? (call.env.SVC_AGENT?.trim() || undefined)
