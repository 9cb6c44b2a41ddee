import { fitPage } from '../../ground/kernel/fit-page.ts'
import type { Db, Dialect } from '../../ground/store/portable.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { applyStep, removalOf } from './search/index-steps.ts'

/** Rows of the index, of chunks, and revisions that one transaction removes; a revision may have a text of 1 MiB. */
const ENTRIES = 100
/** Characters of their words, which are counted: below long headings, an entry may have 6,000. */
const ENTRY_CHARACTERS = 96 * 1024
const CHUNKS = 500
const REVISIONS = 20

/**
 * Removes some rows of a deleted document, in the transaction of a caller who has locked its project. Returns true if
 * none are left.
 */
export async function removeRows(
  db: Db,
  dialect: Dialect,
  document: { id: number; project_id: number },
): Promise<boolean> {
  const entries = await db
    .selectFrom('chunk_search')
    .select(['chunk_id as id', 'words'])
    .where('document_id', '=', document.id)
    .orderBy('chunk_id')
    .limit(ENTRIES)
    .execute()
  const gone = fitPage(entries, ({ words }) => words.length, ENTRY_CHARACTERS)
  await applyStep(db, dialect, document, removalOf(gone))
  if (entries.length === ENTRIES || gone.length < entries.length) return false
  const chunks = await db
    .selectFrom('chunk')
    .select('id')
    .where('document_id', '=', document.id)
    .limit(CHUNKS)
    .execute()
  const ids = chunks.map(({ id }) => id)
  await db
    .deleteFrom('chunk')
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  if (chunks.length === CHUNKS) return false
  const revisions = await db
    .selectFrom('document_revision')
    .select('number')
    .where('document_id', '=', document.id)
    .orderBy('number')
    .limit(REVISIONS)
    .execute()
  await db
    .deleteFrom('document_revision')
    .where('document_id', '=', document.id)
    .where('number', '<=', revisions.at(-1)?.number ?? 0)
    .execute()
  return revisions.length < REVISIONS
}
