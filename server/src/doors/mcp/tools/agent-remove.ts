import { z } from 'zod'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { tool } from '../tool.ts'
import { agentArguments, NO_SUCH_AGENT, requireNamedAgent } from './agent-arguments.ts'

export const agentRemove = tool({
  name: 'svc_agent_remove',
  title: 'Archive or delete an agent',
  description:
    'Archives an agent of yours (admins: any), which svc_agent_update can undo; or deletes it for ever. Its pending messages fail.',
  input: z.strictObject({
    ...agentArguments,
    hard_delete: z.boolean().optional().describe('Default: false.'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  call: async ({ hard_delete, ...named }, { run }) =>
    run('removeAgent', {
      id: await requireNamedAgent(named, run),
      ...(hard_delete && { hard: 'true' as const }),
    }),
  render({ id, name, status, failedMessages }) {
    const mail =
      failedMessages === 0
        ? ''
        : ` ${countOf(failedMessages, 'pending message')} failed, and a notice went to ${failedMessages === 1 ? 'its sender' : 'their senders'}.`
    return {
      text: `${status === 'deleted' ? 'Deleted' : 'Archived'} ${name} (${id}).${mail}`,
      structured: { agent: { id, name, status }, failedMessages },
    }
  },
})
