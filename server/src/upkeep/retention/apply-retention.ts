import type { Store } from '../../ground/store/open.ts'
import { type Db, forUpdate, isOneOf } from '../../ground/store/portable.ts'
import { freePages, giveBackPages } from '../../ground/store/portable-disk.ts'
import { dropReferences } from '../../results/artifacts/drop-references.ts'
import { packNext } from '../../results/results/archive-results.ts'
import { removeResults } from '../../results/results/remove-results.ts'
import { purgeNext } from '../deletion/purge-next.ts'
import { softDeleteExecutions } from '../deletion/soft-delete.ts'
import {
  baseBranches,
  type Class,
  type DueQuery,
  dueToArchive,
  dueToDelete,
  dueToRemoveArtifacts,
  dueToRemoveResults,
} from './due-executions.ts'
import { forgetAudit, forgetCodeowners, forgetReasons } from './forget-rows.ts'
import { deleteLeftovers } from './leftovers.ts'
import { type Paced, RetentionStopped } from './pace.ts'
import { type RetentionDays, readRetention } from './periods.ts'

/** Executions per look-up. */
const PAGE = 200
/** The number of executions per transaction if each has few rows. */
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
 * Applies retention in short transactions with pauses between them. Organizations take turns, a few
 * executions each. A kill at any moment leaves a consistent database, and the next run continues
 * from there.
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
  await takeTurns(organizations.map(({ id }) => applyToOrganization(pace, id, options, counts)))
  await giveBackSpace(pace)
  return counts
}

/** Pauses after each step, so that others have their turn. */
type Steps<Result = void> = AsyncGenerator<void, Result>

async function takeTurns(works: Steps[]): Promise<void> {
  for (let waiting = works; waiting.length > 0; ) {
    const unfinished: Steps[] = []
    for (const work of waiting) if (!(await work.next()).done) unfinished.push(work)
    waiting = unfinished
  }
}

async function* applyToOrganization(
  pace: Paced,
  id: number,
  options: RetentionOptions,
  counts: RetentionCounts,
): Steps {
  const { store } = pace
  const days = await readRetention(store.read, id, options.defaults)
  const projects = await store.read
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', id)
    .orderBy('id')
    .execute()
  for (const project of projects) yield* applyToProject(pace, project.id, days, options, counts)
  if (days.auditDays !== null) await forgetAudit(pace, id, days.auditDays, options.now)
}

async function* applyToProject(
  pace: Paced,
  projectId: number,
  days: RetentionDays,
  options: RetentionOptions,
  counts: RetentionCounts,
): Steps {
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
    yield* inSteps(
      () => dueToDelete(store, ask(executionDays), bases).execute(),
      async (ids) => {
        await deleteExecutions(store, ids, now)
        counts.deleted += ids.length
      },
    )
  for (const [kind, artifactDays, detailDays] of classes) {
    if (artifactDays !== null)
      yield* inSteps(
        () => dueToRemoveArtifacts(store, ask(artifactDays), kind).execute(),
        async (ids) => {
          await dropArtifacts(store, ids, now, artifactDays)
          counts.artifactsReleased += ids.length
        },
      )
    if (detailDays !== null)
      yield* inSteps(
        () => dueToRemoveResults(store, ask(detailDays), bases, kind).execute(),
        async (ids) => {
          await strip(store, ids, now)
          counts.resultsRemoved += ids.length
        },
      )
  }
  // Deletes the rows of removed results before archiving: fewer rows are in the way.
  await clearRows(pace, now)
  if (archiveAfterDays !== null) yield* archiveAll(pace, ask(archiveAfterDays), bases, options, counts)
  await forgetReasons(pace, projectId, now)
  await forgetCodeowners(pace, projectId)
}

/** Handles everything that is due, some executions at a time. */
async function* inSteps(
  find: () => Promise<{ id: number }[]>,
  handle: (ids: number[]) => Promise<unknown>,
): Steps {
  let first = 0
  for (;;) {
    const due = await find()
    // A failed execution is not retried in this run.
    if (due[0]?.id === first) return
    first = due[0]?.id ?? 0
    for (let index = 0; index < due.length; index += TOGETHER) {
      await handle(due.slice(index, index + TOGETHER).map((row) => row.id))
      yield
    }
    if (due.length < PAGE) return
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

const dropArtifacts = (store: Store, executionIds: number[], now: number, days: number) =>
  store.write(async (db) => {
    const reason = `Its retention period of ${days} ${days === 1 ? 'day' : 'days'} has passed.`
    await dropReferences(db, { dialect: store.dialect, executionIds, now, reason })
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

async function* archiveAll(
  pace: Paced,
  query: DueQuery,
  bases: (string | null)[],
  { now, onFailure }: RetentionOptions,
  counts: RetentionCounts,
): Steps {
  const failed = new Set<number>()
  for (;;) {
    const due = await dueToArchive(pace.store, { ...query, limit: PAGE + failed.size }, bases).execute()
    const fresh = due.filter(({ id }) => !failed.has(id))
    for (const execution of fresh) {
      try {
        let state: Awaited<ReturnType<typeof packNext>>
        do state = await packNext(pace.store, execution, now)
        while (state === 'packed')
        if (state === 'sealed') counts.archived++
        else if (state === 'changed') failed.add(execution.id)
      } catch (error) {
        if (error instanceof RetentionStopped) throw error
        failed.add(execution.id)
        onFailure(execution.id, error)
      }
      await clearRows(pace, now)
      yield
    }
    if (fresh.length < PAGE) return
  }
}

/** Deletes unreferenced rows. */
async function clearRows({ store, rows }: Paced, now: number): Promise<void> {
  while (await deleteLeftovers(store, rows()));
  while (await purgeNext(store, now, rows()));
}

/** The number of free pages that stay; the next writes fill them. */
const KEPT = { share: 0.05, least: 1_024 }
/** A page of 4 KiB costs about as much as a few rows. */
const PAGES_PER_STEP = 128

/**
 * SQLite: truncates free pages from the end of the file, some at a time. Postgres reuses its own free space.
 */
async function giveBackSpace({ store }: Paced): Promise<void> {
  for (;;) {
    const { free, all } = await freePages(store.read, store.dialect)
    if (free <= Math.max(KEPT.least, all * KEPT.share) + PAGES_PER_STEP) return
    await store.write((db) => giveBackPages(db, store.dialect, PAGES_PER_STEP))
    if ((await freePages(store.read, store.dialect)).free >= free) return
  }
}
