import { z } from 'zod'
import { administers, operations, readsResults } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

export const projectOperations = operations({
  listProjects: {
    summary: 'Lists the projects that the credential can access, most recently created first.',
    method: 'GET',
    path: '/api/projects',
    ...readsResults,
    input: z.strictObject(pageParameters),
    output: pageOf(
      z.object({
        slug: z.string(),
        name: z.string(),
        repository: z.string().nullable(),
        defaultBranch: z.string().nullable(),
        createdAt: z.iso.datetime(),
        lastExecutionAt: z.iso.datetime().nullable().describe('When its newest execution started.'),
      }),
    ),
  },
  updateProject: {
    summary:
      'Changes the display name or the default branch of a project. Its slug stays, because uploads and addresses contain it. Absent fields stay unchanged.',
    method: 'POST',
    path: '/api/projects/:slug',
    ...administers,
    input: z.strictObject({
      slug: ProjectSlug,
      name: z.string().trim().min(1).max(100).optional(),
      defaultBranch: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .nullable()
        .optional()
        .describe('Null: the next upload of CI names it; until then, main or master.'),
    }),
    output: z.object({
      slug: z.string(),
      name: z.string(),
      repository: z.string().nullable(),
      defaultBranch: z.string().nullable(),
    }),
  },
})
