import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'

const CHILDREN = 1_000

onBothDatabases('a key that made many others', (makeApp) => {
  test('is revoked with few statements, and the audit trail names each', async () => {
    const app = await makeApp()
    const { data } = await app.post<{ id: string }>('/api/keys', { name: 'parent' })
    const { id, ...parent } = await app.store.read
      .selectFrom('api_key')
      .selectAll()
      .where('public_id', '=', data.id)
      .executeTakeFirstOrThrow()
    await app.store.write(async (db) => {
      for (let from = 0; from < CHILDREN; from += 100)
        await db
          .insertInto('api_key')
          .values(
            Array.from({ length: 100 }, (_, at) => ({
              ...parent,
              parent_key_id: id,
              public_id: `child ${from + at}`,
              hash: `${from + at}`,
            })),
          )
          .execute()
    })
    let statements = 0
    const { write } = app.store
    vi.spyOn(app.store, 'write').mockImplementation((work) =>
      write((db, changes) =>
        work(
          db.withPlugin({
            transformQuery: ({ node }) => {
              statements++
              return node
            },
            transformResult: async ({ result }) => result,
          }),
          changes,
        ),
      ),
    )
    expect((await app.delete(`/api/keys/${data.id}?credentials=revoke`)).data).toMatchObject({
      ended: CHILDREN,
    })
    expect(statements).toBeLessThan(50)
    const { rows } = await sql<{ n: number }>`
      select count(distinct target_id) as n from audit where action = 'key.revoked'`.execute(app.store.read)
    expect(Number(rows[0]?.n)).toBe(CHILDREN + 1)
  })
})
