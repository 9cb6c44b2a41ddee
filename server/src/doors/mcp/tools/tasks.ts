import type { busEventOperations } from '@svc/schema'
import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../render.ts'
import { tool } from '../tool.ts'
import { given } from './arguments.ts'
import { renderTask, zoneNote } from './task-text.ts'

export const taskCreate = tool({
  name: 'svc_task_create',
  title: 'Create a task for an agent',
  description: 'Gives an agent a task. Answers arrive in your inbox.',
  input: z.strictObject({
    assigned_to: z.string().describe('agent name or id'),
    title: z.string(),
    description: z.string().optional(),
    priority: z.int().min(1).max(10).default(5).describe('1 is highest'),
    deadline: z.string().optional().describe('ISO 8601; without a zone UTC'),
    payload: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Data for the agent. To have tests run: {"kind":"rerun","tests":["<test id>"],"commit":"<full sha>","times":10}',
      ),
  }),
  role: 'viewer',
  scope: 'bus',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: {
    NOT_FOUND: 'svc_agent_list shows agents, svc_get_test_history the ids of tests.',
    CONFLICT: 'Choose another agent: svc_agent_list shows the active ones.',
  },
  renamed: { tests: 'payload.tests', commit: 'payload.commit', times: 'payload.times' },
  async call({ assigned_to, ...task }, { run, project, findProject }) {
    const assignedTo = assigned_to
    const zone = zoneNote(task.deadline)
    const { payload, ...words } = task
    if (payload?.kind === 'rerun') {
      const asked = { ...readRerun(payload), project: (await project()).slug }
      return { ...(await run('requestRerun', { assignedTo, ...given(words), ...asked })), zone }
    }
    const made = await run('createTask', given({ assignedTo, ...task, project: (await findProject())?.slug }))
    return { ...made, zone }
  },
  render: ({ zone, ...task }) =>
    renderTask(task, `Task created; ${slug(task.assignedTo)} has a message.${zone}`),
})

/** What to run; the operation checks it. Throws INVALID_REQUEST for anything else. */
function readRerun({ kind: _, ...asked }: Record<string, unknown>): Rerun {
  const unknown = Object.keys(asked).find((name) => !RERUN.includes(name))
  if (unknown === undefined) return asked as Rerun
  throw new Problem(
    'INVALID_REQUEST',
    `There is no ${quoted(unknown)} in a payload of kind rerun. It has the form { "kind": "rerun", "tests": ["<test id>"], "commit": "<full id>", "times": 10 }; svc_get_test_history shows the id of a test. Choose another kind for a task of your own.`,
  )
}

const RERUN = ['tests', 'commit', 'times']
type Rerun = Pick<z.input<typeof busEventOperations.requestRerun.input>, 'tests' | 'commit' | 'times'>

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
