import type { busEventOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { newId } from '../../../ground/kernel/id.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { noSuchFailure } from '../../../history/failures/no-such-failure.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { wholeSha } from '../../../results/commits/whole-sha.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { WorkParts } from '../dependencies.ts'
import { tellAfter } from '../tell.ts'
import { describeVerifications, verificationRows } from './describe-verification.ts'
import { type Earlier, readEarlier, readRunsWith } from './earlier-runs.ts'
import { type FixedRuns, judgeRuns, type VerificationRow } from './judge-runs.ts'
import { recordRuns, watchedOf } from './record-verification.ts'
import type { SettledRun } from './settled-runs.ts'
import { stillWaits, WATCHED_MS, watchedUntil } from './watched-until.ts'

type Verbs = Handlers<typeof busEventOperations>

/** Fixes that one agent, and the agents of one project, wait for: each run is judged for each of them. */
const MOST_WAITING = 100
const MOST_WAITING_IN_PROJECT = 1_000

export const verifyFix =
  (parts: WorkParts): Verbs['verifyFix'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { fingerprint } = input
    const project = await visibleProject(ctx, input.project)
    const commit = await wholeSha(ctx.store, project.id, input.commit)
    const cluster = await ctx.store.lookup
      .selectFrom('failure_cluster')
      .select('id')
      .where('project_id', '=', project.id)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    if (!cluster) throw await noSuchFailure(ctx, fingerprint)
    const of = { agentId: agent.id, projectId: project.id, fingerprint, commit }
    const known = await readSame(ctx, of)
    if (known && known.state !== 'waiting') return describe(ctx, known.id)
    const now = ctx.clock()
    const runs = (await readRunsWith(ctx.store, project.id))(commit)
    const to = Math.min(now, ...runs.map((run) => run.started_at))
    const [earlier] = await readEarlier(ctx.store, project.id, [{ clusterId: cluster.id, commit, to }])
    const fix = { fingerprint, ...watchedOf(earlier as Earlier) }
    const [judged = []] = await judgeRuns(ctx.store, project.id, [{ fix, runs }])
    if (known) {
      // The evidence has changed since the first call. The answer contains the state, so no message
      // is sent.
      const executionIds = runs.map((run) => run.id)
      await tellAfter(parts, ctx.store, async (db) => {
        if (watchedUntil(known) <= now) await refuseMoreWaiting(db, { agent, project }, now)
        await db
          .updateTable('fix_verification')
          .set({ asked_again_at: now })
          .where('id', '=', known.id)
          .execute()
        const evidence = { verificationId: known.id, executionIds, judged, earlier }
        await recordRuns(db, ctx.store.dialect, [evidence], now)
      })
      return describe(ctx, known.id)
    }
    const id = await tellAfter(parts, ctx.store, async (db) => {
      await refuseMoreWaiting(db, { agent, project }, now)
      const made = await db
        .insertInto('fix_verification')
        .values({
          ...fix,
          public_id: newId(now),
          project_id: project.id,
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
      const evidence = made && { verificationId: made.id, executionIds: [], judged }
      if (evidence) await recordRuns(db, ctx.store.dialect, [evidence], now)
      return made?.id ?? null
    })
    if (id !== null) await addMissed(ctx, parts, id, { projectId: project.id, fix, commit, known: runs })
    const stored = id ?? (await readSame(ctx, of))?.id
    if (stored === undefined) throw notFound('verification')
    return describe(ctx, stored)
  }

/** Throws CONFLICT if the agent or its project waits for as many fixes as it may. */
async function refuseMoreWaiting(
  db: Db,
  { agent, project }: { agent: { id: number; name: string }; project: { id: number; slug: string } },
  now: number,
): Promise<void> {
  const refuseAbove = async (most: number, column: 'agent_id' | 'project_id', id: number, who: string) => {
    const { count, oldest } = await db
      .selectFrom('fix_verification')
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.min(eb.fn.coalesce('asked_again_at', 'created_at')).as('oldest'),
      ])
      .where(column, '=', id)
      .where(stillWaits(now))
      .executeTakeFirstOrThrow()
    if (Number(count) < most) return
    throw new Problem(
      'CONFLICT',
      worded`${who} waits for ${most.toLocaleString('en')} fixes already. There is room when runs decide some; ${NEXT.requestRerun} asks for runs. svc also gives up a fix that its agent has not asked for again for 30 days, the next on ${iso(Number(oldest) + WATCHED_MS)}.`,
    )
  }
  await refuseAbove(MOST_WAITING, 'agent_id', agent.id, agent.name)
  await refuseAbove(MOST_WAITING_IN_PROJECT, 'project_id', project.id, `The project ${project.slug}`)
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
    projectId,
    fix,
    commit,
    known,
  }: { projectId: number; fix: FixedRuns['fix']; commit: string; known: SettledRun[] },
): Promise<void> {
  const seen = new Set(known.map((run) => run.id))
  const missed = (await readRunsWith(ctx.store, projectId))(commit).filter((run) => !seen.has(run.id))
  if (missed.length === 0) return
  const executionIds = missed.map((run) => run.id)
  const [judged = []] = await judgeRuns(ctx.store, projectId, [{ fix, runs: missed }])
  const evidence = { verificationId: id, executionIds, judged }
  await tellAfter(parts, ctx.store, async (db, tell) =>
    tell(await recordRuns(db, ctx.store.dialect, [evidence], ctx.clock())),
  )
}

const readSame = (
  { store }: Context,
  of: { agentId: number; projectId: number; fingerprint: string; commit: string },
): Promise<VerificationRow | undefined> =>
  store.read
    .selectFrom('fix_verification')
    .selectAll()
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
