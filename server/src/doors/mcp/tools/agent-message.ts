import { z } from 'zod'
import { slug } from '../render.ts'
import { tool } from '../tool.ts'
import { NO_SUCH_AGENT } from './agent-arguments.ts'

export const agentMessage = tool({
  name: 'svc_agent_message',
  title: 'Send a message to an agent',
  description:
    'Sends a signed message to an agent. The sender is your agent; of several, the one in the header Svc-Agent.',
  input: z.strictObject({
    to: z.string().describe('Name or id.'),
    message: z.string(),
    type: z
      .enum(['message', 'task', 'result', 'alert', 'knowledge', 'curator'])
      .default('message')
      .describe('Work with a state: svc_task_create.'),
    priority: z.enum(['low', 'normal', 'high', 'urgent']).default('normal'),
    channel: z.string().optional(),
    reply_to: z.string().optional().describe('Id of the message that you answer.'),
    client_message_id: z.string().optional().describe('Makes a retry safe.'),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  call: async ({ to, message, type, priority, channel, reply_to, client_message_id }, { run }) =>
    run('sendMessage', {
      to,
      message,
      type,
      priority,
      channel,
      replyTo: reply_to,
      clientMessageId: client_message_id,
    }),
  render({ id, from, to, type, priority, status, channel, thread, createdAt, isRepeat }) {
    const lines = [
      isRepeat
        ? `This client_message_id was sent before. Nothing was sent again. Status: ${status}`
        : `Sent to ${to.name}, from ${from.name}. Type: ${type}, priority: ${priority}, status: ${status}${channel === null ? '' : `, channel: ${slug(channel)}`}`,
      `  Message ID: ${id}`,
    ]
    return {
      text: lines.join('\n'),
      structured: {
        message: {
          id,
          from: from.name,
          to: to.name,
          type,
          priority,
          status,
          channel,
          thread,
          createdAt,
          isRepeat,
        },
      },
    }
  },
})
