import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, refuseUpdates } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Documents with revisions and chunks, proposals, templates, and ties to failures. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint, bytes, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table document (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      path ${text} not null, title ${text} not null, title_key ${text} not null,
      visibility ${text} not null, tags ${text} not null, bytes ${integer} not null,
      revision ${integer} not null, hash ${text} not null,
      created_at ${bigint} not null, updated_at ${bigint} not null, indexed_revision ${integer} not null,
      unique (project_id, path))`,
    sql`create index document_title on document (project_id, title_key)`,
    sql`create index document_shared on document (project_id) where visibility = 'shared'`,
    sql`create index document_to_index on document (id) where indexed_revision < revision`,
    sql`create table document_revision (
      document_id ${integer} not null, number ${integer} not null, project_id ${integer} not null,
      title ${text} not null, visibility ${text} not null, hash ${text} not null,
      author ${text} not null, source ${text} not null, proposal_id ${integer}, commit_sha ${text},
      created_at ${bigint} not null, bytes ${integer} not null, front_matter ${text} not null,
      content ${text} not null, primary key (document_id, number))`,
    sql`create index document_revision_project on document_revision (project_id, document_id)`,
    sql`create table chunk (
      id ${id}, public_id ${text} not null unique, document_id ${integer} not null,
      project_id ${integer} not null, position ${integer} not null, headings ${text} not null,
      content ${text} not null, hash ${text} not null, tokens ${integer} not null,
      embedding ${bytes}, embedding_model ${text})`,
    sql`create index chunk_document on chunk (document_id, position)`,
    sql`create index chunk_project on chunk (project_id, id)`,
    sql`create table proposal (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      document_id ${integer}, path ${text} not null, base_revision ${integer} not null,
      content ${text} not null, visibility ${text} not null, evidence ${text} not null,
      reasoning ${text} not null, state ${text} not null, author_credential ${text} not null,
      author ${text} not null, is_by_key ${integer} not null, decided_by ${text},
      decided_because ${text}, decided_at ${bigint}, created_at ${bigint} not null)`,
    sql`create index proposal_project on proposal (project_id, id)`,
    sql`create index proposal_document on proposal (document_id, id)`,
    sql`create table template (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null,
      project_id ${integer} references project (id), path ${text} not null, category ${text} not null,
      title ${text} not null, content ${text} not null, updated_at ${bigint} not null, author ${text} not null)`,
    sql`create unique index template_of_project on template (project_id, path) where project_id is not null`,
    sql`create unique index template_of_organization on template (organization_id, path)
      where project_id is null`,
    sql`create index template_organization on template (organization_id, id)`,
    sql`create table document_failure (
      document_id ${integer} not null, project_id ${integer} not null, fingerprint ${text} not null,
      cause ${text}, fix ${text}, fix_sha ${text}, tied_at ${bigint} not null, author ${text} not null,
      primary key (document_id, fingerprint)) ${clustered}`,
    sql`create index document_failure_fingerprint on document_failure (project_id, fingerprint)`,
    ...refuseUpdates(dialect, 'document_revision'),
  ]
  for (const statement of statements) await statement.execute(db)
}
