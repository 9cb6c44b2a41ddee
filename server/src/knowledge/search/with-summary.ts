import type { JoinBuilder } from 'kysely'
import type { Tables } from '../../store/tables.ts'

/** Joins the current front matter to the chunk that the index finds by it: the first of its document. */
export const withSummary = (
  join: JoinBuilder<
    Pick<Tables, 'chunk' | 'document' | 'document_revision'>,
    'chunk' | 'document' | 'document_revision'
  >,
) =>
  join
    .onRef('document_revision.document_id', '=', 'document.id')
    .onRef('document_revision.number', '=', 'document.revision')
    .on('chunk.position', '=', 0)
