import { freeProjectSlug } from '@svc/protocol'
import { sql } from 'kysely'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db, Dialect } from '../../ground/store/portable.ts'
import { findOrMakeProject, slugOf } from '../../people/projects/find-or-make.ts'
import { commitsOf, storeCommits } from '../../results/commits/store-commits.ts'
import { countErrors } from '../../results/executions/count-errors.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { storeCodeowners } from '../../results/owners/store-codeowners.ts'
import { requireSameSource } from './fork-source.ts'
import { interned } from './intern.ts'
import { addPart, findPart, openExecution, type PartRow, partColumns } from './open-execution.ts'
import { type Opening, reopenFor } from './reopen-for.ts'
import type { Segment } from './segment.ts'
import { startTime } from './start-time.ts'
import type { ReceivedUpload } from './upload-processor.ts'

export type Sender = Pick<
  ReceivedUpload,
  'organizationId' | 'apiKeyId' | 'projectId' | 'baseUrl' | 'mayStart'
>

/**
 * Finds the part of a journal, or adds it to its execution, which it locks. `opening` says whether an execution began
 * or ran again. Null if the execution was reopened only in part. Throws FORBIDDEN for a part of another project, and CONFLICT for a gap.
 */
export async function locatePart(
  db: Db,
  dialect: Dialect,
  segment: Segment,
  sender: Sender,
  opening: Opening,
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
    // A fork must not decide facts about the whole project.
    isFork
      ? { slug: open.project ?? slugOf(code.repository), repository: undefined, defaultBranch: undefined }
      : { slug: open.project, repository: code.repository, defaultBranch: code.defaultBranch },
    sender.projectId,
    now,
  )
  const asked = open.project ?? slugOf(code.repository)
  const { execution, started } = await openExecution(db, dialect, project.id, open, startedAt, now, sender)
  if (started) opening.isWrite = true
  // Another server may have started the same journal while this one waited for the execution.
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
  if (!(await reopenFor(db, execution, { ...open, receivedAt: now }, sender, opening))) return null
  const part = await addPart(db, execution, open, legId, { startedAt, now, clockSkewMs }, sender.apiKeyId)
  // Errors of an attempt that this part repeats no longer apply.
  if (execution.errors > 0) await countErrors(db, execution.id)
  if (!isFork) await storeCommits(db, dialect, project.id, commitsOf(code))
  const warning = segment.codeowners && (await storeCodeowners(db, execution, segment.codeowners))
  await db
    .updateTable('execution')
    .set({ parts: sql<number>`parts + 1`, started_at: Math.min(execution.started_at, startedAt) })
    .where('id', '=', execution.id)
    .execute()
  return { execution, part, warnings: [warning, movedNote(asked, project.slug)] }
}

/** Warns about the project name that the results get if theirs is reserved. */
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

/** The refusal of a segment that does not follow the stored entries. */
export const gap = (from: number, accepted: number) =>
  new Problem(
    'CONFLICT',
    `This segment begins with entry ${from}, but the server holds ${accepted} entries of the journal. Continue from entry ${accepted}.`,
    { acceptedEntries: accepted },
  )
