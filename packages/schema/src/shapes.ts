import type * as wire from '@svc/protocol'
import { WHOLE_SHA } from '@svc/protocol'
import { z } from 'zod'

export { ProjectSlug } from './project-slug.ts'

const Time = z.iso.datetime()

const TAKES_SHA = 'must be a full commit sha of 40 or 64 hex digits'

/** The full id of a commit in a request, in lower case. */
export const Sha = z
  .string(TAKES_SHA)
  .regex(WHOLE_SHA, TAKES_SHA)
  .transform((sha) => sha.toLowerCase())

export const ResultStatus = z.enum([
  'passed',
  'failed',
  'flaky',
  'skipped',
]) satisfies z.ZodType<wire.ResultStatus>
export const ExecutionState = z.enum([
  'running',
  'passed',
  'failed',
  'cancelled',
  'incomplete',
]) satisfies z.ZodType<wire.ExecutionState>

const Text = z.string().nullable()

const Counts = z.object({
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  skipped: z.number(),
  errors: z.number(),
})

export const ExecutionSummary = z
  .object({
    id: z.uuid(),
    url: z.string().describe('The page for people.'),
    project: z.string().describe('Slug of the project.'),
    suite: z.string().describe('Name of the suite.'),
    build: z.string().describe('The run: the CI run without its attempt, or a value that the user set.'),
    framework: z.string().describe('The runner, for example vitest.'),
    state: ExecutionState.describe('running until it settles, then its outcome.'),
    revision: z.number().describe('Increases when a settled execution is reopened.'),
    trust: z
      .enum(['ci', 'local', 'fork'])
      .describe('How trustworthy it is: only clean ci runs of a branch can be a base or count as history.'),
    branch: Text,
    baseBranch: Text.describe('The target branch of the pull request.'),
    pullRequest: z.number().nullable(),
    repository: Text,
    testedSha: Text.describe('The commit that was checked out, on a pull request often a merge commit.'),
    headSha: Text.describe('The head of the branch or pull request.'),
    baseSha: Text.describe('The commit of the base branch in the tested merge commit.'),
    mergeBaseSha: Text.describe('The commit at which head and base branch diverged.'),
    tree: Text.describe('The tree of the tested commit: equal trees are equal code.'),
    dirty: z.boolean().describe('True if the working tree differed from the commit.'),
    message: Text.describe("The commit's message."),
    machine: Text.describe('The machine of a run outside CI and without git.'),
    ci: z
      .object({
        provider: z.string(),
        url: z.string().optional(),
        event: z.string().optional(),
        workflow: z.string().optional(),
      })
      .nullable(),
    tags: z.array(z.string()),
    startedAt: Time,
    endedAt: Time.nullable(),
    settledAt: Time.nullable(),
    durationMs: z
      .number()
      .nullable()
      .describe(
        'Milliseconds that its parts cover: parallel parts count once, and the time between a run and its re-run does not count. Null while it runs.',
      ),
    counts: Counts.describe('The number of results by status; errors are failures outside any test.'),
    partCount: z.number().describe('The number of parts that have reported.'),
  })
  .meta({ id: 'ExecutionSummary' })

/** As CODEOWNERS writes them: `@name`, `@organization/team` or an e-mail address. */
export const Owners = z.array(z.string())

/** A run of a test as a mark: a link to its execution. */
export const RecentRun = z.object({
  execution: z.uuid(),
  status: ResultStatus,
  startedAt: Time,
  branch: Text,
})

/** The name of a test, and the leg that it ran on. */
export const TestRef = z.object({
  testId: z
    .string()
    .describe('32 hex digits; the same test has the same id in every execution of its project.'),
  file: z.string().describe('Posix path, relative to the root.'),
  titles: z.array(z.string()).describe("Describe blocks from the outside in, then the test's own title."),
  variant: z.string().describe('The Playwright or Vitest project, or a label; empty if it has none.'),
  occurrence: z.number().describe('0 for the first test of these titles in its file, 1 for the second.'),
  leg: z.string().describe('Variation within a CI matrix, for example linux-x64-node24.'),
})

/** The name of a test, regardless of the leg. */
export const TestName = TestRef.omit({ leg: true }).meta({ id: 'TestName' })
