import { FINGERPRINT, LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Name, windowParameters } from '../parameters.ts'
import { ExecutionState, Owners, ProjectSlug, Sha, TestName } from '../shapes.ts'
import { Lease } from './leases.ts'

const Time = z.iso.datetime()
const Text = z.string().nullable()
const Fingerprint = z
  .string()
  .regex(FINGERPRINT, 'must be a fingerprint, 16 hex digits, or none')
  .describe('Equal for errors that differ only in values; `none` for failures without an error.')

const Seen = z.object({
  at: Time.describe('When the execution started.'),
  execution: z
    .object({ id: z.uuid(), url: z.string() })
    .nullable()
    .describe('Null if the execution was deleted.'),
  branch: Text,
  commit: Text,
})

const Trials = z.strictObject({ failed: wholeNumber(0, 1_000_000), passed: wholeNumber(0, 1_000_000) })

const culprit = {
  commitCount: wholeNumber(1, 1_000_000).describe('Commits of the range: 1 if the culprit is known.'),
  probability: z
    .number('must be a number from 0 to 1')
    .positive('must be a number from 0 to 1, and not 0')
    .max(1, 'must be a number from 0 to 1')
    .describe('That the culprit is among them.'),
  before: Trials.describe('Trials of older commits.'),
  after: Trials.describe('Trials of the range and of later commits.'),
  skipped: wholeNumber(0, 1_000_000).describe('Commits that could not be run.'),
  command: z
    .string()
    .min(1)
    .max(LIMITS.textBytes)
    .describe('One trial of the newest commit of the range, for a shell, without secrets.'),
}

const SentCommit = z.strictObject({
  sha: Sha,
  author: z.string().max(LIMITS.nameBytes).describe('Its name, without an address.'),
  subject: z.string().max(LIMITS.nameBytes).describe('The first line of the message.'),
})

export const Culprit = z
  .object({
    commits: z
      .array(
        z.object({
          sha: z.string(),
          author: z.string(),
          subject: z.string(),
          pullRequest: z
            .number()
            .nullable()
            .describe('That it came with: as its message or an execution says; null if neither does.'),
        }),
      )
      .describe('The commit, or a range of at most 20, oldest first.'),
    ...culprit,
    execution: z
      .object({
        id: z.uuid(),
        url: z.string(),
        branch: z.string().nullable().describe('The branch that was searched.'),
      })
      .nullable()
      .describe('In which the failure began; null if it was deleted.'),
    sentBy: z.string().describe('Name of the key, or address of the person.'),
    foundAt: Time,
  })
  .meta({ id: 'Culprit' })

const Sample = z.array(TestName).describe('At most 5 of the tests.')
const counts = {
  failed: z.number().describe('Failed results of all legs, counted by their deciding error.'),
  flaky: z.number().describe('Flaky results, counted by the error of the failed attempt.'),
  errors: z.number().describe('Errors outside any test.'),
  tests: z.number().describe('Distinct tests.'),
  legs: z.array(z.string()),
  sample: Sample,
}

const Cluster = z.object({
  fingerprint: Fingerprint,
  project: z.string(),
  message: z.string().describe('The first 2,000 characters of one of its errors.'),
  ...counts,
  files: z.number().describe('Distinct files of those tests.'),
  errorFiles: z
    .array(z.string())
    .describe(
      'At most 5 files that the errors outside tests name: of this execution, or of the newest one that had the failure.',
    ),
  owners: Owners.describe(
    'Owners of those files, at most 10, sorted by the number of files they own. Computed from the first 100 files and CODEOWNERS of the execution, or of the project’s newest execution.',
  ),
  executions: z.number(),
  branches: z.array(z.string()).describe('At most 20, most recent first.'),
  branchCount: z.number(),
  commitCount: z.number(),
  days: z
    .array(z.object({ day: z.iso.date(), executions: z.number(), failures: z.number() }))
    .describe(
      'UTC days with executions that had it, oldest first. `failures` is the sum of `failed`, `flaky` and `errors`.',
    ),
  firstSeen: Seen.describe('Over all time and all branches, regardless of the filters.'),
  lastSeen: Seen.describe('Over all time and all branches, regardless of the filters.'),
  lease: Lease.optional().describe('The agent that works on it; absent if none does.'),
  culprit: Culprit.optional().describe(
    'The commit that broke the base, as svc bisect found it; absent if nobody has searched it.',
  ),
})

const Occurrence = z.object({
  execution: z.object({
    id: z.uuid(),
    url: z.string(),
    suite: z.string(),
    state: ExecutionState,
    branch: Text,
    commit: Text,
    pullRequest: z.number().nullable(),
    startedAt: Time,
  }),
  ...counts,
})

const filters = { branch: Name.optional(), ...windowParameters }

export const failureOperations = operations({
  listFailures: {
    summary:
      'Lists failures, grouped by fingerprint. Failures are failed results and errors outside tests. For one execution: largest group first; the counts add up to those of the execution. For a project: most recent group first, over settled executions that are not from forks. CONFLICT if retention removed the results of the execution.',
    method: 'GET',
    path: '/api/failures',
    ...readsResults,
    object: { kind: 'execution', parameter: 'execution' },
    input: z
      .strictObject({
        execution: z.uuid('must be the id of an execution').optional(),
        project: ProjectSlug.optional(),
        ...filters,
        q: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('Part of the message, or of the class of the error.'),
        ...pageParameters,
      })
      .superRefine(({ execution, project, branch, from, to }, issues) => {
        const refuse = (field: string, message: string) =>
          issues.addIssue({ code: 'custom', path: [field], message })
        const beside = Object.entries({ project, branch, from, to }).find(([, value]) => value !== undefined)
        if (execution === undefined && project === undefined)
          refuse('project', "is required and must be a project's slug, unless execution is given")
        else if (execution !== undefined && beside)
          refuse('execution', `cannot be combined with ${beside[0]}`)
      }),
    output: pageOf(Cluster),
  },
  getFailure: {
    summary: 'Returns one group of failures of a project and the executions that had it, newest first.',
    method: 'GET',
    path: '/api/failures/:fingerprint',
    ...readsResults,
    input: z.strictObject({
      fingerprint: Fingerprint,
      project: ProjectSlug,
      ...filters,
      ...pageParameters,
    }),
    output: Cluster.extend({
      occurrences: z.array(Occurrence),
      nextCursor: z
        .string()
        .nullable()
        .describe('`cursor` of the next page of occurrences; null on the last.'),
    }),
  },
  recordCulprit: {
    summary:
      'Stores which commit broke a test of the base, as a search by trials found it. It replaces what an earlier search found, is shown with the failure and announced as base.culprit, and changes no verdict.',
    method: 'POST',
    path: '/api/failures/:fingerprint/culprits',
    ...uploads,
    input: z.strictObject({
      fingerprint: Fingerprint,
      execution: z.uuid().toLowerCase().describe('The execution in which the failure began.'),
      commits: z
        .array(SentCommit)
        .min(1)
        .max(20)
        .describe('The commit, or the newest 20 of the smallest range, oldest first.'),
      good: Sha.describe('The good end of the search, in which the test passed. It is no part of the range.'),
      searched: wholeNumber(1, 1_000_000).describe('Commits after the good end, up to the bad one.'),
      ...culprit,
    }),
    output: Culprit,
  },
})
