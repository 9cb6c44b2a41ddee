import type { ResultStatus } from '@svc/protocol'
import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import { findExecution } from '../executions/find.ts'
import { readOwnSlug } from '../executions/own-slug.ts'
import { readParts } from '../executions/read-parts.ts'
import { readRevision } from '../executions/revision.ts'
import { summaryOf } from '../executions/to-summary.ts'
import type { Place } from './archive/pages.ts'
import type { DescribeAttachments } from './attachments.ts'
import { readErrors } from './read-errors.ts'
import type { ResultsWanted } from './read-results.ts'
import { type ResultsEnd, type ResultsToWrite, writeResults } from './write-results.ts'

export interface DetailWanted {
  id: string
  status?: ResultStatus[] | undefined
  /** The id of a test, to read only its results: one for each leg and re-run. */
  test?: string | undefined
  /** The maximum number of results; all of them if absent. */
  limit?: number | undefined
  cursor?: string | undefined
}

/** Writes results like `writeResults`, but on another thread than the request's own. */
export type WriteElsewhere = (ctx: Context, wanted: ResultsToWrite) => AsyncGenerator<Uint8Array, ResultsEnd>

/** The number of results that the request's own thread reads and writes; more would block the event loop. */
const FEW = 500

/** An execution: the facts that are available at once, and its results as they are read. */
export interface ExecutionDetail {
  execution: object
  /** A text that differs whenever the answer does. */
  version: string
  /** The items of one JSON array in pieces, so that 200,000 results need no more memory than a thousand. */
  results: AsyncGenerator<string | Uint8Array, ResultsEnd>
  /** The cursor of a place in the results; null if the request asks for all of them. */
  cursorOf: Context['cursors']['encode'] | null
}

/** An execution with its parts, errors, results and artifacts. Throws NOT_FOUND before the first piece. */
export async function executionDetail(
  ctx: Context,
  wanted: DetailWanted,
  describe: DescribeAttachments,
  writeElsewhere: WriteElsewhere,
): Promise<ExecutionDetail> {
  const after = wanted.cursor ? ctx.cursors.decode(wanted.cursor, ['number', 'number']) : null
  const row = await findExecution(ctx, wanted.id)
  // Read before everything else, so that a later entry makes the next answer another version.
  const revision = await readRevision(ctx.store.read, row.id)
  const [organization, { parts, infos }, errors, attachments] = await Promise.all([
    readOwnSlug(ctx),
    readParts(ctx.store, row.id),
    readErrors(ctx.store, row.id),
    describe(ctx, row.id),
  ])
  const execution = {
    ...summaryOf(row, ctx.baseUrl),
    organization,
    parts,
    errors,
    warnings: JSON.parse(row.warnings),
    resultsRemovedAt: row.results_removed_at === null ? null : iso(row.results_removed_at),
  }
  const places = wanted.test === undefined ? undefined : await placesOf(ctx, row, infos, wanted.test)
  // Removed results may have rows until they are deleted; ignore them.
  const hasNone = row.results_removed_at !== null || places?.length === 0
  const limit = hasNone ? 0 : (wanted.limit ?? Number.POSITIVE_INFINITY)
  const toWrite = {
    executionId: row.id,
    parts: infos,
    statuses: wanted.status ?? null,
    ...(places && { places }),
    after,
    limit,
    attachments,
  }
  const most = places?.length ?? row.passed + row.failed + row.flaky + row.skipped
  const isLarge = Math.min(limit, most) > FEW
  // Another owner closes the store, so a thread would keep running.
  const results =
    isLarge && ctx.store.beforeClose ? writeElsewhere(ctx, toWrite) : writeResults(ctx.store, toWrite)
  const version = JSON.stringify([execution, revision, [...attachments], wanted])
  return { execution, version, results, cursorOf: wanted.limit === undefined ? null : ctx.cursors.encode }
}

/** Where the results of a test are, if it ran: at most one in each part. */
async function placesOf(
  { store }: Context,
  { project_id }: ExecutionRow,
  parts: ResultsWanted['parts'],
  test: string,
): Promise<Place[]> {
  const row = await store.read
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', project_id)
    .where('key', '=', test)
    .executeTakeFirst()
  return row ? [...parts.keys()].map((part): Place => [row.id, part]) : []
}
