import { z } from 'zod'
import { operations } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime({ offset: true })

export const deletionOperations = operations({
  deleteExecution: {
    summary:
      'Deletes an execution with all it has. It is gone from every answer at once; its rows follow within minutes. Cannot be undone.',
    method: 'DELETE',
    path: '/api/executions/:id',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  deleteProject: {
    summary:
      'Deletes a project with all its executions, tests and history, and revokes the keys held to it. It is gone from every answer at once; its rows follow. Cannot be undone.',
    method: 'DELETE',
    path: '/api/projects/:slug',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({ slug: ProjectSlug }),
    output: z.object({ slug: z.string(), deletedAt: Time }),
  },
  deleteOrganization: {
    summary:
      'Deletes the organization with all its projects, keys, memberships and audit rows. Its keys stop working at once, its rows follow. Accounts of people stay. Cannot be undone.',
    method: 'DELETE',
    path: '/api/organization',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      confirm: z.string().describe("The organization's slug, so that none is deleted by mistake."),
    }),
    output: z.object({ slug: z.string(), deletedAt: Time }),
  },
})
