import type { Tables } from '../store/tables.ts'

/** The plan of an organization. */
export type Plan = Tables['organization']['plan']

/** The limits of a plan for each credential over MCP; 0 is no limit. */
export interface McpPlanLimits {
  /** Calls of tools and prompts. */
  requestsPerMinute: number
  /** Calls of search tools. */
  searchesPerDay: number
}

export const MCP_PLAN_LIMITS: Record<Plan, McpPlanLimits> = {
  free: { requestsPerMinute: 10, searchesPerDay: 100 },
  pro: { requestsPerMinute: 60, searchesPerDay: 1_000 },
  enterprise: { requestsPerMinute: 0, searchesPerDay: 0 },
}

/** Other messages to MCP, such as lists and the handshake, of a credential in a minute. */
export const MESSAGES_PER_MINUTE = 300
