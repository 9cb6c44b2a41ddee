import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs } from '../../../testing/bus.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { archiveSilent } from './archive-silent.ts'

const DAY_MS = 86_400_000

const sweep = (app: TestApp, days: number | null = 30) => archiveSilent(app.bus, { days, now: app.clock() })

const statusOf = async (app: TestApp, name: string) =>
  (await app.get<{ status: string }>(`/api/bus/agents/${name}`)).data.status

onBothDatabases('silent agents', (make) => {
  test('are archived after their days, their mail goes back with the reason, and they can return', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    app.advance(20 * DAY_MS)
    await sendAs(app, ada, 'bob', 'are you there?')
    app.advance(10 * DAY_MS)
    // To the millisecond, bob is not silent for longer.
    expect(await sweep(app)).toBe(0)
    app.advance(1)
    expect(await sweep(app, null)).toBe(0)
    expect((await Promise.all([sweep(app), sweep(app)])).sort()).toEqual([0, 1])
    expect([await statusOf(app, 'ada'), await statusOf(app, 'bob')]).toEqual(['active', 'archived'])
    const [notice] = await inboxOf(app, ada)
    expect(notice?.message).toContain('the recipient was archived, because it was silent for 30 days')
    const { data: audit } = await app.get('/api/audit?action=agent.archived')
    expect(audit).toMatchObject([
      { actor: { kind: 'machine' }, target: { name: 'bob' }, detail: { because: 'silent for 30 days' } },
    ])
    const again = await app.post('/api/bus/agents', { name: 'bob', instance: 'x' }, { key: bob.key })
    expect(again.data).toMatchObject({ id: bob.id, isNew: false, status: 'active' })
    expect((await sendAs(app, ada, 'bob', 'welcome back')).status).toBe(200)
    expect(await sweep(app)).toBe(0)
  })

  test('an open channel and an admin who activates it are signs of life', async () => {
    const app = await make()
    for (const name of ['live', 'silent', 'kept']) await addAgent(app, name)
    app.advance(31 * DAY_MS)
    const set = (name: string, fields: object) =>
      app.store.write((db) => db.updateTable('agent').set(fields).where('name', '=', name).execute())
    await set('live', { live_until: app.clock() + 60_000 })
    await app.post('/api/bus/agents/kept', { status: 'inactive' })
    expect(await sweep(app)).toBe(1)
    const names = ['live', 'silent', 'kept']
    expect(await Promise.all(names.map((name) => statusOf(app, name)))).toEqual([
      'active',
      'archived',
      'inactive',
    ])
  })

  test('mail that an ended server left to an archived agent goes back at the next sweep', async () => {
    const app = await make()
    const [ada] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    await sendAs(app, ada, 'bob', 'left')
    await app.store.write((db) =>
      db.updateTable('agent').set({ status: 'archived' }).where('name', '=', 'bob').execute(),
    )
    app.advance(3_600_001)
    expect(await sweep(app)).toBe(0)
    expect((await inboxOf(app, ada))[0]?.message).toContain('the recipient was archived')
  })
})
