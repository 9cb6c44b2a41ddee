import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Used tokens of workflows, and former slugs of organizations. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer, bigint, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table oidc_token (hash ${text} primary key, forget_at ${bigint} not null) ${clustered}`,
    sql`create index oidc_token_forget on oidc_token (forget_at)`,
    sql`create table former_slug (
      slug ${text} primary key, organization_id ${integer} references organization (id),
      person_id ${integer} references person (id), ended_at ${bigint} not null) ${clustered}`,
    sql`create index former_slug_organization on former_slug (organization_id, slug)`,
    // By organization first, so that the number of trusts that others have in a repository does not
    // slow a look-up down.
    sql`drop index oidc_trust_claims`,
    sql`create index oidc_trust_claims on oidc_trust (organization_id, repository_id, issuer)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
