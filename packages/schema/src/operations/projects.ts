import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'

export const projectOperations = operations({
  listProjects: {
    summary: 'Lists the projects that the credential can access, most recently created first.',
    method: 'GET',
    path: '/api/projects',
    role: 'viewer',
    scope: 'read',
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
})
