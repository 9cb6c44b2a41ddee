import { z } from 'zod'
import { operations } from '../operation.ts'
import { wholeNumber } from '../page.ts'

export const pullRequestOperations = operations({
  getPullRequest: {
    summary:
      'The newest executions of a pull request, each compared with its base, as one comment in Markdown. An execution whose results retention removed appears with its counts and the day of removal, without a comparison.',
    method: 'GET',
    path: '/api/pull-requests/:number',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      number: wholeNumber(1, 2_147_483_647),
      /** `owner/name`; needed where several repositories of the organization have a pull request of this number. */
      repo: z.string().min(1).max(1_000).optional(),
      maxBytes: wholeNumber(4_000, 900_000)
        .default(60_000)
        .describe(
          'The longest `markdown` may be, in bytes of UTF-8: what matters least is left out until it fits.',
        ),
    }),
    output: z.object({
      number: z.number(),
      repository: z.string().nullable(),
      /** Grows with every change of any of its executions, and with what CI adds to them. */
      revision: z.number(),
      provisional: z.boolean(),
      markdown: z
        .string()
        .describe(
          'Begins with `<!-- svc:pull-request -->`, by which the comment is found again; for a key of one project with `<!-- svc:pull-request <slug> -->`.',
        ),
      executions: z.array(
        z.object({ id: z.uuid(), project: z.string(), suite: z.string(), state: z.string() }),
      ),
    }),
  },
})
