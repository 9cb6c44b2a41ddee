import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { writeInTurn } from '../../ground/store/turns.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { applyStep, removalOf } from './search/index-steps.ts'
import { IS_SHOWN } from './search/shown-chunks.ts'

interface Place {
  id: number
  project_id: number
}

/** Chunks that one transaction removes, with their rows of the index. */
const AT_ONCE = 50

/** Removes earlier chunks that search no longer shows of any document, until the signal aborts. */
export async function removeAllSuperseded(store: Store, signal: AbortSignal): Promise<void> {
  const documents = await supersededChunks(store.read)
    .innerJoin('project', 'project.id', 'chunk.project_id')
    .select(['chunk.document_id as id', 'chunk.project_id', 'organization_id'])
    .distinct()
    .execute()
  for (const document of documents) if (!signal.aborted) await removeSuperseded(store, document)
}

/** The same for one document, in transactions between which others write. */
export async function removeSuperseded(
  store: Store,
  document: Place & { organization_id: number },
): Promise<void> {
  const { project_id, organization_id } = document
  const removeMore = () =>
    writeInTurn(store, organization_id, async (db, changes) => {
      changes.onlyOf(project_id)
      await lockProject(db, store.dialect, project_id)
      return removeSome(db, store.dialect, document)
    })
  while ((await hasSuperseded(store, document)) && (await removeMore()) === AT_ONCE);
}

const hasSuperseded = async ({ read }: Store, { id }: Place): Promise<boolean> =>
  (await supersededChunks(read)
    .select('chunk.id')
    .where('chunk.document_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Removes some in the transaction of a caller who has locked the project; returns how many. */
export async function removeSome(db: Db, dialect: Dialect, { id, project_id }: Place): Promise<number> {
  const rows = await supersededChunks(db)
    .leftJoin('chunk_search', 'chunk_search.chunk_id', 'chunk.id')
    .select(['chunk.id', 'chunk_search.words'])
    .where('chunk.document_id', '=', id)
    .orderBy('chunk.id')
    .limit(AT_ONCE)
    .execute()
  if (rows.length === 0) return 0
  const gone = rows.flatMap(({ id, words }) => (words === null ? [] : [{ id, words }]))
  await applyStep(db, dialect, { id, project_id }, removalOf(gone))
  const ids = rows.map((row) => row.id)
  await db
    .deleteFrom('chunk')
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  return rows.length
}

/** Chunks of earlier texts that search does not show. */
const supersededChunks = (read: Pick<Db, 'selectFrom'>) =>
  read
    .selectFrom('chunk')
    .leftJoin('document_search', 'document_search.document_id', 'chunk.document_id')
    .where('chunk.until_revision', 'is not', null)
    .where(sql<SqlBool>`(document_search.revision is null or not ${IS_SHOWN})`)
