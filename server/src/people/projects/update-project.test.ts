import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addOrganization } from '../../testing/organization.ts'
import { run, send } from '../../testing/upload.ts'

onEachDatabase('settings of a project', (make) => {
  test('its name and default branch change, absent fields stay, and the audit trail has both', async () => {
    const app = await make()
    await send(app, run({ project: 'shop' }))
    const change = (body: object) => app.post('/api/projects/shop', body)
    expect((await change({ name: ' The shop ' })).data).toMatchObject({ slug: 'shop', name: 'The shop' })
    expect((await change({ defaultBranch: 'trunk' })).data).toMatchObject({
      name: 'The shop',
      defaultBranch: 'trunk',
    })
    expect((await change({ defaultBranch: 'trunk' })).status).toBe(200)
    expect((await change({ defaultBranch: null })).data).toMatchObject({ defaultBranch: null })
    const { data } = await app.get<{ detail: object }[]>('/api/audit?action=project.changed')
    expect(data).toHaveLength(3)
    expect(data[0]?.detail).toMatchObject({ from: { defaultBranch: 'trunk' }, to: { defaultBranch: null } })
  })

  test('another organization and an unknown slug have nothing to change', async () => {
    const app = await make()
    await send(app, run({ project: 'shop' }))
    const key = await addOrganization(app)
    expect((await app.post('/api/projects/shop', { name: 'mine' }, { key })).status).toBe(404)
    expect((await app.post('/api/projects/none', { name: 'x' })).status).toBe(404)
    expect((await app.post('/api/projects/shop', { name: ' ' })).status).toBe(400)
  })

  test('limits are those of the plan and the server; none is null', async () => {
    const app = await make({ rateLimits: { reads: 100 } })
    const { data } = await app.get('/api/limits')
    expect(data).toMatchObject({
      plan: 'enterprise',
      requests: { readsPerMinute: 100, writesPerMinute: null, uploadBytesPerMinute: null },
      agents: { callsPerMinute: null, searchesPerDay: null },
    })
  })
})
