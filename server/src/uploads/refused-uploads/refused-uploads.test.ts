import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { post, run, send } from '../../testing/upload.ts'

interface Refused {
  door: string
  code: string
  message: string
  credential: string
  count: number
  lastAt: string
}

const as = (key: string) => ({ Authorization: `Bearer ${key}` })

const listed = async (app: TestApp, key?: string) => {
  await app.idle()
  return (await app.get<Refused[]>('/api/refused-uploads', key === undefined ? {} : { key })).data
}

onEachDatabase('refused uploads', (make) => {
  test('an admin reads what the client was told, by door and key; equal ones are counted', async () => {
    const app = await make()
    expect(await listed(app)).toEqual([])
    const { error } = await post(app, 'no journal')
    await app.idle()
    app.advance(60_000)
    await post(app, 'no journal')
    expect(await listed(app)).toMatchObject([
      {
        door: 'POST /api/ingest',
        code: 'INVALID_REQUEST',
        message: error?.message,
        credential: 'First key',
        count: 2,
        lastAt: new Date(app.clock()).toISOString(),
      },
    ])
    expect(await listed(app, await addOrganization(app))).toEqual([])
  })

  test('accepted uploads and other refused requests are not among them', async () => {
    const app = await make()
    expect((await send(app, run())).status).toBe(200)
    expect((await app.post('/api/keys', {})).status).toBe(400)
    expect((await app.get('/api/artifacts/none')).status).toBe(404)
    expect((await post(app, 'no journal', as('svc_unknown'))).status).toBe(401)
    expect(await listed(app)).toEqual([])
  })

  test('a key without the right to upload, and artifacts, by a name without their id', async () => {
    const app = await make()
    const { data } = await app.post<{ value: string }>('/api/keys', { name: 'reader', role: 'viewer' })
    await post(app, 'anything', as(data.value))
    await app.idle()
    app.advance(1)
    const gone = '/api/artifacts/01a1fd75-58b0-716d-8ffb-1e05aeaafcd6/upload'
    await app.request(gone, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream', 'upload-offset': '0' },
      body: 'x',
    })
    const found = (await listed(app)).map(({ door, code, credential }) => [door, code, credential])
    expect(found).toEqual([
      ['PUT /api/artifacts/:id/upload', 'NOT_FOUND', 'First key'],
      ['POST /api/ingest', 'FORBIDDEN', 'reader'],
    ])
  })

  test('a client that repeats its mistake causes one write in 10 s, and an organization keeps 100 kinds', async () => {
    const app = await make()
    for (let i = 0; i < 5; i++) await post(app, `no journal ${i}`)
    expect(await listed(app)).toHaveLength(1)
    const organization = await app.store.read
      .selectFrom('organization')
      .select('id')
      .where('slug', '=', 'default')
      .executeTakeFirstOrThrow()
    await app.store.write((db) =>
      db
        .insertInto('refused_upload')
        .values(
          Array.from({ length: 105 }, (_, i) => ({
            organization_id: organization.id,
            door: 'POST /api/ingest',
            code: 'CONFLICT',
            message: `old ${i}`,
            credential: 'ci',
            count: 1,
            first_at: i,
            last_at: i,
          })),
        )
        .execute(),
    )
    app.advance(60_000)
    // With the message of the first one, which is therefore counted again.
    await post(app, 'a new mistake')
    await app.idle()
    const all = await app.get<Refused[]>('/api/refused-uploads?limit=60')
    const rest = await app.get<Refused[]>(`/api/refused-uploads?limit=60&cursor=${all.page?.nextCursor}`)
    expect([all.data.length, rest.data.length]).toEqual([60, 40])
    expect(rest.data.at(-1)?.message).toBe('old 6')
  })
})
