import type { failureContextOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import { cutText } from '../../ground/kernel/cut-text.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { code } from '../../ground/kernel/quoted.ts'
import { iso } from '../../ground/kernel/time.ts'
import { sameSize, withinBudget } from '../../ground/kernel/within-budget.ts'
import { failureElsewhere } from '../../history/failures/no-such-failure.ts'
import { readCulprits } from '../../history/failures/stored-culprit.ts'
import type { ArtifactStore } from '../../results/artifacts/artifact-store.ts'
import { addDocuments, type SearchDocuments } from './answer/add-documents.ts'
import { addFixes } from './answer/add-fixes.ts'
import { addSnapshots } from './answer/add-snapshots.ts'
import { compose as composeWithin } from './answer/compose.ts'
import type { ClusterData, Draft } from './clusters/draft.ts'
import { lastFailed } from './find/last-failed.ts'
import type { Standing } from './find/read-state.ts'
import { executionsMeant, type Meant } from './find-executions.ts'
import { testElsewhere } from './find-tests.ts'
import type { ToGather } from './gather-failures.ts'

type Get = Handlers<typeof failureContextOperations>['getFailureContext']
type Input = Parameters<Get>[0]['input']

/** The objects that the verb works with. */
export interface FailureContextParts {
  files: ArtifactStore
  /**
   * `gatherFailures`, on another thread if there is much to compare. A property, not a method, so
   * that the compiler rejects a call that leaves something out.
   */
  gather: (call: Waiting & { ctx: Context; input: ToGather }) => Promise<Draft | EncodedJson>
  /** Documents for the words of an error; absent while there is no search. */
  searchDocuments: SearchDocuments
  /** The same by words alone: a list searches for each of its failures, and a vector takes a call of a model. */
  searchByWords: SearchDocuments
  findLeases: FindLeases
}

/** `recheck` reads the credential again after the wait for a thread. */
export interface Waiting {
  signal: () => AbortSignal
  recheck: () => Promise<Context>
}

/** Everything that helps to fix failures, within a number of tokens. Throws NOT_FOUND with near matches. */
export const getFailureContext =
  ({ files, gather, searchDocuments, findLeases }: FailureContextParts) =>
  async ({ ctx, input, signal, recheck }: Parameters<Get>[0] & Waiting): ReturnType<Get> => {
    const after = input.cursor === undefined ? undefined : readCursor(ctx, input.cursor)
    const draftOf = async ({ rows, standing }: Meant): Promise<Draft> => {
      const executions = rows.map((row) => row.public_id)
      const { test, fingerprint } = input
      const toGather: ToGather = { executions, test, fingerprint, after }
      const made = await gather({ ctx, input: toGather, signal, recheck })
      const draft =
        made instanceof EncodedJson ? (JSON.parse(Buffer.from(made.bytes).toString()) as Draft) : made
      addStanding(draft, standing)
      return draft
    }
    const { draft, because, more, found } = await draftWanted(ctx, input, draftOf)
    const most = detailedWithin(input.maxTokens)
    await Promise.all([
      addSnapshots(ctx, files, draft, most),
      addDocuments(ctx, draft, searchDocuments, most),
      addLeases(ctx, draft, findLeases),
      addFixes(ctx, draft),
      addCulprits(ctx, draft),
    ])
    const { maxTokens, cursor: _cursor, project: _project, ...filters } = input
    const asked = Object.fromEntries(
      Object.entries({ ...filters, ...found, ...sameSize(maxTokens) }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const compose = async (most: number) => ({
      because: more > 0 ? `${because}, without ${more} older suites` : because,
      totals: draft.totals,
      ...(await composeWithin(draft, {
        because,
        maxTokens: most,
        isLater: after !== undefined,
        asked,
        cursorAfter: (last) =>
          ctx.cursors.encode(last ? [last.execution, last.fingerprint, last.rank] : ['', '', 0]),
      })),
    })
    return withinBudget(maxTokens, compose)
  }

/** Tokens of a cluster with its source, at least. */
const DETAIL_TOKENS = 200
const LEAST_DETAILED = 5

/** The number of clusters that this budget may show with their source: only their artifacts and documents are read. */
const detailedWithin = (maxTokens: number): number =>
  Math.max(LEAST_DETAILED, Math.ceil(maxTokens / DETAIL_TOKENS))

interface Wanted {
  draft: Draft
  because: string
  more: number
  /** The execution that was found by its failure, for the next calls. */
  found?: { execution: string }
}

/**
 * The failures of the executions that a call means. If it names none of them and the newest do not have its failure, the
 * newest that has: histories, guidelines and documents name failures and tests of older executions.
 */
async function draftWanted(
  ctx: Context,
  input: Input,
  draftOf: (meant: Meant) => Promise<Draft>,
): Promise<Wanted> {
  const meant = await executionsMeant(ctx, input)
  const draft = await draftOf(meant)
  const { test, fingerprint, cursor, project, suite } = input
  if (draft.clusters.length > 0 || cursor !== undefined || (test ?? fingerprint) === undefined)
    return { ...meant, draft }
  const projects = new Map(meant.rows.map((row) => [row.project_id, { id: row.project_id, slug: row.slug }]))
  const last = await lastFailed(ctx, [...projects.values()], input)
  const other = last ? undefined : await ofAnother(ctx, input, [...projects.values()])
  if (other) throw other
  if (!last || namesExecutions(input)) throw noSuchFailure(draft, input, last)
  const execution = last.execution
  const older = await executionsMeant(ctx, { project, suite, execution })
  const found = await draftOf(older)
  if (found.clusters.length === 0) throw noSuchFailure(draft, input, undefined)
  return { draft: found, because: BY_FAILURE, more: 0, found: { execution } }
}

const BY_FAILURE = 'the newest execution with this failure'

/** NOT_FOUND if only other projects have the failure or the test of this id; answers about those contain the ids. */
async function ofAnother(
  ctx: Context,
  { test, fingerprint }: Input,
  own: { id: number; slug: string }[],
): Promise<Problem | undefined> {
  if (fingerprint !== undefined)
    return failureElsewhere(
      ctx,
      fingerprint,
      own.map(({ id }) => id),
    )
  return test === undefined
    ? undefined
    : testElsewhere(
        ctx,
        test,
        own.map(({ slug }) => slug),
      )
}

/** Whether a call says which executions it is about. */
const namesExecutions = ({ execution, pr, branch, commit }: Input): boolean =>
  (execution !== undefined && execution.trim().toLowerCase() !== 'latest') ||
  (pr ?? branch ?? commit) !== undefined

function readCursor({ cursors }: Context, cursor: string): NonNullable<ToGather['after']> {
  const [execution, fingerprint, rank] = cursors.decode(cursor, ['string', 'string', 'number'])
  return { execution, fingerprint, rank }
}

function noSuchFailure(
  { near, totals }: Draft,
  { test }: Input,
  last: Awaited<ReturnType<typeof lastFailed>>,
): Problem {
  const name = test === undefined ? 'fingerprint' : 'test'
  if (last)
    return new Problem(
      'NOT_FOUND',
      `No failure of these executions has this ${name}. The newest with it is execution ${last.execution} of ${iso(last.startedAt).slice(0, 10)}: give that as execution.`,
      { saysNextCall: true },
    )
  if (totals.clusters === 0)
    return new Problem('NOT_FOUND', 'Nothing failed in these executions.', { saysNextCall: true })
  const meant =
    near.length > 0 && name === 'test'
      ? ` Failing tests with a similar name: ${near.map((one) => code(one, 200)).join('; ')}.`
      : ''
  return new Problem(
    'NOT_FOUND',
    `No failure of these executions has this ${name}.${meant} Omit ${name} for all failures.`,
    { saysNextCall: true, ...(name === 'fingerprint' && { similar: near }) },
  )
}

const MOST_OTHERS = 20

/** Adds which executions ran an older commit, and which suites have none, so that nobody takes a part for the whole. */
function addStanding(draft: Draft, { newest, older, absent }: Standing): void {
  draft.newest = newest
  for (const head of draft.heads) head.newerCommit = older.includes(head.id) ? newest : null
  draft.others = absent.slice(0, MOST_OTHERS).map((row) => ({
    project: row.slug,
    suite: row.suite,
    execution: row.public_id,
    state: row.state,
    commit: row.head_sha ?? row.tested_sha,
  }))
}

interface Failure {
  project: string
  /** Its fingerprint. */
  id: string
}

/** Finds the agents that work on failures. */
type FindLeases = (
  ctx: Context,
  subject: 'failure',
  failures: Failure[],
) => Promise<(of: Failure) => ClusterData['lease'] | null>

/** Adds the agent that works on each cluster, so that no other agent starts on it. */
async function addLeases(ctx: Context, { clusters }: Draft, find: FindLeases): Promise<void> {
  const failuresOf = ({ project, fingerprints }: Draft['clusters'][number]) =>
    fingerprints.map((id) => ({ project, id }))
  const leaseOf = await find(ctx, 'failure', clusters.flatMap(failuresOf))
  for (const cluster of clusters)
    for (const failure of failuresOf(cluster)) cluster.lease ??= leaseOf(failure) ?? undefined
}

/** Adds the commit that broke the base to each failure for which somebody has searched it. */
async function addCulprits(ctx: Pick<Context, 'store' | 'baseUrl'>, { clusters }: Draft): Promise<void> {
  for (const [projectId, own] of Map.groupBy(clusters, (cluster) => cluster.projectId)) {
    const found = await readCulprits(
      ctx,
      projectId,
      own.flatMap(({ fingerprints }) => fingerprints),
    )
    for (const cluster of own) {
      const [culprit] = cluster.fingerprints.flatMap((fingerprint) => found.get(fingerprint) ?? [])
      const commit = culprit?.commits.at(-1)
      if (!culprit || !commit) continue
      const { commitCount, probability } = culprit
      cluster.culprit = {
        commit: commit.sha,
        author: cutText(commit.author, 60),
        subject: cutText(commit.subject, 100),
        pullRequest: commit.pullRequest,
        ...{ commitCount, probability },
        branch: culprit.execution?.branch ?? null,
      }
    }
  }
}
