import { z } from 'zod'
import { given } from '../results/which.ts'
import { tool } from '../tool.ts'
import { subject } from './lease.ts'

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
