import type { busEventOperations } from '@svc/schema'
import type { Context } from '../../kernel/context.ts'
import { newId } from '../../kernel/id.ts'
import { readPage } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { notFound, Problem } from '../../kernel/problem.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { describeVerifications, verificationRows } from './describe-verification.ts'
import { readEarlier, readRunsWith } from './earlier-runs.ts'
import { judgeRuns, type VerificationRow } from './judge-runs.ts'
import { recordRuns, watchedOf } from './record-verification.ts'
import type { SettledRun } from './settled-runs.ts'

type Verbs = Handlers<typeof busEventOperations>

/** Fixes that one agent waits for. */
const MOST_WAITING = 100

export const verifyFix =
  (parts: WorkParts): Verbs['verifyFix'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { fingerprint, commit } = input
    const project = await visibleProject(ctx, input.project)
    const cluster = await ctx.store.lookup
      .selectFrom('failure_cluster')
      .select('id')
      .where('project_id', '=', project.id)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    if (!cluster) throw notFound('failure')
    const of = { agentId: agent.id, projectId: project.id, fingerprint, commit }
    const known = await readSame(ctx, of)
    if (known && known.state !== 'waiting') return describe(ctx, known.id)
    const now = ctx.clock()
    const runs = await readRunsWith(ctx.store, project.id, commit)
    const to = Math.min(now, ...runs.map((run) => run.started_at))
    const earlier = await readEarlier(ctx.store, { projectId: project.id, clusterId: cluster.id, commit, to })
    const watched = { project_id: project.id, fingerprint, ...watchedOf(earlier) }
    const judged = await judgeRuns(ctx.store, watched, runs)
    if (known) {
      // The evidence has changed since the first call. The answer contains the state, so no message
      // is sent.
      const executionIds = runs.map((run) => run.id)
      await tellAfter(parts, ctx.store, async (db) => {
        await recordRuns(db, ctx.store.dialect, known.id, { executionIds, judged, earlier }, now)
      })
      return describe(ctx, known.id)
    }
    const id = await tellAfter(parts, ctx.store, async (db) => {
      const { count } = await db
        .selectFrom('fix_verification')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('agent_id', '=', agent.id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST_WAITING)
        throw new Problem(
          'CONFLICT',
          `${agent.name} waits for ${MOST_WAITING} fixes already. Wait until some are decided.`,
        )
      const made = await db
        .insertInto('fix_verification')
        .values({
          ...watched,
          public_id: newId(now),
          agent_id: agent.id,
          commit_sha: commit,
          state: 'waiting',
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['agent_id', 'project_id', 'fingerprint', 'commit_sha']).doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      // The answer contains the state, so no message is sent.
      if (made) await recordRuns(db, ctx.store.dialect, made.id, { executionIds: [], judged }, now)
      return made?.id ?? null
    })
    if (id !== null) await addMissed(ctx, parts, id, { watched, commit, known: runs })
    const stored = id ?? (await readSame(ctx, of))?.id
    if (stored === undefined) throw notFound('verification')
    return describe(ctx, stored)
  }

/**
 * Adds runs that settled before the verification was stored, whose events therefore did not find
 * it.
 */
async function addMissed(
  ctx: Context,
  parts: WorkParts,
  id: number,
  {
    watched,
    commit,
    known,
  }: { watched: Parameters<typeof judgeRuns>[1]; commit: string; known: SettledRun[] },
): Promise<void> {
  const seen = new Set(known.map((run) => run.id))
  const missed = (await readRunsWith(ctx.store, watched.project_id, commit)).filter(
    (run) => !seen.has(run.id),
  )
  if (missed.length === 0) return
  const executionIds = missed.map((run) => run.id)
  const judged = await judgeRuns(ctx.store, watched, missed)
  await tellAfter(parts, ctx.store, async (db, tell) =>
    tell(await recordRuns(db, ctx.store.dialect, id, { executionIds, judged }, ctx.clock())),
  )
}

const readSame = (
  { store }: Context,
  of: { agentId: number; projectId: number; fingerprint: string; commit: string },
): Promise<Pick<VerificationRow, 'id' | 'state'> | undefined> =>
  store.read
    .selectFrom('fix_verification')
    .select(['id', 'state'])
    .where('agent_id', '=', of.agentId)
    .where('project_id', '=', of.projectId)
    .where('fingerprint', '=', of.fingerprint)
    .where('commit_sha', '=', of.commit)
    .executeTakeFirst()

async function describe(ctx: Context, id: number) {
  const rows = await verificationRows(ctx).where('fix_verification.id', '=', id).execute()
  const [described] = await describeVerifications(ctx, rows)
  if (!described) throw notFound('verification')
  return described
}

export const getFixVerification: Verbs['getFixVerification'] = async ({ ctx, input }) => {
  const row = await verificationRows(ctx)
    .where('fix_verification.public_id', '=', input.id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('verification')
  return describe(ctx, row.id)
}

export const listFixVerifications: Verbs['listFixVerifications'] = async ({ ctx, input }) => {
  let query = verificationRows(ctx)
  if (input.project !== undefined)
    query = query.where('project.id', '=', (await visibleProject(ctx, input.project)).id)
  const { page, nextCursor } = await readPage(ctx, query, 'fix_verification.id', input)
  return {
    items: await describeVerifications(ctx, page),
    nextCursor,
  }
}
