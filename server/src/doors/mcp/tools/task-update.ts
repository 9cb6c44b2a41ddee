import { z } from 'zod'
import { given } from '../results/which.ts'
import { tool } from '../tool.ts'
import { renderTask, zoneNote } from './task-text.ts'

export const taskUpdate = tool({
  name: 'svc_task_update',
  title: 'Update a task',
  description:
    'Changes a task that you created or have, and tells the other side. No lease is needed; to begin a task, svc_lease claims it.',
  input: z.strictObject({
    task_id: z.string(),
    status: z.enum(['pending', 'in_progress', 'done', 'failed', 'cancelled']).optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    priority: z.int().min(1).max(10).optional(),
    deadline: z.string().optional().describe('ISO 8601; without a zone UTC'),
  }),
  role: 'viewer',
  scope: 'bus',
  renamed: { id: 'task_id' },
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: 'The messages of tasks in svc_agent_inbox contain their ids.' },
  async call({ task_id: id, ...changes }, { run }) {
    const zone = zoneNote(changes.deadline)
    return { ...(await run('updateTask', given({ id, ...changes }))), zone }
  },
  render: ({ zone, ...task }) => renderTask(task, `Task updated.${zone}`),
})
