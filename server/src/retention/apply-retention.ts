import { releaseArtifacts } from '../artifacts/release.ts'
import { purgeNext } from '../deletion/purge-next.ts'
import { softDeleteExecutions } from '../deletion/soft-delete.ts'
import { packNext } from '../results/archive-results.ts'
import { removeResults } from '../results/remove-results.ts'
import type { Store } from '../store/open.ts'
import { type Db, forUpdate, isOneOf } from '../store/portable.ts'
import {
  baseBranches,
  type Class,
  type DueQuery,
  dueToArchive,
  dueToDelete,
  dueToReleaseArtifacts,
  dueToRemoveResults,
} from './due.ts'
import { forgetAudit, forgetCodeowners, forgetReasons } from './forget-rows.ts'
import { giveBackSpace } from './give-back-space.ts'
import { deleteLeftovers } from './leftovers.ts'
import { type Paced, RetentionStopped } from './pace.ts'
import { type RetentionDays, readRetention } from './policy.ts'

/** Executions per look-up. */
const PAGE = 200
/** Executions per transaction if each is a handful of rows. */
const TOGETHER = 5

/** The number of executions that each step changed. */
export interface RetentionCounts {
  archived: number
  resultsRemoved: number
  artifactsReleased: number
  deleted: number
}

export interface RetentionOptions {
  defaults: RetentionDays
  /** Milliseconds since the epoch. */
  now: number
  /** Called for an execution whose archiving failed; the run continues with the next. */
  onFailure: (executionId: number, error: unknown) => void
}

/**
 * Applies retention in short transactions with rests between them. A kill at any moment leaves a consistent
 * database, and the next run continues from there.
 */
export async function applyRetention(pace: Paced, options: RetentionOptions): Promise<RetentionCounts> {
  const { store } = pace
  const counts: RetentionCounts = { archived: 0, resultsRemoved: 0, artifactsReleased: 0, deleted: 0 }
  await clearRows(pace, options.now)
  const organizations = await store.read
    .selectFrom('organization')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of organizations) {
    const days = await readRetention(store.read, id, options.defaults)
    const projects = await store.read
      .selectFrom('project')
      .select('id')
      .where('organization_id', '=', id)
      .orderBy('id')
      .execute()
    for (const project of projects) await applyToProject(pace, project.id, days, options, counts)
    if (days.auditDays !== null) await forgetAudit(pace, id, days.auditDays, options.now)
  }
  await giveBackSpace(pace)
  return counts
}

async function applyToProject(
  pace: Paced,
  projectId: number,
  days: RetentionDays,
  options: RetentionOptions,
  counts: RetentionCounts,
): Promise<void> {
  const { store } = pace
  const { now } = options
  const bases = await baseBranches(store, projectId, now)
  const ask = (kept: number): DueQuery => ({ projectId, days: kept, now, limit: PAGE })
  const classes: [Class, number | null, number | null][] = [
    ['passing', days.passingArtifactDays, days.passingDetailDays],
    ['failing', days.failingArtifactDays, days.failingDetailDays],
  ]
  const { executionDays, archiveAfterDays } = days
  if (executionDays !== null)
    counts.deleted += await inTurn(
      () => dueToDelete(store, ask(executionDays), bases).execute(),
      (ids) => deleteExecutions(store, ids, now),
    )
  for (const [kind, artifactDays, detailDays] of classes) {
    if (artifactDays !== null)
      counts.artifactsReleased += await inTurn(
        () => dueToReleaseArtifacts(store, ask(artifactDays), kind).execute(),
        (ids) => release(store, ids, now, artifactDays),
      )
    if (detailDays !== null)
      counts.resultsRemoved += await inTurn(
        () => dueToRemoveResults(store, ask(detailDays), bases, kind).execute(),
        (ids) => strip(store, ids, now),
      )
  }
  // Deletes the rows of removed results before archiving: fewer rows are in the way.
  await clearRows(pace, now)
  if (archiveAfterDays !== null)
    counts.archived += await archiveAll(pace, ask(archiveAfterDays), bases, options)
  await forgetReasons(pace, projectId, now)
  await forgetCodeowners(pace, projectId)
}

/** Handles everything that is due, some executions at a time; returns how many. */
async function inTurn(
  find: () => Promise<{ id: number }[]>,
  handle: (ids: number[]) => Promise<unknown>,
): Promise<number> {
  let handled = 0
  let first = 0
  for (;;) {
    const due = await find()
    // A failed execution is not retried in this run.
    if (due[0]?.id === first) return handled
    first = due[0]?.id ?? 0
    for (let index = 0; index < due.length; index += TOGETHER)
      await handle(due.slice(index, index + TOGETHER).map((row) => row.id))
    handled += due.length
    if (due.length < PAGE) return handled
  }
}

const deleteExecutions = (store: Store, executionIds: number[], now: number) =>
  store.write(async (db) => {
    const ids = await stillSettled(db, store, executionIds)
    if (ids.length > 0) await softDeleteExecutions(db, store.dialect, ids, now)
  })

const strip = (store: Store, executionIds: number[], now: number) =>
  store.write(async (db) => {
    for (const id of await stillSettled(db, store, executionIds)) await removeResults(db, id, now)
  })

const release = (store: Store, executionIds: number[], now: number, days: number) =>
  store.write(async (db) => {
    const reason = `Its retention period of ${days} ${days === 1 ? 'day' : 'days'} has passed.`
    await releaseArtifacts(db, { dialect: store.dialect, executionIds, now, reason })
  })

/** It may have been reopened between look-up and write. */
async function stillSettled(db: Db, store: Store, ids: number[]) {
  const rows = await db
    .selectFrom('execution')
    .select('id')
    .where(isOneOf(store.dialect, 'id', ids))
    .where('settled_at', 'is not', null)
    .orderBy('id')
    .$call(forUpdate(store.dialect))
    .execute()
  return rows.map((row) => row.id)
}

async function archiveAll(
  pace: Paced,
  query: DueQuery,
  bases: (string | null)[],
  { now, onFailure }: RetentionOptions,
): Promise<number> {
  const failed = new Set<number>()
  let archived = 0
  for (;;) {
    const due = await dueToArchive(pace.store, { ...query, limit: PAGE + failed.size }, bases).execute()
    const fresh = due.filter(({ id }) => !failed.has(id))
    for (const execution of fresh) {
      try {
        let state: Awaited<ReturnType<typeof packNext>>
        do state = await packNext(pace.store, execution, now)
        while (state === 'packed')
        if (state === 'sealed') archived++
        else failed.add(execution.id)
      } catch (error) {
        if (error instanceof RetentionStopped) throw error
        failed.add(execution.id)
        onFailure(execution.id, error)
      }
      await clearRows(pace, now)
    }
    if (fresh.length < PAGE) return archived
  }
}

/** Deletes unreferenced rows. */
async function clearRows({ store, rows }: Paced, now: number): Promise<void> {
  while (await deleteLeftovers(store, rows()));
  while (await purgeNext(store, now, rows()));
}
