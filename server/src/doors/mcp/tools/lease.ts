import { z } from 'zod'
import { slug } from '../render.ts'
import { tool } from '../tool.ts'
import { given } from './arguments.ts'
import { renderWholeTask } from './task-text.ts'

const subject = {
  subject: z.enum(['failure', 'test', 'task']),
  id: z.string().describe('fingerprint, test id or task id'),
}

export const lease = tool({
  name: 'svc_lease',
  title: 'Reserve a failure, a test or a task',
  description:
    'Reserves work before you begin, so that no other agent does the same; again to renew. A task becomes in_progress, and is returned whole.',
  input: z.strictObject({ ...subject, minutes: z.int().min(1).max(1_440).default(30) }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  onError: {
    NOT_FOUND: 'svc_get_failures shows fingerprints and tests; svc_agent_inbox shows tasks.',
  },
  async call(input, { run, project: active }) {
    const project = input.subject === 'task' ? undefined : (await active()).slug
    const lease = await run('takeLease', given({ ...input, project }))
    const isNewTask = input.subject === 'task' && !lease.isRenewal
    return { ...lease, task: isNewTask ? await run('getTask', { id: input.id }) : null }
  },
  render({ isRenewal, task, ...lease }, budget) {
    const what = `the ${lease.subject} ${slug(lease.subjectId)}`
    const first = [
      `${slug(lease.holder.agent)} holds ${what} until ${lease.until}${isRenewal ? ' (renewed)' : ''}.`,
      'Renew it with svc_lease if you need longer; end it with svc_release.',
    ]
    const held = { lease, isRenewal }
    if (task === null) return { text: first.join('\n'), structured: held }
    const { text, structured } = renderWholeTask(task, budget - LEASE_TOKENS, { first })
    return { text, structured: { ...held, ...structured } }
  },
})

/** The lease as data. */
const LEASE_TOKENS = 200

export const release = tool({
  name: 'svc_release',
  title: 'End a reservation',
  description: 'Ends your lease, so that other agents may take the work.',
  input: z.strictObject(subject),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async call(input, { run, project: active }) {
    const project = input.subject === 'task' ? undefined : (await active()).slug
    return run('releaseLease', given({ ...input, project }))
  },
  render: ({ released }) => ({
    text: released ? 'Released.' : 'Nobody held it.',
    structured: { released },
  }),
})
