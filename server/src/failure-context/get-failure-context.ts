import type { failureContextOperations } from '@svc/schema'
import type { ArtifactStore } from '../artifacts/artifact-store.ts'
import type { Context } from '../kernel/context.ts'
import { EncodedJson } from '../kernel/encoded-json.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { code } from '../kernel/quoted.ts'
import { iso } from '../kernel/time.ts'
import { withinBudget } from '../kernel/within-budget.ts'
import { addDocuments, type SearchDocuments } from './answer/add-documents.ts'
import { addLeases, type FindLeases } from './answer/add-leases.ts'
import { addSnapshots } from './answer/add-snapshots.ts'
import { addStanding } from './answer/add-standing.ts'
import { compose as composeWithin } from './answer/compose.ts'
import type { Draft } from './clusters/draft.ts'
import { executionsMeant } from './find-executions.ts'
import type { ToGather } from './gather-failures.ts'

type Get = Handlers<typeof failureContextOperations>['getFailureContext']

/** The objects that the verb works with. */
export interface FailureContextParts {
  files: ArtifactStore
  /**
   * `gatherFailures`, on another thread if there is much to compare. A property, not a method, so
   * that the compiler rejects a call that leaves something out.
   */
  gather: (call: Gathering) => Promise<Draft | EncodedJson>
  /** Documents for the words of an error; absent while there is no search. */
  searchDocuments: SearchDocuments
  findLeases: FindLeases
}

/** `recheck` reads the credential again after the wait for a thread. */
export interface Waiting {
  signal: () => AbortSignal
  recheck: () => Promise<Context>
}

type Gathering = Waiting & { ctx: Context; input: ToGather }

/** Everything that helps to fix failures, within a number of tokens. Throws NOT_FOUND with near matches. */
export const getFailureContext =
  ({ files, gather, searchDocuments, findLeases }: FailureContextParts) =>
  async ({ ctx, input, signal, recheck }: Parameters<Get>[0] & Waiting): ReturnType<Get> => {
    const after = input.cursor === undefined ? undefined : readCursor(ctx, input.cursor)
    const { because, rows, more, standing } = await executionsMeant(ctx, input)
    const toGather: ToGather = {
      executions: rows.map((row) => row.public_id),
      test: input.test,
      fingerprint: input.fingerprint,
      after,
    }
    const made = await gather({ ctx, input: toGather, signal, recheck })
    const draft =
      made instanceof EncodedJson ? (JSON.parse(Buffer.from(made.bytes).toString()) as Draft) : made
    if (draft.clusters.length === 0 && !after && (input.test ?? input.fingerprint) !== undefined)
      throw await noSuchFailure(ctx, draft, {
        ...input,
        projectIds: [...new Set(rows.map((row) => row.project_id))],
      })
    addStanding(draft, standing)
    await Promise.all([
      addSnapshots(ctx, files, draft),
      addDocuments(ctx, draft, searchDocuments),
      addLeases(ctx, draft, findLeases),
    ])
    const { maxTokens, cursor: _cursor, project: _project, ...filters } = input
    const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
    const compose = (most: number) => ({
      because: more > 0 ? `${because}, without ${more} older suites` : because,
      totals: draft.totals,
      ...composeWithin(draft, {
        because,
        maxTokens: most,
        isLater: after !== undefined,
        asked,
        cursorAfter: ({ execution, fingerprint, rank }) => ctx.cursors.encode([execution, fingerprint, rank]),
      }),
    })
    return withinBudget(maxTokens, compose, ({ text, ...data }) => ({ text, data }))
  }

/** The newest execution of these projects with this failure. */
const lastWith = ({ store, caller }: Context, projectIds: number[], fingerprint: string) =>
  store.read
    .selectFrom('failure_cluster')
    .innerJoin('failure_run', 'failure_run.cluster_id', 'failure_cluster.id')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['execution.public_id', 'failure_run.started_at'])
    .where('project.organization_id', '=', caller.organizationId)
    .where('failure_cluster.project_id', 'in', projectIds)
    .where('failure_cluster.fingerprint', '=', fingerprint)
    .orderBy('failure_run.started_at', 'desc')
    .orderBy('failure_run.execution_id', 'desc')
    .limit(1)
    .executeTakeFirst()

function readCursor({ cursors }: Context, cursor: string): NonNullable<ToGather['after']> {
  const [execution, fingerprint, rank] = cursors.decode(cursor, ['string', 'string', 'number'])
  return { execution, fingerprint, rank }
}

interface Missing {
  test?: string | undefined
  fingerprint?: string | undefined
  projectIds: number[]
}

async function noSuchFailure(
  ctx: Context,
  { near, totals }: Draft,
  { test, fingerprint, projectIds }: Missing,
): Promise<Problem> {
  const name = test === undefined ? 'fingerprint' : 'test'
  // Guidelines and documents name failures of older executions.
  const last =
    test === undefined && fingerprint !== undefined ? await lastWith(ctx, projectIds, fingerprint) : undefined
  if (last)
    return new Problem(
      'NOT_FOUND',
      `No failure of these executions has this fingerprint. The newest with it is execution ${last.public_id} of ${iso(last.started_at).slice(0, 10)}: give that as execution.`,
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
