import { z } from 'zod'
import { operations } from '../operation.ts'
import { wholeNumber } from '../page.ts'

export const pullRequestOperations = operations({
  getPullRequest: {
    summary:
      'Returns the newest executions of a pull request, each compared with its base, as one comment in Markdown. If retention removed the results of an execution, it appears with its counts and the day of removal, without a comparison.',
    method: 'GET',
    path: '/api/pull-requests/:number',
    role: 'viewer',
    scope: 'read',
    revalidates: true,
    input: z.strictObject({
      number: wholeNumber(1, 2_147_483_647),
      /** `owner/name`; required if several repositories of the organization have a pull request with this number. */
      repo: z.string().min(1).max(1_000).optional(),
      maxBytes: wholeNumber(4_000, 900_000)
        .default(60_000)
        .describe(
          'Maximum size of `markdown` in bytes of UTF-8. The server omits the least important details until it fits.',
        ),
    }),
    output: z.object({
      number: z.number(),
      repository: z.string().nullable(),
      /** Increases with every change of any of its executions, and with every fact that CI adds. */
      revision: z.number(),
      provisional: z.boolean(),
      markdown: z
        .string()
        .describe(
          'Begins with the marker that identifies the comment: `<!-- svc:pull-request -->`, or `<!-- svc:pull-request <slug> -->` for a key of one project.',
        ),
      executions: z.array(
        z.object({ id: z.uuid(), project: z.string(), suite: z.string(), state: z.string() }),
      ),
    }),
  },
})
