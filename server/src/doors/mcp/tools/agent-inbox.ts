import { z } from 'zod'
import { sameSize, withinBudget } from '../../../ground/kernel/within-budget.ts'
import type { RunOperation } from '../run-operation.ts'
import { resultTokens, tool } from '../tool.ts'
import { NO_SUCH_AGENT, namedAgent, ownAgentArguments } from './agent-arguments.ts'
import { inboxPage } from './inbox-page.ts'

export const agentInbox = tool({
  name: 'svc_agent_inbox',
  title: "Read an agent's inbox",
  description:
    'Reads the messages and tasks for your agent, most urgent first. With mark_read, what was shown leaves the list, and the same call goes on.',
  input: z.strictObject({
    ...ownAgentArguments,
    limit: z.int().min(1).max(200).default(10),
    status: z.enum(['pending', 'delivered', 'read', 'failed', 'all']).default('pending'),
    mark_read: z.boolean().default(false),
    wait_ms: z.int().min(0).max(50_000).default(0).describe('Waits for a message.'),
    after: z.int().min(0).optional().describe('Pages by sequence.'),
    ...resultTokens,
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: NO_SUCH_AGENT },
  async call({ mark_read, max_tokens, ...asked }, { run }) {
    const inbox = await readInbox({ ...asked, mark_read, max_tokens }, run)
    // What the answer shows is decided here, and not again by the rendering: only that is marked as read.
    const page = await withinBudget(max_tokens, (budget) => inboxPage(inbox, budget))
    const { marked, part } = page
    if (marked.length > 0 || part) await run('markMessagesRead', { agent: inbox.named, ids: marked, ...part })
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
  max_tokens: number
}

async function readInbox(asked: Asked, run: RunOperation) {
  const { limit, status, wait_ms, after, mark_read, max_tokens, ...named } = asked
  const agent = await namedAgent(named, run)
  const inbox = await run('readInbox', { agent, limit, status, after, waitMs: wait_ms })
  const { name } = inbox.agent
  return {
    ...inbox,
    named: name,
    kind: status === 'all' ? '' : `${status} `,
    isMarking: mark_read,
    isKeepingPlace: isLeaving(asked),
    offsetOf: isLeaving(asked) ? (message: { shownCharacters: number }) => message.shownCharacters : () => 0,
    max_tokens,
    next: (last: number) => nextCall(asked, name, last),
  }
}

/** The call that returns what follows the message with this sequence number. */
function nextCall(asked: Asked, name: string, last: number): string {
  const { limit, status, after, mark_read, max_tokens } = asked
  const page = JSON.stringify({
    agent_name: name,
    ...(!isLeaving(asked) && { after: after === undefined ? 0 : last }),
    ...(limit !== 10 && { limit }),
    ...sameSize(max_tokens),
    ...(status !== 'pending' && { status }),
    ...(mark_read && { mark_read }),
  })
  if (after !== undefined || isLeaving(asked)) return `svc_agent_inbox ${page} continues.`
  const paging = `svc_agent_inbox ${page} begins with the oldest, and its last line continues.`
  return isUnread(status)
    ? `Call svc_agent_inbox with mark_read for one page after another. Without marking, ${paging}`
    : paging
}

/** What is marked leaves these lists, so the same call shows what follows. */
const isLeaving = ({ status, after, mark_read }: Asked): boolean =>
  mark_read && after === undefined && isUnread(status)

const isUnread = (status: Asked['status']) => status === 'pending' || status === 'delivered'
