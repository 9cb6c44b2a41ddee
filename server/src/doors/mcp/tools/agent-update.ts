import { z } from 'zod'
import { tool } from '../tool.ts'
import { agentArguments, briefAgent, NO_SUCH_AGENT, requireNamedAgent } from './agent-arguments.ts'
import { AGENT_ROLES } from './agent-register.ts'

export const agentUpdate = tool({
  name: 'svc_agent_update',
  title: 'Update an agent',
  description:
    'Changes the profile or status of an agent of yours (admins: any). inactive: away for now. Archiving fails its pending messages.',
  input: z.strictObject({
    ...agentArguments,
    display_name: z.string().optional(),
    status: z.enum(['active', 'inactive', 'archived']).optional(),
    model: z.string().optional(),
    role: AGENT_ROLES.optional(),
    capabilities: z.record(z.string(), z.unknown()).optional().describe('As for svc_agent_register.'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  call: async ({ display_name, status, model, role, capabilities, ...named }, { run }) =>
    run('updateAgent', {
      id: await requireNamedAgent(named, run),
      displayName: display_name,
      status,
      model,
      role,
      capabilities,
    }),
  render: (agent) => ({
    text: `Updated ${agent.name}, status: ${agent.status}.\n  ID: ${agent.id}`,
    structured: { agent: briefAgent(agent) },
  }),
})
