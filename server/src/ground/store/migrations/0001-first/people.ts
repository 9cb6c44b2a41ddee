import { sql } from 'kysely'
import { columnTypes, type Dialect, refuseUpdates } from '../../portable.ts'

/** Organizations, people, their credentials and the audit trail. */
export function peopleTables(dialect: Dialect) {
  const { id, text, integer, small, bigint, clustered } = columnTypes(dialect)
  return [
    sql`create table organization (
      id ${id}, public_id ${text} not null unique, slug ${text} not null unique, name ${text} not null,
      plan ${text} not null, created_at ${bigint} not null, deleted_at ${bigint},
      keys_may_decide ${integer} not null default 0)`,
    sql`create table person (
      id ${id}, public_id ${text} not null unique, email ${text} not null unique, name ${text} not null,
      created_at ${bigint} not null, password ${text}, password_set_at ${bigint})`,
    sql`create table member (
      organization_id ${integer} not null references organization (id),
      person_id ${integer} not null references person (id), role ${text} not null,
      created_at ${bigint} not null, primary key (organization_id, person_id))`,
    sql`create index member_person on member (person_id)`,
    sql`create table project (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), slug ${text} not null,
      name ${text} not null, repository ${text}, default_branch ${text}, created_at ${bigint} not null,
      unique (organization_id, slug))`,
    sql`create table secret (name ${text} not null primary key, value ${text} not null)`,
    sql`create table api_key (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), name ${text} not null,
      hash ${text} not null unique, hint ${text} not null, role ${text} not null, scopes ${text} not null,
      project_id ${integer} references project (id), created_by ${integer} references person (id),
      created_at ${bigint} not null, expires_at ${bigint}, last_used_at ${bigint}, revoked_at ${bigint},
      trust_id ${integer}, owner_id ${integer} references person (id), parent_key_id ${integer})`,
    sql`create index api_key_organization on api_key (organization_id, id)`,
    sql`create index api_key_trust on api_key (trust_id, expires_at) where trust_id is not null`,
    sql`create index api_key_owner on api_key (owner_id) where owner_id is not null`,
    sql`create index api_key_parent on api_key (parent_key_id) where parent_key_id is not null`,
    sql`create index api_key_kept on api_key (organization_id, id)
      where revoked_at is null and trust_id is null`,
    sql`create table session (
      id ${id}, public_id ${text} not null unique, person_id ${integer} not null references person (id),
      created_at ${bigint} not null, last_used_at ${bigint} not null, expires_at ${bigint} not null,
      user_agent ${text}, address ${text} not null, device_id ${integer})`,
    sql`create index session_person on session (person_id, id)`,
    sql`create index session_expiry on session (expires_at)`,
    sql`create table session_token (
      hash ${text} not null primary key, session_id ${integer} not null references session (id),
      issued_at ${bigint} not null, used ${small} not null, ends_at ${bigint})`,
    sql`create index session_token_session on session_token (session_id)`,
    sql`create index session_token_end on session_token (ends_at) where ends_at is not null`,
    sql`create table device (
      id ${id}, person_id ${integer} not null references person (id), hash ${text} not null unique,
      created_at ${bigint} not null, last_used_at ${bigint} not null, expires_at ${bigint} not null)`,
    sql`create index device_person on device (person_id, last_used_at)`,
    sql`create index device_expiry on device (expires_at)`,
    sql`create table password_link (
      person_id ${integer} not null primary key references person (id), hash ${text} not null unique,
      created_at ${bigint} not null, expires_at ${bigint} not null)`,
    sql`create table brake (
      subject ${text} not null primary key, clear_at ${bigint} not null, open_at ${bigint} not null,
      recent ${text} not null)`,
    sql`create index brake_clear on brake (clear_at)`,
    sql`create table invitation (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), hash ${text} not null unique,
      role ${text} not null, email ${text}, created_by ${integer} references person (id),
      created_at ${bigint} not null, expires_at ${bigint} not null,
      owner_id ${integer} references person (id), parent_key_id ${integer})`,
    sql`create index invitation_organization on invitation (organization_id, id)`,
    sql`create index invitation_expiry on invitation (expires_at)`,
    sql`create table audit (
      id ${id}, organization_id ${integer} not null references organization (id), at ${bigint} not null,
      actor_kind ${text} not null, actor_id ${text}, actor_name ${text} not null, action ${text} not null,
      target_kind ${text} not null, target_id ${text} not null, target_name ${text} not null,
      detail ${text} not null)`,
    sql`create index audit_organization on audit (organization_id, id)`,
    ...refuseUpdates(dialect, 'audit'),
    sql`create table former_slug (
      slug ${text} primary key, organization_id ${integer} references organization (id),
      person_id ${integer} references person (id), ended_at ${bigint} not null) ${clustered}`,
    sql`create index former_slug_organization on former_slug (organization_id, slug)`,
    sql`create table oidc_trust (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), issuer ${text} not null,
      repository_id ${text} not null, repository ${text}, refs ${text} not null, events ${text} not null,
      created_by ${integer} references person (id), created_at ${bigint} not null,
      owner_id ${integer} references person (id), parent_key_id ${integer})`,
    sql`create index oidc_trust_organization on oidc_trust (organization_id, id)`,
    sql`create index oidc_trust_project on oidc_trust (project_id, id)`,
    // By organization first, so that the number of trusts that others have in a repository does not slow
    // a look-up down.
    sql`create index oidc_trust_claims on oidc_trust (organization_id, repository_id, issuer)`,
    sql`create table oidc_token (hash ${text} primary key, forget_at ${bigint} not null) ${clustered}`,
    sql`create index oidc_token_forget on oidc_token (forget_at)`,
    sql`create table active_project (
      organization_id ${integer} not null references organization (id), credential ${text} not null,
      project_id ${integer} not null references project (id), switched_at ${bigint} not null,
      primary key (organization_id, credential)) ${clustered}`,
    sql`create index active_project_project on active_project (project_id, credential)`,
    sql`create table search_count (
      organization_id ${integer} not null references organization (id), credential ${text} not null,
      day ${integer} not null, count ${integer} not null,
      primary key (organization_id, credential)) ${clustered}`,
  ]
}
