import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { isBelow } from './below-folder.ts'

/** A stored document, as a push compares it with a file. */
export interface KnownDocument {
  rowId: number
  id: string
  revision: number
  hash: string
  /** Where its current revision came from. */
  source: 'rest' | 'push' | 'proposal'
  /** Of its earlier revisions. */
  earlier: Set<string>
}

/** The documents of these paths, by path. */
export async function readKnown(
  { read, dialect }: Pick<Store, 'dialect'> & { read: Pick<Store['read'], 'selectFrom'> },
  projectId: number,
  paths: string[],
): Promise<Map<string, KnownDocument>> {
  if (paths.length === 0) return new Map()
  const rows = await read
    .selectFrom('document')
    .innerJoin('document_revision as current', (join) =>
      join.onRef('current.document_id', '=', 'document.id').onRef('current.number', '=', 'document.revision'),
    )
    .select(['document.id', 'document.path', 'document.public_id', 'document.revision', 'document.hash'])
    .select('current.source')
    .where('document.project_id', '=', projectId)
    .where(isOneOf(dialect, 'document.path', paths))
    .execute()
  const known = new Map(
    rows.map((row): [string, KnownDocument] => [
      row.path,
      {
        rowId: row.id,
        id: row.public_id,
        revision: row.revision,
        hash: row.hash,
        source: row.source,
        earlier: new Set(),
      },
    ]),
  )
  const byRow = new Map([...known.values()].map((document) => [document.rowId, document]))
  const changed = [...byRow].filter(([, { source }]) => source !== 'push').map(([id]) => id)
  if (changed.length > 0)
    for (const { document_id, hash } of await read
      .selectFrom('document_revision')
      .select(['document_id', 'hash'])
      .where(isOneOf(dialect, 'document_id', changed))
      .execute())
      byRow.get(document_id)?.earlier.add(hash)
  return known
}

/**
 * What becomes of a file. A push from an older commit than the last one replaces nothing. A text that was changed on the server, by a person or an accepted proposal, is not replaced
 * by a file that does not contain the change.
 */
export function outcomeOf(
  hash: string,
  known: KnownDocument | undefined,
  { isOutdated, isOverwriting }: { isOutdated: boolean; isOverwriting: boolean },
): 'unchanged' | 'outdated' | 'wanted' | 'newer' | 'conflict' {
  if (known?.hash === hash) return 'unchanged'
  if (isOutdated) return 'outdated'
  if (!known) return 'wanted'
  if (known.source === 'push' || isOverwriting) return 'wanted'
  return known.earlier.has(hash) ? 'newer' : 'conflict'
}

/** Paths below a folder of documents that a push has written at least once. */
export async function readPushedPaths(
  { read }: Pick<Store, 'read'>,
  projectId: number,
  folder: string,
): Promise<string[]> {
  const rows = await read
    .selectFrom('document')
    .select('path')
    .where('project_id', '=', projectId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_revision')
          .select('number')
          .whereRef('document_revision.document_id', '=', 'document.id')
          .where('source', '=', 'push'),
      ),
    )
    .where(isBelow('document.path', folder))
    .orderBy('path')
    .execute()
  return rows.map(({ path }) => path)
}
