import { LIMITS } from '@svc/protocol'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { AgentRow } from '../dependencies.ts'

/** Milliseconds of a time in UTC. Throws INVALID_REQUEST unless it is in the future. */
export function readDeadline(deadline: string, now: number): number {
  const at = Date.parse(deadline)
  if (at <= now)
    throw new Problem(
      'INVALID_REQUEST',
      `deadline must be in the future: ${iso(at)} has passed, it is ${iso(now)} now.`,
    )
  return at
}

/** An object as JSON. Throws PAYLOAD_TOO_LARGE above the limit. */
export function readData(data: Record<string, unknown>, field: 'payload' | 'result'): string {
  const json = JSON.stringify(data)
  if (Buffer.byteLength(json) > LIMITS.taskBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `${field} is over its limit of ${LIMITS.taskBytes} bytes as JSON. Upload the data elsewhere and name the place.`,
    )
  return json
}

/** Throws CONFLICT for an archived agent. */
export function requireWorking(agent: AgentRow): AgentRow {
  if (agent.status !== 'archived') return agent
  throw new Problem(
    'CONFLICT',
    worded`The agent ${agent.name} is archived and takes no tasks. ${NEXT.listAgents} shows the active agents.`,
  )
}
