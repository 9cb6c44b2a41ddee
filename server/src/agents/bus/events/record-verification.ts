import { neededRuns } from '@svc/prove/needed-runs'
import { sql } from 'kysely'
import { toolOrCommand } from '../../../ground/kernel/next-step.ts'
import {
  columnsAs,
  type Db,
  type Dialect,
  forUpdate,
  insertColumns,
  isOneOf,
} from '../../../ground/store/portable.ts'
import type { Notice } from '../tell.ts'
import { becauseOf } from './describe-verification.ts'
import type { Earlier } from './earlier-runs.ts'
import type { Judged, VerificationRow } from './judge-runs.ts'

/** What some executions show about a fix. */
export interface Evidence {
  verificationId: number
  executionIds: number[]
  judged: Judged[]
  /**
   * How often the failure occurred without the fix, as known now; absent if it has not been
   * computed again.
   */
  earlier?: Earlier | undefined
}

/**
 * In the caller's transaction: records what executions show about fixes, each named once, replacing their earlier
 * entries, and decides. The number of runs that a waiting verification needs follows the evidence. Returns the
 * messages to the requesters of those whose state changed.
 */
export async function recordRuns(
  db: Db,
  dialect: Dialect,
  evidence: Evidence[],
  now: number,
): Promise<Notice[]> {
  const ids = evidence.map(({ verificationId }) => verificationId)
  const rows = await db
    .selectFrom('fix_verification')
    .selectAll()
    .where(isOneOf(dialect, 'id', ids))
    .where('state', '<>', 'refuted')
    .orderBy('id')
    .$call(forUpdate(dialect))
    .execute()
  const given = new Map(evidence.map((one) => [one.verificationId, one]))
  const all = rows.map((row) => ({ row, evidence: given.get(row.id) as Evidence }))
  await replaceRuns(db, dialect, all)
  const clean = await countClean(db, dialect, rows)
  const decided = all.map(({ row, evidence }) => ({
    row,
    next: decide(row, evidence, clean.get(row.id) ?? 0, now),
  }))
  await update(
    db,
    dialect,
    decided.map(({ next }) => next),
  )
  const changed = decided.flatMap(({ row, next }) => (next.state === row.state ? [] : [next]))
  const slugs = await readSlugs(db, dialect, changed)
  return changed.map((row) => noticeOf(row, slugs.get(row.project_id) ?? ''))
}

interface Recorded {
  row: VerificationRow
  evidence: Evidence
}

async function replaceRuns(db: Db, dialect: Dialect, all: Recorded[]): Promise<void> {
  // Most fixes are in the same runs.
  for (const alike of Map.groupBy(all, ({ evidence }) => evidence.executionIds.join()).values())
    await db
      .deleteFrom('fix_run')
      .where(
        isOneOf(
          dialect,
          'verification_id',
          alike.map(({ row }) => row.id),
        ),
      )
      .where(isOneOf(dialect, 'execution_id', alike[0]?.evidence.executionIds ?? []))
      .execute()
  const runs = all.flatMap(({ row, evidence }) => evidence.judged.map((judged) => ({ row, ...judged })))
  await insertColumns(db, dialect, 'fix_run', {
    verification_id: runs.map(({ row }) => row.id),
    execution_id: runs.map(({ executionId }) => executionId),
    project_id: runs.map(({ row }) => row.project_id),
    outcome: runs.map(({ outcome }) => outcome),
    clean: runs.map(({ clean }) => clean),
  })
}

async function countClean(db: Db, dialect: Dialect, rows: VerificationRow[]): Promise<Map<number, number>> {
  const sums = await db
    .selectFrom('fix_run')
    .select(['verification_id', (eb) => eb.fn.sum<number>('clean').as('clean')])
    .where(
      isOneOf(
        dialect,
        'verification_id',
        rows.map(({ id }) => id),
      ),
    )
    .groupBy('verification_id')
    .execute()
  return new Map(sums.map(({ verification_id, clean }) => [verification_id, Number(clean)]))
}

function decide(
  row: VerificationRow,
  { judged, earlier }: Evidence,
  clean: number,
  now: number,
): VerificationRow {
  const back = judged.find(({ outcome }) => outcome === 'came-back')
  const watched = earlier && row.state === 'waiting' ? watchedOf(earlier) : {}
  const { needed } = { ...row, ...watched }
  const state = back ? 'refuted' : row.state === 'verified' || clean >= needed ? 'verified' : 'waiting'
  return {
    ...row,
    ...watched,
    clean,
    state,
    refuted_by: back?.publicId ?? null,
    decided_at: state === row.state ? row.decided_at : now,
  }
}

async function update(db: Db, dialect: Dialect, rows: VerificationRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = [
    'needed',
    'clean',
    'hits',
    'runs',
    'tests',
    'legs',
    'suites',
    'state',
    'refuted_by',
    'decided_at',
  ] as const
  const listed = columnsAs(dialect, {
    listed_id: rows.map(({ id }) => id),
    ...Object.fromEntries(columns.map((name) => [`new_${name}`, rows.map((row) => row[name])])),
  })
  const values = columns.map((name) => sql`${sql.id(name)} = listed.${sql.id(`new_${name}`)}`)
  await sql`update fix_verification set ${sql.join(values)} from ${listed}
    where fix_verification.id = listed.listed_id`.execute(db)
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

async function readSlugs(db: Db, dialect: Dialect, rows: VerificationRow[]): Promise<Map<number, string>> {
  if (rows.length === 0) return new Map()
  const projects = await db
    .selectFrom('project')
    .select(['id', 'slug'])
    .where(isOneOf(dialect, 'id', [...new Set(rows.map((row) => row.project_id))]))
    .execute()
  return new Map(projects.map(({ id, slug }) => [id, slug]))
}

function noticeOf(row: VerificationRow, slug: string): Notice {
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
          ? `${toolOrCommand(`svc_verify_fix with fingerprint ${fingerprint} and commit ${commit}`, 'api verifyFix')} returns a draft of a document. ${toolOrCommand('svc_propose_update', 'api createProposal')} submits it. ${toolOrCommand('svc_release', 'api releaseLease')} frees the failure.`
          : `${toolOrCommand(`svc_get_failures with execution ${row.refuted_by} and fingerprint ${fingerprint}`, `failures ${row.refuted_by} --context --fingerprint ${fingerprint}`)} shows how it failed.`,
    },
  }
}
