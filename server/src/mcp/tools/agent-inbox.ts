import { z } from 'zod'
import { withinBudget } from '../../kernel/within-budget.ts'
import type { RunOperation } from '../run-operation.ts'
import { resultTokens, tool } from '../tool.ts'
import { agentArguments, NO_SUCH_AGENT, namedAgent } from './agent-arguments.ts'
import { inboxPage } from './inbox-page.ts'

export const agentInbox = tool({
  name: 'svc_agent_inbox',
  title: "Read an agent's inbox",
  description: 'Reads your messages, most urgent first. mark_read marks those it shows whole.',
  input: z.strictObject({
    ...agentArguments,
    limit: z.int().min(1).max(200).default(10),
    status: z.enum(['pending', 'delivered', 'read', 'failed', 'all']).default('pending'),
    mark_read: z.boolean().default(false),
    wait_ms: z.int().min(0).max(50_000).default(0),
    after: z.int().min(0).optional().describe('Pages by sequence.'),
    ...resultTokens,
  }),
  // With mark_read, the operation asks for an editor.
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  async call({ mark_read, max_tokens, ...asked }, { run }) {
    const inbox = await readInbox({ ...asked, mark_read }, run)
    // What the answer shows is decided here, and not again by the rendering: only that is marked as read.
    const page = withinBudget(
      max_tokens,
      (budget) => inboxPage({ ...inbox, offset: 0, isMarking: mark_read }, budget),
      ({ text, structured }) => ({ text, data: structured }),
    )
    if (page.marked.length > 0) await run('markMessagesRead', { agent: inbox.named, ids: page.marked })
    return page
  },
  render: ({ text, structured }) => ({ text, structured }),
})

type Asked = Parameters<typeof namedAgent>[0] & {
  limit: number
  status: 'pending' | 'delivered' | 'read' | 'failed' | 'all'
  wait_ms: number
  after?: number | undefined
  mark_read: boolean
}

async function readInbox(asked: Asked, run: RunOperation) {
  const { limit, status, wait_ms, after, mark_read: _, ...named } = asked
  const agent = await namedAgent(named, run)
  const inbox = await run('readInbox', { agent, limit, status, after, waitMs: wait_ms })
  const { name } = inbox.agent
  return {
    ...inbox,
    named: name,
    kind: status === 'all' ? '' : `${status} `,
    next: (last: number) => nextCall(asked, name, last),
  }
}

/** The call that returns what follows the message with this sequence number. */
function nextCall({ limit, status, after, mark_read }: Asked, name: string, last: number): string {
  // What is marked leaves these lists.
  const isLeaving = mark_read && isUnread(status)
  if (isLeaving && after === undefined) return 'Call svc_agent_inbox again for the next ones.'
  const page = JSON.stringify({
    agent_name: name,
    after: after === undefined ? 0 : last,
    ...(limit !== 10 && { limit }),
    ...(status !== 'pending' && { status }),
    ...(mark_read && { mark_read }),
  })
  if (after !== undefined) return `svc_agent_inbox ${page} continues.`
  const paging = `svc_agent_inbox ${page} begins with the oldest, and its last line continues.`
  return isUnread(status)
    ? `Call svc_agent_inbox with mark_read for one page after another. Without marking, ${paging}`
    : paging
}

const isUnread = (status: Asked['status']) => status === 'pending' || status === 'delivered'
