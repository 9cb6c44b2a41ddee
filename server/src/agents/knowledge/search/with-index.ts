import type { JoinBuilder } from 'kysely'
import type { Tables } from '../../../ground/store/tables.ts'
import { ANALYZER } from './terms.ts'

type Joined = 'document' | 'document_search'

/** Joins to a document the note that the index has its current revision, in the form of this version. */
export const withIndex = (join: JoinBuilder<Pick<Tables, Joined>, Joined>) =>
  join
    .onRef('document_search.document_id', '=', 'document.id')
    .onRef('document_search.revision', '=', 'document.indexed_revision')
    .on('document_search.analyzer', '=', ANALYZER)
