import type { ArtifactAnswer, DeclaredArtifact } from '@svc/protocol'
import type { artifactOperations } from '@svc/schema'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { type Db, forUpdate, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'
import {
  type Admission,
  type Attached,
  admitArtifact,
  type ExistingArtifacts,
  readAttached,
} from './admit-artifact.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { queueUnreferenced } from './drop-references.ts'
import { findMissing } from './find-missing.ts'
import { findPart, type JournalPart } from './find-part.ts'
import { contentNameOf, internFiles, type NamedFile } from './intern-files.ts'
import type { ArtifactLimits } from './limits.ts'
import type { Artifacts } from './open.ts'

/**
 * Stores the declared attachments of a journal's attempts, and returns those whose bytes the server wants.
 */
export const declareArtifacts =
  ({
    files,
    limits,
  }: Pick<Artifacts, 'files' | 'limits'>): Handlers<typeof artifactOperations>['declareArtifacts'] =>
  async ({ ctx, input }) => {
    const part = await findPart(ctx, input.journal)
    const items = withoutRepeats(input.items as DeclaredArtifact[])
    const attached = await readAttached(
      ctx.store,
      part,
      items.map((item) => item.entry),
    )
    const lost = await findLost(ctx, files, items)
    const answers = await ctx.store.write((db, changes) => {
      changes.onlyOf(part.projectId)
      return declare(db, ctx, { part, items, attached, lost, limits })
    })
    return { items: answers }
  }

/** If an attachment is declared several times, the last declaration counts. */
const withoutRepeats = (items: DeclaredArtifact[]): DeclaredArtifact[] => [
  ...new Map(items.map((item) => [attachmentKeyOf(item), item])).values(),
]

const attachmentKeyOf = ({ entry, number }: { entry: number; number: number }) => `${entry}/${number}`

interface Declaration {
  part: JournalPart
  items: DeclaredArtifact[]
  attached: Map<number, Attached>
  /** Ids of stored files that are missing in this server's store. */
  lost: Set<number>
  limits: ArtifactLimits
}

/**
 * The files that are stored according to their rows, but missing in this server's store: it requests their
 * bytes again.
 */
async function findLost(
  { store, caller }: Context,
  files: ArtifactStore,
  items: DeclaredArtifact[],
): Promise<Set<number>> {
  const sums = items.flatMap((item) => item.sha256 ?? [])
  if (sums.length === 0) return new Set()
  const rows = await store.read
    .selectFrom('artifact_file')
    .select(['id', 'key'])
    .select(sql<'stored'>`'stored'`.as('state'))
    .where('organization_id', '=', caller.organizationId)
    .where(isOneOf(store.dialect, 'sha256', sums))
    .where('stored_at', 'is not', null)
    .execute()
  return findMissing(files, rows)
}

async function declare(
  db: Db,
  { store: { dialect }, caller, clock }: Context,
  { part, items, attached, lost, limits }: Declaration,
): Promise<ArtifactAnswer[]> {
  // Otherwise two concurrent declarations could each claim the last free place.
  const execution = await db
    .selectFrom('execution')
    .select('id')
    .where('id', '=', part.executionId)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!execution) throw notFound('journal')
  const known = await readKnown(db, dialect, part, items)
  const held = await readHeld(db, part.executionId)
  const judged = items.map((item) => {
    const before = known.get(attachmentKeyOf(item))
    if (before && isStanding(before, item)) return { item, before, judgement: null }
    // It is being judged again, so its earlier row must not count against it.
    if (before) count(held, before, -1)
    const judgement = admitArtifact(item, attached.get(item.entry), held, limits)
    if (before && judgement.kind === 'tell') count(held, before, 1)
    return { item, before, judgement }
  })

  const wanted = judged.flatMap(({ judgement }) => (judgement?.kind === 'take' ? [judgement] : []))
  const now = clock()
  const { organizationId } = caller
  const files = await internFiles(db, dialect, wanted, { organizationId, part, lost, now })
  const answers: ArtifactAnswer[] = []
  const made: NewRow[] = []
  for (const { item, before, judgement } of judged) {
    const { entry, number } = item
    if (judgement === null) {
      const known = before as Known
      const isHere = known.state === 'stored' && !isWantedAgain(known, item, lost)
      answers.push({ entry, number, state: isHere ? 'stored' : 'send', id: known.public_id })
    } else if (judgement.kind === 'tell') answers.push(judgement.answer)
    else {
      const row = toRow(item, judgement, attached.get(entry) as Attached, files, newId(now))
      made.push(row)
      answers.push(answerOf(row))
    }
  }
  const replaced = judged.flatMap(({ before, judgement }) =>
    before && judgement && judgement.kind !== 'tell' ? [before] : [],
  )
  await replace(db, dialect, { part, made, replaced, now })
  return answers
}

type Known = Awaited<ReturnType<typeof readRows>>[number]

