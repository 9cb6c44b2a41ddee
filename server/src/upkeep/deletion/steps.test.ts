import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { passed, settled } from '../../testing/upload.ts'
import { purgeNext } from './purge-next.ts'

const REVISIONS = 45

onBothDatabases('the purge of a project', (makeApp) => {
  test('deletes few of the rows that may be large in one transaction, also of one document', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    await app.put('/api/documents', { project: 'shop', path: 'a.md', content: '# A\n' })
    const first = await app.store.read.selectFrom('document_revision').selectAll().executeTakeFirstOrThrow()
    await app.store.write((db) =>
      db
        .insertInto('document_revision')
        .values(Array.from({ length: REVISIONS - 1 }, (_, at) => ({ ...first, number: at + 2 })))
        .execute(),
    )
    const count = async () =>
      (await app.store.read.selectFrom('document_revision').select('number').execute()).length
    expect((await app.delete('/api/projects/shop')).status).toBe(200)
    const counts = [await count()]
    while (await purgeNext(app.store, app.clock())) counts.push(await count())
    const deleted = counts.map((left, at) => (counts[at - 1] ?? left) - left)
    expect(Math.max(...deleted)).toBeLessThanOrEqual(20)
    expect(counts.at(-1)).toBe(0)
  })
})

onBothDatabases('the keys of a deleted organization', (makeApp) => {
  test('are refused at once, also those of the machine, and go in steps', async () => {
    const app = await makeApp()
    const key = await addOrganization(app)
    const { data: made } = await app.post<{ value: string }>('/api/keys', { name: 'child' }, { key })
    const { data: me } = await app.get<{ organization: { slug: string } }>('/api/whoami', { key })
    const count = async () => (await app.store.read.selectFrom('api_key').select('id').execute()).length
    const before = await count()
    const path = `/api/organization?confirm=${me.organization.slug}`
    expect((await app.delete(path, { key })).status).toBe(200)
    expect(await count()).toBe(before)
    for (const one of [key, made.value])
      expect((await app.get('/api/whoami', { key: one })).error?.code).toBe('UNAUTHORIZED')
    while (await purgeNext(app.store, app.clock()));
    expect(await count()).toBe(before - 2)
  })
})
