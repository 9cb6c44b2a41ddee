import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Trusted issuers of workflow tokens, and the keys that were issued for tokens. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table oidc_trust (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), issuer ${text} not null, repository_id ${text} not null,
      repository ${text}, refs ${text} not null, events ${text} not null,
      created_by ${integer} references person (id), created_at ${bigint} not null)`,
    sql`create index oidc_trust_claims on oidc_trust (repository_id, issuer)`,
    sql`create index oidc_trust_organization on oidc_trust (organization_id, id)`,
    sql`create index oidc_trust_project on oidc_trust (project_id, id)`,
    sql`alter table api_key add column trust_id ${integer}`,
    sql`create index api_key_trust on api_key (trust_id, expires_at) where trust_id is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
