import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import { withinBudget } from '../../../ground/kernel/within-budget.ts'
import type { RunOperation } from '../run-operation.ts'
import { resultTokens, tool } from '../tool.ts'
import { ownAgentArguments } from './agent-arguments.ts'
import { inboxPage } from './inbox-page.ts'
import { renderWholeTask } from './task-text.ts'

export const agentRead = tool({
  name: 'svc_agent_read',
  title: 'Read a message or task',
  description:
    'Reads one message or task again, whole, or a long one in parts from an offset. It stays unread unless mark_read.',
  input: z.strictObject({
    agent_name: ownAgentArguments.agent_name,
    message_id: z.string().optional().describe('This or task_id.'),
    task_id: z.string().optional().describe('You created it or have it.'),
    offset: z.int().min(0).default(0).describe('characters to skip'),
    mark_read: z.boolean().default(false),
    ...resultTokens,
  }),
  role: 'viewer',
  scope: 'bus',
  renamed: { id: 'message_id or task_id' },
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: 'svc_agent_inbox shows messages; those about tasks contain the ids of the tasks.' },
  async call({ message_id, task_id, agent_name, offset, mark_read, max_tokens }, { run }) {
    if ((message_id === undefined) === (task_id === undefined))
      throw new Problem('INVALID_REQUEST', 'Give message_id or task_id, and not both.')
    if (task_id !== undefined) {
      const task = await run('getTask', { id: task_id })
      return withinBudget(max_tokens, (budget) => renderWholeTask(task, budget, { offset, max_tokens }))
    }
    const inbox = await readOne(message_id as string, agent_name, run)
    // What the answer shows is decided here, and not again by the rendering: only that is marked as read.
    const page = await withinBudget(max_tokens, (budget) =>
      inboxPage({ ...inbox, max_tokens, offsetOf: () => offset, isMarking: mark_read }, budget),
    )
    if (page.marked.length > 0) await run('markMessagesRead', { agent: inbox.named, ids: page.marked })
    return page
  },
  render: ({ text, structured }) => ({ text, structured }),
})

/** A message that the agent received or sent, as the only one of its inbox. */
async function readOne(id: string, agent: string | undefined, run: RunOperation) {
  const message = await run('getMessage', { id, agent })
  const to = { name: message.to.name, displayName: null }
  return {
    agent: to,
    named: agent,
    total: 1,
    messages: [message],
    kind: '',
    isKeepingPlace: false,
    next: () => '',
  }
}
