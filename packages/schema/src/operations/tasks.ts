import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { isoTime } from '../iso-time.ts'
import { operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'
import { Lease, LeaseMinutes } from './leases.ts'
import { ActingAgent } from './messages.ts'

const Time = z.iso.datetime()
const Id = z.uuid('must be the id of a task')
const Status = z.enum(['pending', 'in_progress', 'done', 'failed', 'cancelled'])
const Priority = z.int().min(1).max(10)

const Deadline = isoTime('must be an ISO 8601 timestamp that exists, such as 2026-03-02T17:00:00Z').describe(
  'ISO 8601 timestamp in the future; without a time zone UTC.',
)

const Data = z.record(z.string(), z.unknown())
const AgentName = z.string().trim().min(1).max(100)
const Title = z.string().trim().min(1).max(300)
const Description = z.string().max(LIMITS.messageBytes)

/** The status of a task whose notice the server words differently. */
export const taskWords = {
  title: Title.optional(),
  description: Description.optional(),
  deadline: Deadline.optional(),
}

export const Task = z
  .object({
    id: z.uuid(),
    assignedTo: z.string().describe('Name of the agent.'),
    createdBy: z.string().describe('Name of the agent, or the address of a person who has none.'),
    project: z.string().nullable().describe('Slug of the project that it belongs to.'),
    title: z.string(),
    description: z.string().nullable(),
    priority: z.number().describe('From 1, the highest, to 10.'),
    deadline: Time.nullable(),
    isOverdue: z.boolean().describe('True if its deadline has passed and it has not ended.'),
    payload: Data.nullable(),
    status: Status,
    result: Data.nullable(),
    version: z.number().describe('Increases with each change.'),
    lease: Lease.nullable().describe('Who holds it; null if nobody does.'),
    returnsAt: Time.nullable().describe(
      'When a task in progress becomes pending again: the end of its lease, or 60 minutes after the last sign of life of an assignee without one.',
    ),
    createdAt: Time,
    updatedAt: Time,
    endedAt: Time.nullable(),
  })
  .meta({ id: 'Task' })

const TaskChange = z.object({
  at: Time,
  by: z
    .string()
    .describe('Name of the agent, `svc` for the server, an admin’s credential, or a person’s address.'),
  because: z.string().nullable().describe('Why the server changed it.'),
  changes: z
    .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
    .describe(
      'Each changed field with its value before and after; of a result above 1,000 characters as JSON, the beginning of that JSON as text.',
    ),
})

/** Payload and result, escaped as JSON, with the rest. */
const BODY = { bodyBytes: 2 * LIMITS.taskBytes } as const

export const taskOperations = operations({
  createTask: {
    summary:
      'Creates a task for an agent, and tells the agent. The acting agent is its creator; a person with the role editor and without an agent creates it in their own name.',
    method: 'POST',
    path: '/api/bus/tasks',
    ...writesBus,
    ...BODY,
    input: z.strictObject({
      agent: ActingAgent,
      assignedTo: AgentName.describe('Name or id of an agent.'),
      title: Title,
      description: Description.optional(),
      priority: Priority.default(5).describe('From 1, the highest, to 10.'),
      deadline: Deadline.optional(),
      payload: Data.optional().describe(`Additional data, at most ${LIMITS.taskBytes} bytes as JSON.`),
      project: ProjectSlug.optional().describe(
        'Slug of the project that it belongs to. A key of one project always uses its own.',
      ),
    }),
    output: Task,
  },
  listTasks: {
    summary: 'Tasks, newest first; with `endedAfter` those that ended, the last to end first.',
    method: 'GET',
    path: '/api/bus/tasks',
    ...readsBus,
    input: z.strictObject({
      status: z
        .enum([...Status.options, 'open'])
        .optional()
        .describe('`open`: pending or in progress.'),
      assignedTo: AgentName.optional().describe('Name or id of an agent.'),
      createdBy: AgentName.optional().describe('Name or id of an agent.'),
      project: ProjectSlug.optional(),
      endedAfter: isoTime('must be an ISO 8601 time such as 2026-01-31T12:00:00Z')
        .optional()
        .describe('Only tasks that ended after this time.'),
      ...pageParameters,
    }),
    output: pageOf(Task),
  },
  getTask: {
    summary: 'A task with its history, oldest change first.',
    method: 'GET',
    path: '/api/bus/tasks/:id',
    ...readsBus,
    input: z.strictObject({ id: Id }),
    output: Task.extend({
      history: z.array(TaskChange).describe('At most the last 200 changes.'),
    }),
  },
  updateTask: {
    summary:
      'Changes a task and tells the other side. Its creator, its assignee and admins may change it. Any status may follow any other.',
    method: 'PUT',
    path: '/api/bus/tasks/:id',
    ...writesBus,
    ...BODY,
    input: z.strictObject({
      id: Id,
      agent: ActingAgent,
      status: Status.optional(),
      result: Data.optional().describe(`At most ${LIMITS.taskBytes} bytes as JSON.`),
      priority: Priority.optional(),
      deadline: Deadline.nullable().optional().describe('Null removes it.'),
      assignedTo: AgentName.optional().describe('Name or id of the agent that takes it over.'),
      version: z
        .int()
        .min(1)
        .optional()
        .describe(
          'The version that the change is based on. The server answers CONFLICT if another is current.',
        ),
    }),
    output: Task,
  },
  claimTask: {
    summary:
      'Takes a task: the acting agent holds it for some minutes, and its status becomes in_progress. Only its assignee, or an agent that nobody else has forestalled, can hold it. When the lease ends, the task becomes pending again.',
    method: 'POST',
    path: '/api/bus/tasks/:id/claim',
    ...writesBus,
    input: z.strictObject({
      id: Id,
      agent: ActingAgent,
      minutes: LeaseMinutes,
      version: z.int().min(1).optional().describe('The version that the claim is based on.'),
    }),
    output: Task,
  },
})
