import { z } from 'zod'
import { operations, readsResults } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionState, ProjectSlug, TestRef } from '../shapes.ts'

const Time = z.iso.datetime()
const Text = z.string().nullable()

export const findOperations = operations({
  find: {
    summary:
      'Finds projects, tests, pull requests, commits and executions by a part of their name, for a search field. Searches the newest 1,000 executions of the five most recently run projects, or of one project, and their tests.',
    method: 'GET',
    path: '/api/find',
    ...readsResults,
    input: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .describe(
          'A name or a part of it, `#482`, the beginning of a commit sha, or the id of an execution.',
        ),
      project: ProjectSlug.optional().describe('Searches only this project; `projects` still has all.'),
      limit: wholeNumber(1, 20).default(8).describe('Entries of each kind.'),
    }),
    output: z.object({
      projects: z.array(z.object({ slug: z.string(), name: z.string() })),
      tests: z.array(TestRef.omit({ leg: true }).extend({ project: z.string() })),
      pullRequests: z.array(
        z.object({
          number: z.number(),
          repository: Text,
          branch: Text,
          message: Text,
          project: z.string().describe('Project of its newest execution.'),
          lastRunAt: Time,
        }),
      ),
      commits: z
        .array(
          z.object({
            sha: z.string(),
            message: Text,
            branch: Text,
            execution: z.uuid().describe('Its newest execution.'),
            project: z.string(),
            startedAt: Time,
          }),
        )
        .describe('Commits whose sha begins with `q`.'),
      executions: z.array(
        z.object({
          id: z.uuid(),
          project: z.string(),
          suite: z.string(),
          build: z.string(),
          state: ExecutionState,
          branch: Text,
          message: Text,
          machine: Text,
          startedAt: Time,
        }),
      ),
    }),
  },
})
