import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect, refuseUpdates } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Sign-in, invitations, the audit trail, and organizations that are being removed. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, small, bigint } = columnTypes(dialect)
  const statements = [
    sql`alter table organization add column deleted_at ${bigint}`,
    sql`alter table person add column password ${text}`,
    sql`alter table person add column password_set_at ${bigint}`,
    sql`create index member_person on member (person_id)`,
    sql`create table session (
      id ${id}, public_id ${text} not null unique, person_id ${integer} not null references person (id),
      created_at ${bigint} not null, last_used_at ${bigint} not null, expires_at ${bigint} not null,
      user_agent ${text}, address ${text} not null)`,
    sql`create index session_person on session (person_id, id)`,
    sql`create index session_expiry on session (expires_at)`,
    sql`create table session_token (
      hash ${text} not null primary key, session_id ${integer} not null references session (id),
      issued_at ${bigint} not null, used ${small} not null, ends_at ${bigint})`,
    sql`create index session_token_session on session_token (session_id)`,
    sql`create index session_token_end on session_token (ends_at) where ends_at is not null`,
    sql`create table password_link (
      person_id ${integer} not null primary key references person (id), hash ${text} not null unique,
      created_at ${bigint} not null, expires_at ${bigint} not null)`,
    sql`create table invitation (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), hash ${text} not null unique,
      role ${text} not null, email ${text}, created_by ${integer} references person (id),
      created_at ${bigint} not null, expires_at ${bigint} not null)`,
    sql`create index invitation_organization on invitation (organization_id, id)`,
    sql`create index invitation_expiry on invitation (expires_at)`,
    sql`create table audit (
      id ${id}, organization_id ${integer} not null references organization (id), at ${bigint} not null,
      actor_kind ${text} not null, actor_id ${text}, actor_name ${text} not null, action ${text} not null,
      target_kind ${text} not null, target_id ${text} not null, target_name ${text} not null,
      detail ${text} not null)`,
    sql`create index audit_organization on audit (organization_id, id)`,
    ...refuseUpdates(dialect, 'audit'),
  ]
  for (const statement of statements) await statement.execute(db)
}
