import { z } from 'zod'
import { given } from '../results/which.ts'
import { tool } from '../tool.ts'
import { renderTask } from './task-text.ts'

export const taskCreate = tool({
  name: 'svc_task_create',
  title: 'Create a task for an agent',
  description: 'Gives an agent a task and tells it. Its answers arrive in your inbox.',
  input: z.strictObject({
    assigned_to: z.string().describe('agent name or id'),
    title: z.string(),
    description: z.string().optional(),
    priority: z.int().min(1).max(10).default(5).describe('1 is highest'),
    deadline: z.string().optional().describe('ISO 8601 with time zone'),
    payload: z.record(z.string(), z.unknown()).optional(),
  }),
  role: 'editor',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: {
    NOT_FOUND: 'Call svc_agent_list for the agents.',
    CONFLICT: 'Choose another agent: svc_agent_list shows the active ones.',
  },
  async call({ assigned_to, ...task }, { run, findProject }) {
    const project = (await findProject())?.slug
    return run('createTask', given({ assignedTo: assigned_to, ...task, project }))
  },
  render: (task) => renderTask(task, `Task created; ${task.assignedTo} has a message.`),
})
