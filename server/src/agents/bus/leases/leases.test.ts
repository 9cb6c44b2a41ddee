import type { leaseOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { addAgent, endAgent } from '../../../testing/agents.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { failed, flaky, settled } from '../../../testing/upload.ts'

type Lease = z.output<typeof leaseOperations.takeLease.output>

const MINUTE_MS = 60_000

async function failing(app: TestApp) {
  const execution = await settled(app, {
    results: [failed('pays', { message: 'the cart is closed' }), flaky('finds')],
  })
  const { data } = await app.get<{ fingerprint: string; message: string }[]>(
    `/api/failures?execution=${execution}`,
  )
  const fingerprint = data.find(({ message }) => message.includes('cart'))?.fingerprint ?? ''
  const flakes = await app.get<{ testId: string }[]>('/api/flaky-tests?project=shop&minRuns=1')
  return { execution, fingerprint, testId: flakes.data[0]?.testId ?? '' }
}

onBothDatabases('leases', (makeApp) => {
  test('one agent holds a failure; others are told who, and reads show it', async () => {
    const app = await makeApp()
    const [one, two] = [await addAgent(app, 'one'), await addAgent(app, 'two')]
    const { execution, fingerprint, testId } = await failing(app)
    const subject = { subject: 'failure', id: fingerprint }
    const taken = await Promise.all([one, two].map((agent) => agent.post<Lease>('/api/bus/leases', subject)))
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 409])
    const [holder, other] = taken[0]?.status === 200 ? [one, two] : [two, one]
    const { message } = taken.find(({ status }) => status === 409)?.error ?? {}
    expect(message).toMatch(
      new RegExp(
        `${holder.name} \\("${holder.name}-host"\\).* since 2026.*until 2026.*POST /api/bus/messages`,
      ),
    )
    const renewed = await holder.post<Lease>('/api/bus/leases', { ...subject, minutes: 60 })
    expect(renewed.data).toMatchObject({
      isRenewal: true,
      until: new Date(app.clock() + 60 * MINUTE_MS).toISOString(),
    })
    await other.post('/api/bus/leases', { subject: 'test', id: testId, project: 'shop' })

    const shown = { lease: { holder: { agent: holder.name } } }
    const context = await app.get<{ clusters: object[]; text: string }>(
      `/api/failure-context?execution=${execution}`,
    )
    expect(context.data.clusters).toContainEqual(
      expect.objectContaining({ fingerprint, lease: expect.anything() }),
    )
    expect(context.data.text).toContain(`Leased: the agent ${holder.name} (`)
    expect((await app.get(`/api/failures/${fingerprint}?project=shop`)).data).toMatchObject(shown)
    expect((await app.get(`/api/failures?execution=${execution}`)).data).toContainEqual(
      expect.objectContaining({ fingerprint, lease: expect.anything() }),
    )
    expect((await app.get('/api/flaky-tests?project=shop&minRuns=1')).data).toMatchObject([
      { testId, lease: { holder: { agent: other.name } } },
    ])
    expect((await app.get<Lease[]>('/api/bus/leases?project=shop')).data).toHaveLength(2)

    const query = `?subject=failure&id=${fingerprint}`
    expect((await other.delete(`/api/bus/leases${query}`)).status).toBe(409)
    expect((await holder.delete(`/api/bus/leases${query}`)).data).toEqual({ released: true })
    expect((await holder.delete(`/api/bus/leases${query}`)).data).toEqual({ released: false })
    expect((await other.post('/api/bus/leases', subject)).status).toBe(200)
  })

  test('an expired lease frees its subject at once, and tells its holder', async () => {
    const app = await makeApp()
    const [one, two] = [await addAgent(app, 'one'), await addAgent(app, 'two')]
    const { fingerprint } = await failing(app)
    const take = (agent: typeof one) =>
      agent.post<Lease>('/api/bus/leases', { subject: 'failure', id: fingerprint, minutes: 1 })
    await take(one)
    app.advance(MINUTE_MS)
    expect((await app.get<Lease[]>('/api/bus/leases')).data).toEqual([])
    // Before any job has ended it.
    expect((await take(two)).data).toMatchObject({ holder: { agent: 'two' }, isRenewal: false })
    expect(await one.news()).toMatchObject([{ from: 'svc', event: 'lease.expired', id: fingerprint }])
    app.advance(MINUTE_MS)
    await Promise.all([app.tendWork(), app.tendWork()])
    expect(await two.news()).toHaveLength(1)
    expect(await one.news()).toEqual([])
  })

  test('an archived agent holds nothing', async () => {
    const app = await makeApp()
    const [one, two, three] = [
      await addAgent(app, 'one'),
      await addAgent(app, 'two'),
      await addAgent(app, 'three'),
    ]
    const { fingerprint } = await failing(app)
    const take = (agent: typeof one) =>
      agent.post<Lease>('/api/bus/leases', { subject: 'failure', id: fingerprint, minutes: 60 })
    await take(one)
    await endAgent(app, one, 'archived')
    expect((await app.get(`/api/failures/${fingerprint}?project=shop`)).data).not.toHaveProperty('lease')
    expect((await take(two)).status).toBe(200)
    await endAgent(app, two, 'deleted')
    await app.tendWork()
    expect(await app.store.read.selectFrom('bus_lease').select('id').execute()).toEqual([])
    expect((await take(three)).status).toBe(200)
  })

  test('an admin releases any lease, but not as an agent of another credential', async () => {
    const app = await makeApp()
    const one = await addAgent(app, 'one')
    const { fingerprint } = await failing(app)
    const lease = `/api/bus/leases?subject=failure&id=${fingerprint}`
    await one.post('/api/bus/leases', { subject: 'failure', id: fingerprint })
    const asOne = await app.delete(`${lease}&agent=one`)
    expect(asOne).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect((await app.delete(`${lease}&agent=nobody`)).status).toBe(404)
    expect((await app.delete<{ released: boolean }>(lease)).data).toEqual({ released: true })
  })

  test('nothing absent, foreign or without its project is leased', async () => {
    const app = await makeApp()
    const one = await addAgent(app, 'one')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    const { fingerprint, testId } = await failing(app)
    const refused = async (agent: typeof one, body: object, status: number) =>
      expect((await agent.post('/api/bus/leases', body)).status).toBe(status)
    await refused(foreign, { subject: 'failure', id: fingerprint, project: 'shop' }, 404)
    await refused(foreign, { subject: 'test', id: testId }, 404)
    await refused(one, { subject: 'failure', id: 'f'.repeat(16) }, 404)
    await refused(one, { subject: 'task', id: 'no uuid' }, 404)
    for (const minutes of [0, 1_441])
      await refused(one, { subject: 'failure', id: fingerprint, minutes }, 400)
    await settled(app, { project: 'blog', results: [failed('x')] })
    await refused(one, { subject: 'failure', id: fingerprint }, 400)
    expect(await app.store.read.selectFrom('bus_lease').select('id').execute()).toEqual([])
  })
})
