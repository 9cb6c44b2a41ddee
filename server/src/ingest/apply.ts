import { type EndLine, freeProjectSlug, type IngestReceipt, LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { commitsOf, storeCommits } from '../commits/store-commits.ts'
import { countErrors } from '../executions/count-errors.ts'
import { type LockedExecution, lockExecution } from '../executions/lock.ts'
import { Problem } from '../kernel/problem.ts'
import { storeCodeowners } from '../owners/store-codeowners.ts'
import { findOrMakeProject, slugOf } from '../projects/find-or-make.ts'
import { type SettleTimes, settle } from '../settlement/settle.ts'
import type { Store } from '../store/open.ts'
import type { Db, Dialect } from '../store/portable.ts'
import { addCounts } from './add-counts.ts'
import type { Ingested, IngestJob } from './executor.ts'
import { requireSameSource } from './fork.ts'
import { groupByTest } from './group-by-test.ts'
import { interned } from './intern.ts'
import { internTests, type KnownTests } from './intern-tests.ts'
import {
  addPart,
  findPart,
  openExecution,
  type PartRow,
  partColumns,
  shardColumns,
} from './open-execution.ts'
import { reopenFor } from './reopen-for.ts'
import type { Segment } from './segment.ts'
import { startTime } from './start-time.ts'
import { storeErrors } from './store-errors.ts'
import { storeResults } from './store-results.ts'
import type { SupersedingPart } from './supersede.ts'

type Sender = Pick<IngestJob, 'organizationId' | 'apiKeyId' | 'projectId' | 'baseUrl' | 'mayStart'>

/**
 * Stores one checked segment in one transaction: all of it or nothing. Entries the server already
 * holds are passed over; a gap is refused with CONFLICT and the number to go on from.
 */
export async function applySegment(
  store: Store,
  known: KnownTests,
  segment: Segment,
  sender: Sender,
  times: SettleTimes,
): Promise<Ingested> {
  const { ingested, remember } = await store.write(async (db, changes) => {
    const { projectId, ...applied } = await apply(db, store.dialect, known, segment, sender, times)
    changes.onlyOf(projectId)
    return applied
  })
  remember()
  return ingested
}

async function apply(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  segment: Segment,
  sender: Sender,
  times: SettleTimes,
) {
  const opening = { isWrite: false }
  try {
    return await applyTo(db, dialect, known, segment, sender, times, opening)
  } catch (error) {
    // Reopening and reverting it costs the same as reopening.
    if (error instanceof Problem && error.code !== 'RATE_LIMITED' && opening.isWrite)
      error.facts.isWrite = true
    throw error
  }
}

async function applyTo(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  segment: Segment,
  sender: Sender,
  times: SettleTimes,
  opening: { isWrite: boolean },
) {
  const now = segment.receivedAt
  const { execution, part, ...notes } = await locate(db, dialect, segment, sender, opening)
  const first = part.accepted - segment.from
  if (first < 0) throw gap(segment.from, part.accepted)
  const { warning } = startTime(segment)
  const warnings = warning !== null && part.accepted === 0 ? [warning] : []
  for (const note of notes.warnings) if (note) warnings.push(note)
  const fresh = segment.entries.length - first
  let remember = () => {}
  if (fresh > 0) {
    await reopenFor(db, execution, { ...segment.open, receivedAt: now }, sender, opening)
    remember = await storeEntries(db, dialect, known, segment, first, execution, part, warnings)
    await advance(db, segment, first, execution, part)
  }
  await db
    .updateTable('part')
    .set({ last_seen_at: now })
    .where('execution_id', '=', execution.id)
    .where('number', '=', part.number)
    .execute()
  // A sender that knows less than the server cannot know that nothing will follow.
  const isLost = segment.open.lost === true && fresh >= 0 && (await giveUp(db, execution, part))
  await db.updateTable('execution').set({ last_seen_at: now }).where('id', '=', execution.id).execute()
  execution.last_seen_at = now
  if (execution.solitary === 1 && (fresh > 0 || isLost))
    await settle(db, await lockExecution(db, dialect, execution.id), times, now)
  const { state } = await db
    .selectFrom('execution')
    .select('state')
    .where('id', '=', execution.id)
    .executeTakeFirstOrThrow()
  const receipt: IngestReceipt = {
    journal: segment.open.journal,
    accepted: Math.max(part.accepted, segment.from + segment.entries.length),
    execution: { id: execution.public_id, url: `${sender.baseUrl}/executions/${execution.public_id}`, state },
    warnings: warnings.slice(0, LIMITS.warnings),
  }
  const ingested: Ingested = { receipt, started: opening.isWrite }
  return { ingested, remember, projectId: execution.project_id }
}

async function locate(
  db: Db,
  dialect: Dialect,
  segment: Segment,
  sender: Sender,
  opening: { isWrite: boolean },
) {
  const { open, receivedAt: now } = segment
  const known = await findPart(db, sender.organizationId, open.journal)
  if (known) {
    if (sender.projectId !== null && sender.projectId !== known.project_id)
      throw new Problem(
        'FORBIDDEN',
        'This API key writes to another project only. Use the key that started this upload.',
      )
    const execution = await lockExecution(db, dialect, known.execution_id)
    requireSameSource(execution, open)
    return {
      execution,
      part: await readPart(db, known.execution_id, known.number),
      warnings: [],
    }
  }
  const { startedAt, clockSkewMs } = startTime(segment)
  const { code } = open
  const isFork = open.trust === 'fork'
  const project = await findOrMakeProject(
    db,
    sender.organizationId,
    // What is true of the whole project is not for a fork to say.
    isFork
      ? { slug: open.project ?? slugOf(code.repository), repository: undefined, defaultBranch: undefined }
      : { slug: open.project, repository: code.repository, defaultBranch: code.defaultBranch },
    sender.projectId,
    now,
  )
  const asked = open.project ?? slugOf(code.repository)
  const { execution, started } = await openExecution(db, dialect, project.id, open, startedAt, now, sender)
  if (started) opening.isWrite = true
  // Another server may have begun the same journal while this one waited for the execution.
  const raced = await findPart(db, sender.organizationId, open.journal)
  if (raced)
    return {
      execution,
      part: await readPart(db, raced.execution_id, raced.number),
      warnings: [],
    }
  if (segment.from > 0) throw gap(segment.from, 0)
  const legs = await interned(db, dialect, 'leg', 'name', project.id, [open.part.leg])
  const legId = legs.get(open.part.leg) as number
  await reopenFor(db, execution, { ...open, receivedAt: now }, sender, opening)
  const part = await addPart(db, execution, open, legId, { startedAt, now, clockSkewMs }, sender.apiKeyId)
  // The errors of an attempt that this part runs again no longer hold.
  if (execution.errors > 0) await countErrors(db, execution.id)
  if (!isFork) await storeCommits(db, dialect, project.id, commitsOf(code))
  const warning = open.codeowners && (await storeCodeowners(db, execution, open.codeowners))
  await db
    .updateTable('execution')
    .set({ parts: sql<number>`parts + 1`, started_at: Math.min(execution.started_at, startedAt) })
    .where('id', '=', execution.id)
    .execute()
  return { execution, part, warnings: [warning, movedNote(asked, project.slug)] }
}

/** Says under which name the results are if theirs is reserved. */
const movedNote = (asked: string | undefined, slug: string): string | null =>
  asked === undefined || asked === slug || freeProjectSlug(asked) !== slug
    ? null
    : `"${asked}" is the name of a page of the organization, so the results are in the project "${slug}". Set SVC_PROJECT to a name of your own.`

const readPart = (db: Db, executionId: number, number: number): Promise<PartRow> =>
  db
    .selectFrom('part')
    .select(partColumns)
    .where('execution_id', '=', executionId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

const gap = (from: number, accepted: number) =>
  new Problem(
    'CONFLICT',
    `This segment begins with entry ${from}, but the server holds ${accepted} entries of the journal. Continue from entry ${accepted}.`,
    { acceptedEntries: accepted },
  )

async function storeEntries(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  segment: Segment,
  first: number,
  execution: LockedExecution,
  part: PartRow,
  warnings: string[],
): Promise<() => void> {
  const startedAt = Math.min(execution.started_at, part.started_at)
  const tests = await internTests(db, dialect, known, execution.project_id, segment, startedAt)
  const { reasons } = segment
  const gathered = groupByTest(segment, tests.ids, first)
  const errors = gathered.others.filter((entry) => entry[0] === 'error')
  await reasons.store(db, dialect, execution.project_id, segment.receivedAt, gathered.reasons)
  const others = await readOthers(db, execution.id, part.number)
  const target = { executionId: execution.id, part: overlayPart(part), others, continued: part.accepted > 0 }
  const { tally, collisions } = await storeResults(db, dialect, target, gathered, reasons)
  const dropped = await storeErrors(
    db,
    dialect,
    execution.id,
    part.number,
    errors,
    errors.map(([, { reason }]) => reasons.id(reason)),
  )
  if (dropped > 0)
    warnings.push(
      `An execution keeps 10,000 errors outside tests. The server dropped ${dropped} more of this upload.`,
    )
  if (collisions > 0)
    warnings.push(
      `Another part of the same run and leg reported ${collisions === 1 ? 'a test' : `${collisions} tests`} of this one too. The server keeps both. Give the jobs different legs (SVC_LEG), suites (SVC_SUITE) or variants (SVC_VARIANT).`,
    )
  for (const entry of gathered.others) if (entry[0] === 'warning') warnings.push(entry[1])
  await addCounts(db, execution, tally, warnings)
  if (errors.length > 0) await countErrors(db, execution.id)
  return tests.remember
}

async function readOthers(db: Db, executionId: number, own: number): Promise<Map<number, SupersedingPart>> {
  const rows = await db
    .selectFrom('part')
    .select(overlayColumns)
    .where('execution_id', '=', executionId)
    .where('number', '<>', own)
    .execute()
  return new Map(rows.map((row) => [row.number, overlayPart(row)]))
}

const overlayColumns = ['number', 'leg_id', 'run_attempt', 'tree', ...shardColumns] as const

const overlayPart = (row: Pick<PartRow, (typeof overlayColumns)[number]>): SupersedingPart => ({
  number: row.number,
  legId: row.leg_id,
  runAttempt: row.run_attempt,
  tree: row.tree,
  shard:
    row.shard_index === null
      ? null
      : { index: row.shard_index, of: JSON.stringify([row.package, row.config, row.shard_total]) },
})

/** Moves the part's mark to the end of the segment, and ends the part if its journal does. */
async function advance(db: Db, segment: Segment, first: number, execution: LockedExecution, part: PartRow) {
  const end = segment.entries.findLast(
    (entry, index): entry is EndLine => index >= first && entry[0] === 'end',
  )?.[1]
  await db
    .updateTable('part')
    .set({
      accepted: segment.from + segment.entries.length,
      ...(end
        ? {
            state: 'ended' as const,
            outcome: end.status,
            duration_ms: Math.round(end.durationMs),
            ended_at: Math.round(part.started_at + end.durationMs),
            truncated: end.truncated ?? 0,
            redacted: end.redacted ?? 0,
          }
        : // A part that was given up for lost and speaks again is open again.
          part.state === 'lost'
          ? { state: 'open' as const }
          : {}),
    })
    .where('execution_id', '=', execution.id)
    .where('number', '=', part.number)
    .execute()
}

/** Marks an open part as lost; false if it has ended or is lost already. */
async function giveUp(db: Db, execution: LockedExecution, part: PartRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('part')
    .set({ state: 'lost' })
    .where('execution_id', '=', execution.id)
    .where('number', '=', part.number)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
