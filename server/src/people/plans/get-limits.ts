import type { limitOperations } from '@svc/schema'
import { MCP_PLAN_LIMITS } from '../../ground/kernel/mcp-plan-limits.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { planOf } from './plan-of.ts'

/** The settings of the server that limit its clients; 0 is no limit. */
interface ServerLimits {
  rateLimits: { reads: number; writes: number; ingestBytes: number }
  artifacts: { fileBytes: number; executionFiles: number; executionBytes: number }
}

/** The limits of the caller's organization, by its plan and by the server. */
export const getLimits =
  ({ rateLimits, artifacts }: ServerLimits): Handlers<typeof limitOperations>['getLimits'] =>
  async ({ ctx }) => {
    const plan = await planOf(ctx)
    const { requestsPerMinute, searchesPerDay } = MCP_PLAN_LIMITS[plan]
    return {
      plan,
      requests: {
        readsPerMinute: orNone(rateLimits.reads),
        writesPerMinute: orNone(rateLimits.writes),
        uploadBytesPerMinute: orNone(rateLimits.ingestBytes),
      },
      agents: { callsPerMinute: orNone(requestsPerMinute), searchesPerDay: orNone(searchesPerDay) },
      artifacts: {
        fileBytes: artifacts.fileBytes,
        filesPerExecution: artifacts.executionFiles,
        bytesPerExecution: artifacts.executionBytes,
      },
    }
  }

const orNone = (limit: number): number | null => (limit === 0 ? null : limit)
