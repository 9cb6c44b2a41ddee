import { z } from 'zod'
import { countOf } from '../../kernel/count-of.ts'
import { contentsWithin, fence, fitItems, notShown, oneLine, truncatedLine } from '../render.ts'
import { maxTokens, tool } from '../tool.ts'
import { agentArguments, NO_SUCH_AGENT, namedAgent } from './agent-arguments.ts'

export const agentInbox = tool({
  name: 'svc_agent_inbox',
  title: "Read an agent's inbox",
  description: 'Reads your messages, most urgent first. mark_read marks those it shows.',
  input: z.strictObject({
    ...agentArguments,
    limit: z.int().min(1).default(10),
    status: z.enum(['pending', 'delivered', 'read', 'failed', 'all']).default('pending'),
    mark_read: z.boolean().default(false),
    wait_ms: z.int().min(0).max(50_000).default(0).describe('Waits for a message.'),
    after: z.int().min(0).optional().describe('A sequence.'),
    ...maxTokens,
  }),
  // With mark_read, the operation asks for an editor.
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  async call({ limit, status, mark_read, wait_ms, after, max_tokens, ...named }, { run }) {
    const agent = namedAgent(named)
    const inbox = await run('readInbox', { agent, limit, status, after, waitMs: wait_ms })
    // Only what the answer shows is marked as read.
    const { items } = fitMessages(inbox.messages, max_tokens)
    const ids = items.filter(isMarkable).map(({ id }) => id)
    const marked = mark_read && ids.length > 0 ? new Set(ids) : new Set<string>()
    if (marked.size > 0) await run('markMessagesRead', { agent: inbox.agent.id, ids })
    const messages = inbox.messages.map((message) =>
      marked.has(message.id) ? { ...message, status: 'read' as const } : message,
    )
    return { ...inbox, messages, status, isMarking: mark_read }
  },
  render({ agent, total, messages, status, isMarking }, budget) {
    const kind = status === 'all' ? '' : `${status} `
    const heading = `Inbox of ${oneLine(agent.displayName ?? agent.name)} (${agent.name}): ${countOf(total, `${kind}message`)}`
    if (messages.length === 0)
      return { text: `${heading}.`, structured: { agent, total, messages: [], truncated: false } }
    const { items, texts } = fitMessages(messages, budget)
    const truncated = items.length < total
    const lines = [
      `${heading}${truncated ? `, of which ${items.length} ${items.length === 1 ? 'follows' : 'follow'}` : ''}.`,
      '',
      texts.join('\n\n'),
      ...(truncated ? ['', truncatedLine(notShown(total - items.length, 'message'), nextOf(isMarking))] : []),
    ]
    const structured = contentsWithin(
      items.map((message) => ({ ...briefMessage(message), content: message.message })),
      budget - FRAME_TOKENS,
    )
    return { text: lines.join('\n'), structured: { agent, total, messages: structured, truncated } }
  },
})

const nextOf = (isMarking: boolean): string =>
  isMarking
    ? 'Call svc_agent_inbox again for the next ones.'
    : 'Call svc_agent_inbox with mark_read for one page after another, or with a larger limit or max_tokens.'

interface Message {
  id: string
  sequence: number
  from: { name: string; displayName: string | null; instance: string | null }
  message: string | null
  type: string
  priority: string
  channel: string | null
  replyTo: string | null
  thread: string
  status: string
  problem: string | null
  createdAt: string
}

const isMarkable = ({ status, message }: Message): boolean =>
  message !== null && (status === 'pending' || status === 'delivered')

/** The first messages that fit; a long one is cut, so that the first always fits. */
const fitMessages = <M extends Message>(messages: M[], budget: number) =>
  fitItems(messages, budget - FRAME_TOKENS, (message, at) => {
    const { id, from, type, priority, channel, replyTo, status, problem, createdAt } = message
    const sender = `${oneLine(from.displayName ?? from.name)} (${oneLine(from.name)}${from.instance === null ? '' : `, ${oneLine(from.instance)}`})`
    return [
      `${at + 1}. From: ${sender}`,
      `   Type: ${type}, priority: ${priority}, status: ${status}, created: ${createdAt}${channel === null ? '' : `, channel: ${oneLine(channel)}`}${replyTo === null ? '' : `, reply to: ${replyTo}`}`,
      `   Message ID: ${id}`,
      ...(problem === null ? [] : [`   Problem: ${oneLine(problem)}`]),
      ...(message.message === null
        ? []
        : [
            fence(message.message, {
              source: `message of ${from.name}`,
              maxTokens: Math.max(100, budget - FRAME_TOKENS - 200),
            }),
          ]),
    ].join('\n')
  })

/** The lines around the messages. */
const FRAME_TOKENS = 150

const briefMessage = (message: Message) => {
  const { id, sequence, from, type, priority, channel, replyTo, thread, status, problem, createdAt } = message
  return { id, sequence, from, type, priority, channel, replyTo, thread, status, problem, createdAt }
}
