import { z } from 'zod'
import { administers, operations } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime({ offset: true })

export const deletionOperations = operations({
  deleteExecution: {
    summary:
      'Deletes an execution with all its data. It disappears from all responses immediately; its rows are deleted within minutes. This cannot be undone.',
    method: 'DELETE',
    path: '/api/executions/:id',
    ...administers,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  deleteProject: {
    summary:
      'Deletes a project with all its executions, tests and history, and revokes the keys restricted to it. It disappears from all responses immediately; its rows are deleted later. This cannot be undone.',
    method: 'DELETE',
    path: '/api/projects/:slug',
    ...administers,
    input: z.strictObject({ slug: ProjectSlug }),
    output: z.object({ slug: z.string(), deletedAt: Time }),
  },
  deleteOrganization: {
    summary:
      'Deletes the organization with all its projects, keys, memberships and audit rows. Its keys stop working immediately; its rows are deleted later. User accounts remain. This cannot be undone.',
    method: 'DELETE',
    path: '/api/organization',
    ...administers,
    input: z.strictObject({
      confirm: z.string().describe("The organization's slug, as a safeguard against accidental deletion."),
    }),
    output: z.object({ slug: z.string(), deletedAt: Time }),
  },
})
