import {
  type CiRun,
  type Code,
  type ExecutionDocument as Document,
  type DocumentResult,
  LIMITS,
  type PartIdentity,
} from '@svc/protocol'
import { z } from 'zod'
import { AttemptStatus, attemptDetail, Failure, Milliseconds, type Named } from './wire-shapes.ts'

/** Schemas of documents, for the reference only; ingest itself checks uploads. */

const Sha = z.string().regex(/^[0-9a-fA-F]{7,64}$/)
const Parents = z.array(Sha).max(LIMITS.parents)

const DocumentCode = z
  .strictObject({
    testedSha: Sha.describe(
      'The commit that was checked out; on a pull request often the merge of its head into its base.',
    ).optional(),
    headSha: Sha.describe('The head of the branch or pull request.').optional(),
    baseSha: Sha.describe('The commit of the base branch in the tested merge commit.').optional(),
    mergeBaseSha: Sha.describe(
      'The commit at which head and base branch diverged. With it, the server compares a pull request with runs of exactly that commit.',
    ).optional(),
    parents: Parents.describe('Parents of the tested commit, in the order of git.').optional(),
    tree: Sha.describe(
      'The tree of the tested commit (git rev-parse HEAD^{tree}): equal trees are equal code, regardless of the commit.',
    ).optional(),
    dirty: z.boolean().describe('True if the working tree differs from the commit.').optional(),
    branch: z.string().optional(),
    baseBranch: z.string().describe('The target branch of a pull request.').optional(),
    pullRequest: z.int().min(1).describe('Number of the pull request.').optional(),
    repository: z
      .string()
      .describe("owner/name or the remote's path; names the project if nothing else does.")
      .optional(),
    defaultBranch: z
      .string()
      .describe("The repository's default branch, if known; a project without one adopts it.")
      .optional(),
    ancestry: z
      .array(
        z.strictObject({
          sha: Sha,
          parents: Parents,
          tree: Sha.optional(),
        }),
      )
      .max(LIMITS.ancestry)
      .describe('Commits before the tested one, newest first: the server uses them to find a base.')
      .optional(),
    message: z
      .string()
      .describe(`Message of the tested commit; ${LIMITS.commitMessageBytes} characters are kept.`)
      .optional(),
    author: z
      .string()
      .describe(`The name of who wrote the head commit; ${LIMITS.nameBytes} characters are kept.`)
      .optional(),
    fork: z
      .boolean()
      .describe('True if the pull request comes from another repository: it then has the trust of a fork.')
      .optional(),
  } satisfies Named<Code>)
  .meta({ id: 'DocumentCode', description: 'Which code was tested; omit unknown fields.' })

const DocumentPart = z
  .strictObject({
    job: z.string().describe('The CI job; empty if absent.').optional(),
    package: z
      .string()
      .describe('Folder of the package relative to the root; empty, for the root itself, if absent.')
      .optional(),
    config: z.string().describe("The runner's config file; empty if absent.").optional(),
    leg: z
      .string()
      .describe('What a CI matrix varies; default if absent. Results of two legs are kept side by side.')
      .optional(),
    shard: z
      .strictObject({
        index: z.int().min(1).describe('From 1 to total.'),
        total: z.int().min(1).max(LIMITS.shards),
      })
      .describe('Which shard of how many; the execution waits for all of them.')
      .optional(),
  } satisfies Named<PartIdentity>)
  .meta({ id: 'DocumentPart', description: 'Identifies a part within its build.' })

const DocumentCiRun = z
  .strictObject({
    provider: z.string().min(1).describe('For example GitHub Actions.'),
    url: z.string().describe('Its page, http or https.').optional(),
    jobUrl: z
      .string()
      .describe(
        'The page of the job that ran this part, http or https; the comment links its failures to it.',
      )
      .optional(),
    event: z.string().describe('For example pull_request.').optional(),
    workflow: z.string().optional(),
  } satisfies Named<CiRun>)
  .meta({
    id: 'DocumentCiRun',
    description:
      'The CI run it comes from. Without it the execution is local, which counts in history and as a base only ' +
      'in a project without any CI run.',
  })

const EpochMs = z.number().describe('Milliseconds since the epoch.')

const Result = z
  .strictObject({
    file: z.string(),
    titles: z
      .array(z.string())
      .min(1)
      .describe("Describe blocks from the outside in, then the test's title."),
    variant: z.string().describe('The Playwright or Vitest project, or a label of yours.').optional(),
    status: AttemptStatus.describe('The status of a single attempt; otherwise use attempts.').optional(),
    durationMs: Milliseconds.optional(),
    startedAt: EpochMs.optional(),
    attempts: z
      .array(
        z.strictObject({
          status: AttemptStatus,
          durationMs: Milliseconds,
          startedAt: EpochMs.optional(),
          ...attemptDetail,
        }),
      )
      .describe('Every attempt, oldest first.')
      .optional(),
    ...attemptDetail,
  } satisfies Named<DocumentResult>)
  .meta({ id: 'DocumentResult' })

export const ExecutionDocument = z
  .strictObject({
    id: z.string().describe('Makes the upload idempotent; derived from the content if absent.').optional(),
    project: z.string().describe('Slug of the project.').optional(),
    suite: z.string().describe('The name of the suite; default if absent.').optional(),
    build: z
      .string()
      .describe('Which run. Documents of one build are parts of one execution; without it each is its own.')
      .optional(),
    runAttempt: z
      .int()
      .min(1)
      .max(LIMITS.runAttempt)
      .describe('1 for the first run of a build, 2 for its first re-run, which overlays it; 1 if absent.')
      .optional(),
    attempt: z
      .int()
      .min(1)
      .max(LIMITS.attempt)
      .describe(
        '2 or higher if the document repeats tests of an earlier one of this build, suite and leg: a test that failed there and passes here is flaky. Needs `build`. 1 if absent.',
      )
      .optional(),
    part: DocumentPart.optional(),
    code: DocumentCode.optional(),
    ci: DocumentCiRun.optional(),
    runner: z
      .strictObject({ name: z.string(), version: z.string().optional() })
      .describe('The runner of the tests; document if absent.')
      .optional(),
    environment: z
      .record(z.string(), z.string())
      .describe(`Facts of the machine, at most ${LIMITS.environment}.`)
      .optional(),
    tags: z.array(z.string()).optional(),
    codeowners: z
      .strictObject({ path: z.string(), text: z.string() })
      .describe(
        `The owners of files: the path and the content of CODEOWNERS, at most ${LIMITS.codeownersBytes} bytes.`,
      )
      .optional(),
    startedAt: EpochMs.describe(
      "Milliseconds since the epoch, at most a day after the server's clock; a start later than the upload becomes " +
        'the upload. If absent, the time of the upload minus the duration.',
    ).optional(),
    durationMs: Milliseconds.describe(
      'Duration in milliseconds; the sum of all attempts if absent.',
    ).optional(),
    status: z
      .enum(['passed', 'failed', 'interrupted'])
      .describe("The runner's own result; if absent, failed if a test or anything outside of tests failed.")
      .optional(),
    results: z.array(Result),
    errors: z
      .array(z.strictObject({ file: z.string().optional(), failure: Failure }))
      .describe('Failures outside any test.')
      .optional(),
  } satisfies Named<Document>)
  .meta({
    id: 'ExecutionDocument',
    description: 'A whole execution. The server rejects unknown fields by name, at any depth.',
  })

export const CtrfReport = z
  .looseObject({ results: z.looseObject({ tests: z.array(z.looseObject({})) }) })
  .meta({ id: 'CtrfReport', description: 'An unchanged report of the Common Test Report Format.' })
