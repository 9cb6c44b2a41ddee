import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { AttemptStatus, attemptDetail, Failure, Milliseconds } from './wire-shapes.ts'

/** Shapes of what a document may say, for the reference; ingest itself checks what comes in. */

const Sha = z.string().regex(/^[0-9a-fA-F]{7,64}$/)
const Parents = z.array(Sha).max(LIMITS.parents)

const Code = z
  .strictObject({
    testedSha: Sha.describe(
      'The commit that was checked out; on a pull request often the merge of its head into its base.',
    ).optional(),
    headSha: Sha.describe('The head of the branch or pull request.').optional(),
    baseSha: Sha.describe("The base branch's commit that the tested merge was made with.").optional(),
    mergeBaseSha: Sha.describe(
      'Where head and base branch parted. With it a pull request is compared with runs of that very commit.',
    ).optional(),
    parents: Parents.describe('Parents of the tested commit, in the order git tells them.').optional(),
    tree: Sha.describe(
      'The tree of the tested commit (git rev-parse HEAD^{tree}): equal trees are equal code, whatever the commit.',
    ).optional(),
    dirty: z.boolean().describe('True where the working tree differs from the commit.').optional(),
    branch: z.string().optional(),
    baseBranch: z.string().describe('The branch a pull request wants to go to.').optional(),
    pullRequest: z.int().min(1).describe('Number of the pull request.').optional(),
    repository: z
      .string()
      .describe("owner/name or the remote's path; names the project where nothing else does.")
      .optional(),
    defaultBranch: z
      .string()
      .describe("The repository's default branch, where it is known; the project takes it where it has none.")
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
      .describe('Commits before the tested one, newest first: by them a base is found.')
      .optional(),
    message: z
      .string()
      .describe(`Message of the tested commit; ${LIMITS.commitMessageBytes} characters are kept.`)
      .optional(),
    fork: z
      .boolean()
      .describe('True where the pull request comes from another repository: it is then trusted as a fork is.')
      .optional(),
  })
  .meta({ id: 'DocumentCode', description: 'Which code was tested; leave out what is not known.' })

const Part = z
  .strictObject({
    job: z.string().describe('The CI job; empty where absent.').optional(),
    package: z
      .string()
      .describe('Folder of the package relative to the root; empty, for the root itself, where absent.')
      .optional(),
    config: z.string().describe("The runner's config file; empty where absent.").optional(),
    leg: z
      .string()
      .describe('What a CI matrix varies; default where absent. Results of two legs stand side by side.')
      .optional(),
    shard: z
      .strictObject({
        index: z.int().min(1).describe('From 1 to total.'),
        total: z.int().min(1).max(LIMITS.shards),
      })
      .describe('Which shard of how many; the execution waits for all of them.')
      .optional(),
  })
  .meta({ id: 'DocumentPart', description: 'What tells the parts of one build apart.' })

const CiRun = z
  .strictObject({
    provider: z.string().min(1).describe('For example GitHub Actions.'),
    url: z.string().describe('Its page, http or https.').optional(),
    event: z.string().describe('For example pull_request.').optional(),
    workflow: z.string().optional(),
  })
  .meta({
    id: 'DocumentCiRun',
    description:
      "The CI run it comes from. Without it the execution is somebody's own, which counts in history and as a base only " +
      'in a project without any CI run.',
  })

const EpochMs = z.number().describe('Milliseconds since the epoch.')

const DocumentResult = z
  .strictObject({
    file: z.string(),
    titles: z
      .array(z.string())
      .min(1)
      .describe("Describe blocks from the outside in, then the test's title."),
    variant: z.string().describe('The Playwright or Vitest project, or a label of yours.').optional(),
    status: AttemptStatus.describe('Of a test with a single attempt; else give attempts.').optional(),
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
  })
  .meta({ id: 'DocumentResult' })

export const ExecutionDocument = z
  .strictObject({
    id: z
      .string()
      .describe('Makes sending it twice harmless; taken from the content where absent.')
      .optional(),
    project: z.string().describe('Slug of the project.').optional(),
    suite: z.string().describe('What is run; default where absent.').optional(),
    build: z
      .string()
      .describe('Which run. Documents of one build are parts of one execution; without it each is its own.')
      .optional(),
    runAttempt: z
      .int()
      .min(1)
      .max(LIMITS.runAttempt)
      .describe('1 for the first run of a build, 2 for its first re-run, which overlays it; 1 where absent.')
      .optional(),
    part: Part.optional(),
    code: Code.optional(),
    ci: CiRun.optional(),
    runner: z
      .strictObject({ name: z.string(), version: z.string().optional() })
      .describe('What ran the tests; document where absent.')
      .optional(),
    environment: z
      .record(z.string(), z.string())
      .describe(`Facts of the machine, at most ${LIMITS.environment}.`)
      .optional(),
    tags: z.array(z.string()).optional(),
    codeowners: z
      .strictObject({ path: z.string(), text: z.string() })
      .describe(
        `Who owns which files: where CODEOWNERS lies, and what stands in it, at most ${LIMITS.codeownersBytes} bytes.`,
      )
      .optional(),
    startedAt: EpochMs.describe(
      "Milliseconds since the epoch, at most a day after the server's clock; a start later than the upload becomes " +
        'the upload. Where absent, the upload less the duration.',
    ).optional(),
    durationMs: Milliseconds.describe(
      'Milliseconds it took; the sum of all attempts where absent.',
    ).optional(),
    status: z
      .enum(['passed', 'failed', 'interrupted'])
      .describe('What the runner said; where absent, failed if a test or anything outside of them did.')
      .optional(),
    results: z.array(DocumentResult),
    errors: z
      .array(z.strictObject({ file: z.string().optional(), failure: Failure }))
      .describe('Failures outside any test.')
      .optional(),
  })
  .meta({
    id: 'ExecutionDocument',
    description: 'A whole execution. A field that is not known is refused by name, at whatever depth.',
  })

export const CtrfReport = z
  .looseObject({ results: z.looseObject({ tests: z.array(z.looseObject({})) }) })
  .meta({ id: 'CtrfReport', description: 'A report of the Common Test Report Format, as it is.' })
