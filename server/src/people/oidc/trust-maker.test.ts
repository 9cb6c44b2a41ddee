import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestIssuer } from '../../testing/issuer.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addPerson } from '../../testing/people.ts'
import { exchange as bring, listedIssuer, trust as trustBy } from '../../testing/workflows.ts'

/** An admin with a trust, and a key that a workflow got for it. */
async function trustOf(app: TestApp, issuer: TestIssuer) {
  const maker = await addPerson(app, { default: 'admin' })
  await trustBy(app, issuer, {}, maker.token)
  const exchange = () => bring(app, issuer)
  const given = (await exchange()).data.key
  const status = async () => (await app.get('/api/whoami', { key: given })).status
  const remove = (choice: string) =>
    app.delete<object>(`/api/members/${maker.publicId}?credentials=${choice}`)
  return { maker, exchange, given, status, remove }
}

onEachDatabase('a trust and its maker', (make) => {
  test('kept, it gives keys on, and those it gave work on; revoked, both end', async () => {
    const app = await make()
    const issuer = await listedIssuer(app)
    const kept = await trustOf(app, issuer)
    expect((await kept.remove('keep')).data).toMatchObject({ kept: 1, ended: 0 })
    expect([await kept.status(), (await kept.exchange()).status]).toEqual([200, 200])
    const [trust] = (await app.get<{ id: string }[]>('/api/oidc-trusts')).data
    await app.delete(`/api/oidc-trusts/${trust?.id}`)
    const ended = await trustOf(app, issuer)
    expect((await ended.remove('revoke')).data).toMatchObject({ kept: 0, ended: 1 })
    expect([await ended.status(), (await ended.exchange()).status]).toEqual([401, 401])
  })

  test('it gives no more than its maker may now, even where its row outlived them', async () => {
    const app = await make()
    const { maker, exchange, given } = await trustOf(app, await listedIssuer(app))
    const setRole = (role: 'editor' | 'viewer') =>
      app.store.write((db) =>
        db.updateTable('member').set({ role }).where('person_id', '=', maker.id).execute(),
      )
    await setRole('editor')
    expect((await exchange()).status).toBe(200)
    await setRole('viewer')
    expect((await exchange()).error?.message).toMatch(/No admin of an organization default trusts/)
    const me = await app.get<{ key: object }>('/api/whoami', { key: given })
    expect(me.data.key).toMatchObject({ role: 'viewer', scopes: ['read'] })
  })

  test('no key works that a trust gave while somebody deleted it', async () => {
    const app = await make()
    const { exchange, maker } = await trustOf(app, await listedIssuer(app))
    const [trust] = (await app.get<{ id: string }[]>('/api/oidc-trusts')).data
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(exchange),
      app.delete(`/api/oidc-trusts/${trust?.id}`, { key: maker.token }),
      ...[1, 2, 3, 4].map(exchange),
    ])
    for (const { status, data } of answers) {
      if (status !== 200) expect(status).toBe(401)
      else if (typeof data === 'object' && data !== null && 'key' in data)
        expect((await app.get('/api/whoami', { key: String(data.key) })).status).toBe(401)
    }
  })
})
