import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The owner of each credential. Existing credentials belong to their maker, according to the audit trail. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer } = columnTypes(dialect)
  for (const table of ['webhook', 'badge'])
    await sql`alter table ${sql.table(table)} add column created_by ${integer} references person (id)`.execute(
      db,
    )
  for (const table of ['api_key', 'invitation', 'oidc_trust', 'webhook', 'badge']) {
    await sql`alter table ${sql.table(table)} add column owner_id ${integer} references person (id)`.execute(
      db,
    )
    // Without a foreign key: keys are removed with their project, and credentials that they made
    // then end.
    await sql`alter table ${sql.table(table)} add column parent_key_id ${integer}`.execute(db)
  }
  await sql`create index api_key_owner on api_key (owner_id) where owner_id is not null`.execute(db)
  await sql`create index api_key_parent on api_key (parent_key_id) where parent_key_id is not null`.execute(
    db,
  )
  // Keys first and in the order of their creation: the owner of a key also owns the credentials
  // that it made.
  await fill(db, 'api_key', 'key.created', sql`made.public_id`, sql`api_key made`)
  await fill(db, 'invitation', 'invitation.created', sql`made.public_id`, sql`invitation made`)
  await fill(db, 'oidc_trust', 'trust.created', sql`made.public_id`, sql`oidc_trust made`)
  await fill(db, 'webhook', 'webhook.created', sql`made.public_id`, sql`webhook made`)
  await fill(
    db,
    'badge',
    'badge.created',
    sql`project.slug`,
    sql`badge made join project on project.id = made.project_id`,
  )
  await sql`update api_key set
    owner_id = (select owner_id from oidc_trust where oidc_trust.id = api_key.trust_id),
    parent_key_id = (select parent_key_id from oidc_trust where oidc_trust.id = api_key.trust_id)
    where trust_id is not null`.execute(db)
}

interface Made {
  id: number
  created_by: number | null
  person_id: number | null
  key_id: number | null
}

/** Finds the makers of a table's rows, and records them as owners. */
async function fill(
  db: Kysely<Tables>,
  table: 'api_key' | 'invitation' | 'oidc_trust' | 'webhook' | 'badge',
  action: string,
  target: ReturnType<typeof sql>,
  from: ReturnType<typeof sql>,
): Promise<void> {
  const id = sql.ref(table === 'badge' ? 'project_id' : 'id')
  const organization = table === 'badge' ? sql`project.organization_id` : sql`made.organization_id`
  const { rows } = await sql<Made>`
    select made.${id} as id, made.created_by, person.id as person_id, api_key.id as key_id
    from ${from}
    left join audit on audit.id = (
      select max(entry.id) from audit entry where entry.organization_id = ${organization}
      and entry.action = ${action} and entry.target_id = ${target})
    left join person on person.public_id = audit.actor_id and audit.actor_kind = 'person'
    left join api_key on api_key.public_id = audit.actor_id and audit.actor_kind = 'key'
    order by made.${id}`.execute(db)
  for (const row of rows) {
    const maker = row.created_by ?? row.person_id
    const { rows: parents } = await sql<{ owner_id: number | null }>`
      select owner_id from api_key where id = ${row.key_id}`.execute(db)
    await sql`update ${sql.table(table)} set created_by = ${maker}, parent_key_id = ${row.key_id},
      owner_id = ${maker ?? parents[0]?.owner_id ?? null} where ${id} = ${row.id}`.execute(db)
  }
}
