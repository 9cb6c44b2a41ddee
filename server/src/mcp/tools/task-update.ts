import { z } from 'zod'
import { given } from '../results/which.ts'
import { tool } from '../tool.ts'
import { renderTask } from './task-text.ts'

export const taskUpdate = tool({
  name: 'svc_task_update',
  title: 'Update a task',
  description: 'Changes a task and tells the other side. Claim it first with svc_lease.',
  input: z.strictObject({
    task_id: z.string(),
    status: z.enum(['pending', 'in_progress', 'done', 'failed', 'cancelled']).optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    priority: z.int().min(1).max(10).optional(),
    deadline: z.string().optional(),
  }),
  role: 'editor',
  scope: 'bus',
  renamed: { id: 'task_id' },
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: { NOT_FOUND: 'The messages of tasks in svc_agent_inbox contain their ids.' },
  call: ({ task_id: id, ...changes }, { run }) => run('updateTask', given({ id, ...changes })),
  render: (task) => renderTask(task, 'Task updated.'),
})