const readRows = (db: Db, dialect: Context['store']['dialect'], part: JournalPart, entries: number[]) =>
  db
    .selectFrom('artifact')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.id', 'artifact.public_id', 'entry', 'number', 'state', 'file_id'])
    .select(['artifact.size_bytes', 'artifact_file.sha256'])
    .where('execution_id', '=', part.executionId)
    .where('part', '=', part.number)
    .where(isOneOf(dialect, 'entry', entries))
    .execute()

/** The earlier declarations of these attempts, by their place. */
async function readKnown(
  db: Db,
  dialect: Context['store']['dialect'],
  part: JournalPart,
  items: DeclaredArtifact[],
): Promise<Map<string, Known>> {
  const rows = await readRows(db, dialect, part, [...new Set(items.map((item) => item.entry))])
  return new Map(rows.map((row) => [attachmentKeyOf(row), row]))
}

async function readHeld(db: Db, executionId: number): Promise<ExistingArtifacts> {
  const rows = await db
    .selectFrom('artifact')
    .select(({ fn }) => ['state', fn.countAll<number>().as('rows'), fn.sum<number>('size_bytes').as('bytes')])
    .where('execution_id', '=', executionId)
    .groupBy('state')
    .execute()
  const held: ExistingArtifacts = { rows: 0, files: 0, bytes: 0 }
  for (const { state, rows: number, bytes } of rows) {
    held.rows += number
    if (state === 'left') continue
    held.files += number
    held.bytes += bytes ?? 0
  }
  return held
}

const isSame = (before: Known, { sha256, sizeBytes }: DeclaredArtifact) =>
  before.sha256 === sha256 && before.size_bytes === sizeBytes

/** Keep the stored bytes: the reporter's file may have changed or disappeared since the upload. */
const isStanding = (before: Known, item: DeclaredArtifact) =>
  before.state === 'stored' || (before.state === 'awaited' && isSame(before, item))

/**
 * Even then the row stays stored, because the disk may be the wrong one: an unmounted folder, or
 * another machine's disk. If the same bytes arrive again, they replace the missing ones. Meanwhile
 * another server that has them serves them.
 */
const isWantedAgain = (before: Known, item: DeclaredArtifact, lost: Set<number>) =>
  lost.has(before.file_id ?? -1) && isSame(before, item)

function count(held: ExistingArtifacts, { state, size_bytes: bytes }: Known, by: 1 | -1): void {
  held.rows += by
  if (state === 'left') return
  held.files += by
  held.bytes += by * (bytes ?? 0)
}

type NewRow = Omit<Selectable<Tables['artifact']>, 'id' | 'execution_id' | 'part' | 'created_at'>

function toRow(
  { entry, number, sizeBytes }: DeclaredArtifact,
  judgement: Exclude<Admission, { kind: 'tell' }>,
  { testId, attempt, attachments }: Attached,
  files: Map<string, NamedFile>,
  id: string,
): NewRow {
  const { name = '', contentType = '' } = attachments[number] ?? {}
  const file = judgement.kind === 'take' ? files.get(contentNameOf(judgement)) : undefined
  return {
    public_id: id,
    entry,
    number,
    test_id: testId,
    attempt,
    name,
    content_type: contentType,
    size_bytes: sizeBytes ?? null,
    state: file === undefined ? 'left' : file.isStored ? 'stored' : 'awaited',
    reason: judgement.kind === 'leave' ? judgement.reason : null,
    file_id: file?.id ?? null,
  }
}

const answerOf = ({ entry, number, state, reason, public_id: id }: NewRow): ArtifactAnswer =>
  state === 'left'
    ? { entry, number, state, reason: reason ?? '' }
    : { entry, number, state: state === 'stored' ? 'stored' : 'send', id }

async function replace(
  db: Db,
  dialect: Context['store']['dialect'],
  { part, made, replaced, now }: { part: JournalPart; made: NewRow[]; replaced: Known[]; now: number },
): Promise<void> {
  if (replaced.length > 0)
    await db
      .deleteFrom('artifact')
      .where(
        isOneOf(
          dialect,
          'id',
          replaced.map((row) => row.id),
        ),
      )
      .execute()
  const column = <K extends keyof NewRow>(name: K) => made.map((row) => row[name])
  await insertColumns(db, dialect, 'artifact', {
    execution_id: part.executionId,
    part: part.number,
    created_at: now,
    public_id: column('public_id'),
    entry: column('entry'),
    number: column('number'),
    test_id: column('test_id'),
    attempt: column('attempt'),
    name: column('name'),
    content_type: column('content_type'),
    size_bytes: column('size_bytes'),
    state: column('state'),
    reason: column('reason'),
    file_id: column('file_id'),
  })
  // After a change meanwhile, the previous file may be unreferenced.
  await queueUnreferenced(
    db,
    dialect,
    replaced.flatMap((row) => row.file_id ?? []),
    now,
  )
}
