import { type Db, type Dialect, forUpdate, isOneOf } from '../../store/portable.ts'
import type { Notice } from '../tell.ts'
import { becauseOf } from './describe-verification.ts'
import type { Earlier } from './earlier-runs.ts'
import type { Judged, VerificationRow } from './judge-runs.ts'
import { neededRuns } from './needed-runs.ts'

export interface Evidence {
  executionIds: number[]
  judged: Judged[]
  /**
   * How often the failure occurred without the fix, as known now; absent if it has not been
   * computed again.
   */
  earlier?: Earlier | undefined
}

/**
 * In the caller's transaction: records what these executions show about a fix, replacing their
 * earlier entries, and decides. The number of runs that a waiting verification needs follows the
 * evidence. Returns the messages to its requester; none if the state is unchanged.
 */
export async function recordRuns(
  db: Db,
  dialect: Dialect,
  verificationId: number,
  { executionIds, judged, earlier }: Evidence,
  now: number,
): Promise<Notice[]> {
  const row = await db
    .selectFrom('fix_verification')
    .selectAll()
    .where('id', '=', verificationId)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!row || row.state === 'refuted') return []
  if (executionIds.length > 0)
    await db
      .deleteFrom('fix_run')
      .where('verification_id', '=', row.id)
      .where(isOneOf(dialect, 'execution_id', executionIds))
      .execute()
  for (const { executionId, outcome, clean } of judged)
    await db
      .insertInto('fix_run')
      .values({
        verification_id: row.id,
        execution_id: executionId,
        project_id: row.project_id,
        outcome,
        clean,
      })
      .execute()
  const { clean: counted } = await db
    .selectFrom('fix_run')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('clean'), eb.lit(0)).as('clean'))
    .where('verification_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const clean = Number(counted)
  const back = judged.find(({ outcome }) => outcome === 'came-back')
  const watched = earlier && row.state === 'waiting' ? watchedOf(earlier) : {}
  const { needed } = { ...row, ...watched }
  const state = back ? 'refuted' : row.state === 'verified' || clean >= needed ? 'verified' : 'waiting'
  const next: VerificationRow = {
    ...row,
    ...watched,
    clean,
    state,
    refuted_by: back?.publicId ?? null,
    decided_at: state === row.state ? row.decided_at : now,
  }
  const { refuted_by, decided_at } = next
  await db
    .updateTable('fix_verification')
    .set({ ...watched, clean, state, refuted_by, decided_at })
    .where('id', '=', row.id)
    .execute()
  return state === row.state ? [] : [await noticeOf(db, next)]
}

/** What a verification stores about the runs without the fix. */
export const watchedOf = (earlier: Earlier) => ({
  tests: earlier.tests.join(' '),
  legs: earlier.legs.join(' '),
  suites: JSON.stringify(earlier.suites),
  needed: neededRuns(earlier),
  hits: earlier.hits,
  runs: earlier.runs,
})

async function noticeOf(db: Db, row: VerificationRow): Promise<Notice> {
  const { slug } = await db
    .selectFrom('project')
    .select('slug')
    .where('id', '=', row.project_id)
    .executeTakeFirstOrThrow()
  const { fingerprint, commit_sha: commit, state } = row
  return {
    to: row.agent_id,
    type: 'result',
    priority: 1,
    channel: 'fixes',
    payload: {
      text: becauseOf(row),
      event: 'fix.decided',
      verification: row.public_id,
      project: slug,
      fingerprint,
      commit,
      state,
      cleanRuns: row.clean,
      neededRuns: row.needed,
      execution: row.refuted_by,
      next:
        state === 'verified'
          ? `svc_verify_fix with fingerprint ${fingerprint} and commit ${commit} returns a draft of a document for svc_propose_update. svc_release frees the failure.`
          : `svc_get_failures with execution ${row.refuted_by} and fingerprint ${fingerprint} shows how it failed.`,
    },
  }
}
