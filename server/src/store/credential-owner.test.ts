import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '../testing/each-database.ts'
import { addOrganization } from '../testing/organization.ts'
import { addPerson } from '../testing/people.ts'
import { up } from './migrations/0016-backing.ts'

onBothDatabases('the step that finds out who answers for what', (make) => {
  test('a person for what they made and what their keys made, nobody for what the machine made', async () => {
    const app = await make()
    const ada = await addPerson(app, { default: 'admin' })
    const all = { role: 'admin', scopes: ['ingest', 'read', 'knowledge', 'bus', 'admin'] }
    const makeKey = async (name: string, key: string, more: object = all) =>
      (await app.post<{ value: string }>('/api/keys', { name, ...more }, { key })).data.value
    const root = await makeKey('root', ada.token)
    const below = await makeKey('below', root)
    await makeKey('ci', below, {})
    await app.post('/api/invitations', {}, { key: below })
    await app.post('/api/oidc-trusts', { repositoryId: '1', project: 'shop' }, { key: below })
    await app.post('/api/webhooks', { name: 'channel', url: 'http://127.0.0.1:9/hook' }, { key: ada.token })
    await app.post('/api/projects/shop/badge', {}, { key: below })
    await makeKey('of the machine', await addOrganization(app), {})
    const tables = ['api_key', 'invitation', 'oidc_trust', 'webhook', 'badge'] as const
    const read = async () => {
      const rows: object[] = []
      for (const table of tables)
        rows.push(
          await app.store.read
            .selectFrom(table)
            .select(['created_by', 'owner_id', 'parent_key_id'])
            // As values: an update moves rows on Postgres.
            .orderBy('owner_id')
            .orderBy('parent_key_id')
            .execute(),
        )
      return rows
    }
    const before = await read()
    await app.store.write(async (db) => {
      for (const name of ['api_key_owner', 'api_key_parent'])
        await sql`drop index ${sql.ref(name)}`.execute(db)
      for (const table of tables)
        for (const column of ['owner_id', 'parent_key_id', 'created_by'])
          if (column !== 'created_by' || table === 'webhook' || table === 'badge')
            await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db)
      await up(db, app.store.dialect)
    })
    expect(await read()).toEqual(before)
    expect(before.slice(1)).toMatchObject([
      [{ owner_id: ada.id }],
      [{ owner_id: ada.id }],
      [{ owner_id: ada.id, created_by: ada.id, parent_key_id: null }],
      [{ owner_id: ada.id, created_by: null, parent_key_id: expect.any(Number) }],
    ])
  })
})
