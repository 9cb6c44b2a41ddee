import type { failureOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { type Db, forUpdate, isOneOf } from '../../ground/store/portable.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import { findExecution } from '../../results/executions/find.ts'
import { requirePossible } from './require-possible.ts'
import { readCulprits, type StoredCulprit } from './stored-culprit.ts'

type Record = Handlers<typeof failureOperations>['recordCulprit']
type Sent = Parameters<Record>[0]['input']

/** Stores the culprit of a failure, and queues its event until after the commit. */
export const recordCulprit: Record = async ({ ctx, input }) => {
  const { fingerprint, execution: id } = input
  const execution = await findExecution(ctx, id)
  const projectId = execution.project_id
  const now = ctx.clock()
  requirePossible(input)
  await ctx.store.write(async (db, changes) => {
    changes.onlyOf(projectId)
    await requireFailure(ctx, db, execution.id, { projectId, fingerprint })
    const details = JSON.stringify(await toStored(ctx, db, projectId, input))
    const before = await db
      .selectFrom('culprit')
      .select('details')
      .where('project_id', '=', projectId)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    const { actor_name: sent_by } = await describeActor(db, ctx.caller)
    const values = { execution_id: execution.id, details, sent_by, created_at: now }
    await db
      .insertInto('culprit')
      .values({ project_id: projectId, fingerprint, ...values })
      .onConflict((conflict) => conflict.columns(['project_id', 'fingerprint']).doUpdateSet(values))
      .execute()
    // A search that finds the same is no news.
    if (before && shasIn(before.details) === shasIn(details)) return
    await announce(db, execution, { fingerprint, details, now })
  })
  const found = (await readCulprits(ctx, projectId, [fingerprint])).get(fingerprint)
  if (!found) throw notFound('failure')
  return found
}

/** Throws if the execution is gone meanwhile, or its project has never had the failure. */
async function requireFailure(
  { store }: Context,
  db: Db,
  executionId: number,
  { projectId, fingerprint }: { projectId: number; fingerprint: string },
): Promise<void> {
  // Locked, so that a deletion of its project cannot pass by.
  const locked = await db
    .selectFrom('execution')
    .select('project_id')
    .where('id', '=', executionId)
    .$call(forUpdate(store.dialect))
    .executeTakeFirst()
  if (locked?.project_id !== projectId) throw notFound('execution')
  const failure = await db
    .selectFrom('failure_cluster')
    .select('id')
    .where('project_id', '=', projectId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  if (!failure) throw notFound('failure')
}

const shasIn = (details: string): string =>
  (JSON.parse(details) as StoredCulprit).commits.map(({ sha }) => sha).join(' ')

async function toStored(
  { store }: Context,
  db: Db,
  projectId: number,
  { commits, commitCount, probability, before, after, skipped, command }: Sent,
): Promise<StoredCulprit> {
  const rows = await db
    .selectFrom('execution')
    .select(['head_sha', 'pull_request'])
    .where('project_id', '=', projectId)
    .where('pull_request', 'is not', null)
    .where(
      isOneOf(
        store.dialect,
        'head_sha',
        commits.map(({ sha }) => sha),
      ),
    )
    .limit(commits.length)
    .execute()
  const known = new Map(rows.map(({ head_sha, pull_request }) => [head_sha, pull_request]))
  return {
    commits: commits.map((commit) => ({
      ...commit,
      pullRequest: known.get(commit.sha) ?? pullRequestIn(commit.subject),
    })),
    ...{ commitCount, probability, before, after, skipped, command },
  }
}

/** As GitHub writes it into the message of a squashed or merged pull request. */
function pullRequestIn(subject: string): number | null {
  const [, merged, squashed] = /^Merge pull request #(\d{1,9})\b|\(#(\d{1,9})\)$/.exec(subject) ?? []
  const number = Number(merged ?? squashed ?? 0)
  return number > 0 ? number : null
}

type Found = Awaited<ReturnType<typeof findExecution>>

/** Queues the event, as `base.broke` is: only for clean CI runs of the default branch. */
async function announce(
  db: Db,
  { project_id, public_id, branch, trust, dirty, pull_request }: Found,
  { fingerprint, details, now }: { fingerprint: string; details: string; now: number },
): Promise<void> {
  if (trust !== 'ci' || dirty === 1 || pull_request !== null || branch === null) return
  if (!(await defaultBranches(db, project_id)).includes(branch)) return
  const project = await db
    .selectFrom('project')
    .select(['organization_id', 'slug'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const { commits, commitCount, probability } = JSON.parse(details) as StoredCulprit
  const payload = { executionId: public_id, project: project.slug, fingerprint, branch }
  await db
    .insertInto('outbox')
    .values({
      organization_id: project.organization_id,
      kind: 'base.culprit',
      payload: JSON.stringify({ ...payload, commits: commits.slice(-NAMED), commitCount, probability }),
      created_at: now,
    })
    .execute()
}

/** Commits of a range that the event names. */
const NAMED = 3
