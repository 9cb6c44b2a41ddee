import type { ciOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { type Db, forUpdate } from '../../ground/store/portable.ts'
import { teachProject } from '../../people/projects/find-or-make.ts'
import { storeCommits } from '../../results/commits/store-commits.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { findExecution } from '../../results/executions/find.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { nameFirst } from '../../uploads/settlement/name-first.ts'
import { settleOnRequest, settleOver } from '../../uploads/settlement/settle-on-request.ts'
import type { Settler } from '../../uploads/settlement/settle-one.ts'
import { isComplete, whatIsMissing } from '../../uploads/settlement/what-is-missing.ts'
import { chooseBase } from '../comparison/choose-base.ts'

type Facts = z.output<typeof ciOperations.addFacts.input>

export const addFacts =
  (settler: Settler): Handlers<typeof ciOperations>['addFacts'] =>
  async ({ ctx, input }) => {
    await fillIn(ctx, await findExecution(ctx, input.id), input)
    const row = await findExecution(ctx, input.id)
    const base = row.state === 'running' ? (await chooseBase(ctx, row)).base : null
    if (row.state === 'running' && (await isOver(ctx, row, base, input.settle)))
      await (input.settle === 'now' ? settleOver : settleOnRequest)(ctx, settler, row.id)
    const execution = await findExecution(ctx, input.id)
    const { waitingFor, settlesAt } = await whatIsMissing(ctx, execution, base)
    return {
      ...summaryOf(execution, ctx.baseUrl),
      waitingFor: nameFirst(waitingFor),
      settlesInMs: settlesAt === null ? null : Math.max(0, settlesAt - ctx.clock()),
      settled: execution.state !== 'running',
    }
  }

async function isOver(
  ctx: Context,
  head: ExecutionRow,
  base: ExecutionRow | null,
  settle: Facts['settle'],
): Promise<boolean> {
  if (settle !== 'if-complete') return settle === 'now'
  return isComplete(await whatIsMissing(ctx, head, base))
}

/** Writes new facts; increments `facts` if there were any, so that dependents are refreshed. */
async function fillIn({ store }: Context, { id, project_id }: ExecutionRow, facts: Facts): Promise<void> {
  if (!hasAny(facts)) return
  await store.write(async (db, changes) => {
    changes.onlyOf(project_id)
    // In the same order as an upload: the project before its execution.
    const isTaught = await teachProject(db, project_id, { defaultBranch: facts.defaultBranch })
    const query = db
      .selectFrom('execution')
      .select([...COLUMNS, 'tested_sha'])
      .where('id', '=', id)
    const known = await query.$call(forUpdate(store.dialect)).executeTakeFirst()
    // Deleted meanwhile; the answer reports that.
    if (!known) return
    const isGrown = await storeCommits(db, store.dialect, project_id, (facts.ancestry ?? []).map(commitOf))
    const isChangeNew = await storeChangedFiles(db, id, facts)
    const columns = columnsOf(facts)
    if (!(await isOfHead(db, project_id, known, facts.headSha))) delete columns.pull_request
    const news = Object.fromEntries(
      Object.entries(columns).filter(
        ([column, value]) => value !== undefined && known[column as (typeof COLUMNS)[number]] === null,
      ),
    )
    if (isTaught || isGrown || isChangeNew || Object.keys(news).length > 0)
      await db
        .updateTable('execution')
        .set({ ...news, facts: sql<number>`facts + 1` })
        .where('id', '=', id)
        .execute()
  })
}

/**
 * Stores the first list of changed files that an execution gets; returns whether this list is the
 * first.
 */
async function storeChangedFiles(
  db: Db,
  executionId: number,
  { changedFiles, moreChangedFiles }: Facts,
): Promise<boolean> {
  if (changedFiles === undefined) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('execution_change')
    .values({
      execution_id: executionId,
      files: JSON.stringify(changedFiles),
      more: moreChangedFiles ?? 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Whether an execution belongs to the head of a pull request, or to a merge of it. A workflow may run for a
 * pull request and test its base, as pull_request_target does: that says nothing about the pull request.
 */
async function isOfHead(
  db: Db,
  projectId: number,
  { head_sha, tested_sha }: { head_sha: string | null; tested_sha: string | null },
  headSha: string | undefined,
): Promise<boolean> {
  if (headSha === undefined || head_sha === null || head_sha === headSha) return true
  // If no upload reported the head, the tested commit replaces it.
  const tested = await db
    .selectFrom('commit')
    .select('parents')
    .where('project_id', '=', projectId)
    .where('sha', '=', tested_sha ?? '')
    .executeTakeFirst()
  const [, ...merged] = tested?.parents.split(' ') ?? []
  return merged.includes(headSha)
}

const COLUMNS = ['merge_base_sha', 'base_sha', 'head_sha', 'pull_request', 'base_branch'] as const

const columnsOf = (facts: Facts): Partial<Record<(typeof COLUMNS)[number], string | number | undefined>> => ({
  merge_base_sha: facts.mergeBaseSha,
  base_sha: facts.baseSha,
  head_sha: facts.headSha,
  pull_request: facts.pullRequest,
  base_branch: facts.baseBranch,
})

const hasAny = (facts: Facts) =>
  Object.values(columnsOf(facts)).some((value) => value !== undefined) ||
  facts.defaultBranch !== undefined ||
  facts.changedFiles !== undefined ||
  (facts.ancestry ?? []).length > 0

const commitOf = ({ sha, parents, tree }: NonNullable<Facts['ancestry']>[number]) => ({
  sha,
  parents,
  ...(tree === undefined ? {} : { tree }),
})
