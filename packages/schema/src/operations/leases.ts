import { z } from 'zod'
import { operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'
import { ActingAgent } from './messages.ts'

const Time = z.iso.datetime()
const Subject = z.enum(['failure', 'test', 'task'])

export const LeaseMinutes = z
  .int()
  .min(1)
  .max(1_440)
  .default(30)
  .describe('How long the lease lasts, minutes. The holder may renew it.')

export const Lease = z
  .object({
    id: z.uuid(),
    subject: Subject,
    subjectId: z.string().describe('A fingerprint, the id of a test, or the id of a task.'),
    project: z.string().nullable().describe('Slug; null for a task without a project.'),
    holder: z.object({
      agent: z.string().describe('Name, for svc_agent_message.'),
      displayName: z.string().nullable(),
      instance: z.string(),
    }),
    since: Time,
    until: Time.describe('When it ends unless its holder renews it.'),
  })
  .meta({ id: 'Lease' })

const SubjectId = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('`failure`: its fingerprint. `test`: the id of the test. `task`: the id of the task.')

const Project = ProjectSlug.optional().describe(
  'Slug. Required for a failure or a test if the credential sees several projects.',
)

export const leaseOperations = operations({
  takeLease: {
    summary:
      'Leases a failure, a test or a task to the acting agent, so that no other agent works on it. The holder renews its lease with the same call. If another agent holds it, the server answers CONFLICT and names that agent.',
    method: 'POST',
    path: '/api/bus/leases',
    ...writesBus,
    input: z.strictObject({
      agent: ActingAgent,
      subject: Subject,
      id: SubjectId,
      minutes: LeaseMinutes,
      project: Project,
    }),
    output: Lease.extend({ isRenewal: z.boolean().describe('True if the agent held it already.') }),
  },
  listLeases: {
    summary: 'Leases that have not ended, newest first.',
    method: 'GET',
    path: '/api/bus/leases',
    ...readsBus,
    input: z.strictObject({
      subject: Subject.optional(),
      project: ProjectSlug.optional(),
      ...pageParameters,
    }),
    output: pageOf(
      Lease.extend({ title: z.string().nullable().describe('Title of its task; null for other subjects.') }),
    ),
  },
  releaseLease: {
    summary:
      'Ends a lease of the acting agent. Admins may end any lease. A task that was in progress becomes pending. It changes nothing if nobody holds the subject.',
    method: 'DELETE',
    path: '/api/bus/leases',
    ...writesBus,
    input: z.strictObject({ agent: ActingAgent, subject: Subject, id: SubjectId, project: Project }),
    output: z.object({ released: z.boolean().describe('False if nobody held it.') }),
  },
})
