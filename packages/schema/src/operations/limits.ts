import { z } from 'zod'
import { anyCredential, operations } from '../operation.ts'

const Limit = z.number().nullable().describe('Null: no limit.')

export const limitOperations = operations({
  getLimits: {
    summary:
      "Returns the limits of the organization: those of this server and those of the organization's plan.",
    method: 'GET',
    path: '/api/limits',
    ...anyCredential,
    input: z.strictObject({}),
    output: z.object({
      plan: z.enum(['free', 'pro', 'enterprise']),
      requests: z
        .object({
          readsPerMinute: Limit,
          writesPerMinute: Limit.describe('Uploads that start an execution count here. Null: no limit.'),
          uploadBytesPerMinute: Limit,
        })
        .describe('Limits of each credential.'),
      agents: z
        .object({ callsPerMinute: Limit, searchesPerDay: Limit })
        .describe('Limits of each credential over MCP, by plan.'),
      artifacts: z.object({
        fileBytes: z.number(),
        filesPerExecution: z.number(),
        bytesPerExecution: z.number(),
      }),
    }),
  },
})
