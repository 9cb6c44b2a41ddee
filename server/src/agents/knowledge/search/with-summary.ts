import type { JoinBuilder } from 'kysely'
import type { Tables } from '../../../ground/store/tables.ts'

type Joined = 'chunk' | 'document_search' | 'document_revision'

/** Joins the shown revision's front matter to the chunk that the index finds by it: the first of its document. */
export const withSummary = (join: JoinBuilder<Pick<Tables, Joined>, Joined>) =>
  join
    .onRef('document_revision.document_id', '=', 'document_search.document_id')
    .onRef('document_revision.number', '=', 'document_search.revision')
    .on('chunk.position', '=', 0)
