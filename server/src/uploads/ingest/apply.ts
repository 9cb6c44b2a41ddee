import { type EndLine, type IngestReceipt, LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db, Dialect } from '../../ground/store/portable.ts'
import { type LockedExecution, lockExecution } from '../../results/executions/lock.ts'
import { prepareCodeowners } from '../../results/owners/store-codeowners.ts'
import { isLarge } from '../settlement/settle-one.ts'
import { type SettleTimes, settle } from '../settlement/settlement-rule.ts'
import type { KnownTests } from './intern-tests.ts'
import { gap, locatePart, type Sender } from './locate-part.ts'
import { noteAttempt } from './note-attempt.ts'
import type { PartRow } from './open-execution.ts'
import { type Opening, reopenFor } from './reopen-for.ts'
import type { Segment } from './segment.ts'
import { startTime } from './start-time.ts'
import { storeEntries } from './store-entries.ts'
import type { Ingested } from './upload-processor.ts'

/**
 * Stores one checked segment in one transaction: all of it or nothing. Entries the server already
 * holds are skipped. Null if it only began to reopen a large execution: call it again, with the same `opening`, once
 * others have had their turn. Throws CONFLICT for a gap, with the number of the entry to continue from.
 */
export async function applySegment(
  store: Store,
  known: KnownTests,
  segment: Segment,
  sender: Sender,
  times: SettleTimes,
  opening: Opening,
): Promise<Ingested | null> {
  const { codeowners: file } = segment.open
  const codeowners = segment.from === 0 && file ? prepareCodeowners(file) : undefined
  const prepared = { ...segment, codeowners }
  const { applied, opened } = await store.write(async (db, changes) => {
    const opened = { ...opening }
    const applied = await apply(db, store.dialect, known, prepared, sender, times, opened)
    if (applied) changes.onlyOf(applied.ingested.projectId)
    return { applied, opened }
  })
  Object.assign(opening, opened)
  applied?.remember()
  return applied?.ingested ?? null
}

async function apply(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  segment: Segment,
  sender: Sender,
  times: SettleTimes,
  opening: Opening,
) {
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
  opening: Opening,
) {
  const now = segment.receivedAt
  const located = await locatePart(db, dialect, segment, sender, opening)
  if (!located) return null
  const { execution, part, ...notes } = located
  const first = part.accepted - segment.from
  if (first < 0) throw gap(segment.from, part.accepted)
  const { warning } = startTime(segment)
  const warnings = warning !== null && part.accepted === 0 ? [warning] : []
  for (const note of notes.warnings) if (note) warnings.push(note)
  const fresh = segment.entries.length - first
  let remember = () => {}
  if (fresh > 0) {
    if (!(await reopenFor(db, execution, { ...segment.open, receivedAt: now }, sender, opening))) return null
    remember = await storeEntries(db, dialect, known, segment, first, execution, part, warnings)
    await advance(db, segment, first, execution, part)
    if (segment.entries.at(-1)?.[0] === 'end')
      warnings.push(...(await noteAttempt(db, dialect, segment, execution, part)))
  }
  await db
    .updateTable('part')
    .set({ last_seen_at: now })
    .where('execution_id', '=', execution.id)
    .where('number', '=', part.number)
    .execute()
  // The sender knows fewer entries than the server, so it cannot know that nothing follows.
  const isLost = segment.open.lost === true && fresh >= 0 && (await giveUp(db, execution, part))
  await db.updateTable('execution').set({ last_seen_at: now }).where('id', '=', execution.id).execute()
  execution.last_seen_at = now
  const whole =
    execution.solitary === 1 && (fresh > 0 || isLost) ? await lockExecution(db, dialect, execution.id) : null
  const settlesLater = whole !== null && isLarge(whole)
  if (whole && !settlesLater) await settle(db, whole, times, now)
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
  const ingested: Ingested = {
    receipt,
    projectId: execution.project_id,
    started: opening.isWrite,
    results: segment.entries.slice(first).filter(([kind]) => kind === 'attempt').length,
    toSettle: settlesLater ? execution.id : null,
  }
  return { ingested, remember }
}

/** Advances the part's mark to the end of the segment, and ends the part if its journal ends. */
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
            unfinished: end.unfinished ?? 0,
          }
        : // A part that was marked as lost and reports again is open again.
          part.state === 'lost'
          ? { state: 'open' as const }
          : {}),
    })
    .where('execution_id', '=', execution.id)
    .where('number', '=', part.number)
    .execute()
}

/** Marks an open part as lost; returns false if it has ended or is already lost. */
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
