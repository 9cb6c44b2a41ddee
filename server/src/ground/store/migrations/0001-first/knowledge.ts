import { sql } from 'kysely'
import { columnTypes, type Dialect, refuseUpdates } from '../../portable.ts'
import { wordIndex } from '../../portable-search.ts'

/** Documents with revisions, chunks and their search, proposals and templates. */
export function knowledgeTables(dialect: Dialect) {
  const { id, text, ordered, integer, bigint, bytes, clustered } = columnTypes(dialect)
  return [
    sql`create table document (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      path ${text} not null, title ${text} not null, title_key ${text} not null,
      visibility ${text} not null, tags ${text} not null, bytes ${integer} not null,
      revision ${integer} not null, hash ${text} not null, created_at ${bigint} not null,
      updated_at ${bigint} not null, indexed_revision ${integer} not null, category ${text},
      unique (project_id, path))`,
    sql`create index document_title on document (project_id, title_key)`,
    sql`create index document_shared on document (project_id) where visibility = 'shared'`,
    sql`create index document_to_index on document (id) where indexed_revision < revision`,
    sql`create index document_category on document (project_id, updated_at, id)
      where category is not null`,
    sql`create table document_revision (
      document_id ${integer} not null, number ${integer} not null, project_id ${integer} not null,
      title ${text} not null, visibility ${text} not null, hash ${text} not null, author ${text} not null,
      source ${text} not null, proposal_id ${integer}, commit_sha ${text}, created_at ${bigint} not null,
      bytes ${integer} not null, front_matter ${text} not null, content ${text} not null,
      is_vouched ${integer} not null default 0, primary key (document_id, number))`,
    sql`create index document_revision_project on document_revision (project_id, document_id)`,
    ...refuseUpdates(dialect, 'document_revision'),
    sql`create table deleted_document (
      document_id ${integer} primary key, project_id ${integer} not null references project (id))`,
    sql`create index deleted_document_project on deleted_document (project_id, document_id)`,
    sql`create table pushed_path (
      project_id ${integer} not null references project (id), path ${text} not null,
      commit_sha ${text} not null, committed_at ${bigint} not null,
      primary key (project_id, path)) ${clustered}`,
    sql`create table document_failure (
      document_id ${integer} not null, project_id ${integer} not null, fingerprint ${text} not null,
      cause ${text}, fix ${text}, fix_sha ${text}, tied_at ${bigint} not null, author ${text} not null,
      primary key (document_id, fingerprint)) ${clustered}`,
    sql`create index document_failure_fingerprint on document_failure (project_id, fingerprint)`,
    // Shared documents explain failures of every project of their organization.
    sql`create index document_failure_anywhere on document_failure (fingerprint, document_id)`,
    sql`create table chunk (
      id ${id}, public_id ${text} not null, document_id ${integer} not null,
      project_id ${integer} not null, position ${integer} not null, headings ${text} not null,
      content ${text} not null, hash ${text} not null, tokens ${integer} not null, embedding ${bytes},
      embedding_model ${text}, since_revision ${integer} not null default 0, until_revision ${integer})`,
    sql`create index chunk_project on chunk (project_id, id)`,
    sql`create index chunk_to_embed on chunk (id) where embedding_model is null`,
    sql`create unique index chunk_current on chunk (public_id) where until_revision is null`,
    sql`create index chunk_public on chunk (public_id) where until_revision is not null`,
    sql`create index chunk_superseded on chunk (document_id, id) where until_revision is not null`,
    sql`create index chunk_document on chunk (document_id, position, until_revision)`,
    sql`create index chunk_embedded on chunk (document_id, embedding_model)
      where embedding_model is not null and until_revision is null`,
    sql`create table chunk_search (
      chunk_id ${integer} primary key, document_id ${integer} not null, project_id ${integer} not null,
      hash ${text} not null, words ${text} not null, marks ${text} not null)`,
    sql`create index chunk_search_document on chunk_search (document_id)`,
    sql`create index chunk_search_project on chunk_search (project_id, chunk_id)`,
    ...wordIndex(dialect),
    sql`create table document_search (
      document_id ${integer} primary key, project_id ${integer} not null, revision ${integer} not null,
      analyzer ${integer} not null, visibility ${text} not null default 'project')`,
    sql`create index document_search_project on document_search (project_id, document_id)`,
    sql`create table search_term (
      id ${id}, project_id ${integer} not null, term ${ordered} not null, chunks ${integer} not null,
      unique (project_id, term))`,
    sql`create index search_term_unused on search_term (id) where chunks <= 0`,
    sql`create table search_gram (
      project_id ${integer} not null, gram ${ordered} not null, term_id ${integer} not null,
      primary key (project_id, gram, term_id)) ${clustered}`,
    sql`create index search_gram_term on search_gram (term_id)`,
    sql`create table proposal (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      document_id ${integer}, path ${text} not null, base_revision ${integer} not null,
      content ${text} not null, visibility ${text} not null, evidence ${text} not null,
      reasoning ${text} not null, state ${text} not null, author_credential ${text} not null,
      author ${text} not null, is_by_key ${integer} not null, decided_by ${text}, decided_because ${text},
      decided_at ${bigint}, created_at ${bigint} not null, told_at ${bigint}, diff ${text},
      diff_is_cut ${integer})`,
    sql`create index proposal_project on proposal (project_id, id)`,
    sql`create index proposal_document on proposal (document_id, id)`,
    sql`create index proposal_untold on proposal (author_credential, id)
      where told_at is null and decided_at is not null`,
    sql`create index proposal_open on proposal (project_id, id) where state = 'open'`,
    sql`create table template (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null,
      project_id ${integer} references project (id), path ${text} not null, category ${text} not null,
      title ${text} not null, content ${text} not null, updated_at ${bigint} not null,
      author ${text} not null)`,
    sql`create unique index template_of_project on template (project_id, path)
      where project_id is not null`,
    sql`create unique index template_of_organization on template (organization_id, path)
      where project_id is null`,
    sql`create index template_organization on template (organization_id, id)`,
  ]
}
