import { expect, test } from 'vitest'
import { addAgent, endAgent, type TestAgent } from '../../testing/agents.ts'
import { onBothDatabases, onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { failed, flaky, passed, settled } from '../../testing/upload.ts'
import { replaceCapabilitySubscriptions, readCapabilitySubscriptions } from './subscribe-from-capabilities.ts'

const subscribe = async (agent: TestAgent, filter: object) => {
  const { data, error } = await agent.post<{ id: string }>('/api/bus/subscriptions', filter)
  if (error) throw new Error(error.message)
  return data
}

const eventsOf = async (agent: TestAgent) => (await agent.news()).map(({ event, suite }) => `${event} ${suite}`)

onBothDatabases('events for agents', (makeApp) => {
  test('reach the agents whose filters match, each once', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    const all = await addAgent(app, 'all')
    const main = await addAgent(app, 'main')
    const suite = await addAgent(app, 'suite')
    const foreign = await addAgent(app, 'foreign', { of: await addOrganization(app) })
    for (const event of ['execution.settled', 'base.broke']) await subscribe(all, { event })
    await subscribe(all, { event: 'execution.settled', project: 'shop' })
    await subscribe(main, { event: 'base.broke', project: 'shop', branch: 'main' })
    await subscribe(suite, { event: 'execution.settled', suite: 'e2e' })
    await subscribe(foreign, { event: 'execution.settled' })
    app.advance(1_000)
    const broken = await settled(app, { results: [failed('a')] })
    await settled(app, { suite: 'e2e', code: { branch: 'topic' }, results: [passed('b')] })
    await Promise.all([app.deliver(), app.deliver()])
    expect((await eventsOf(all)).sort()).toEqual([
      'base.broke default',
      'execution.settled default',
      'execution.settled e2e',
    ])
    const [news, ...rest] = await main.news()
    expect(rest).toEqual([])
    expect(news).toMatchObject({
      from: 'svc',
      type: 'alert',
      channel: 'base.broke',
      text: 'default of shop on main is broken: 1 test failed.',
      execution: broken,
      next: expect.stringContaining('svc_get_failures'),
    })
    expect(await eventsOf(suite)).toEqual(['execution.settled e2e'])
    expect(await foreign.news()).toEqual([])
  })

  test('of five hundred tests that became flaky are one message, and one of each decision', async () => {
    const app = await makeApp()
    const agent = await addAgent(app, 'agent')
    const strict = { minRuns: 1, flakyRuns: 1, flakyRate: 0.01 }
    const tests = Array.from({ length: 500 }, (_, i) => `test ${i}`)
    await settled(app, { results: tests.map((title) => passed(title)) })
    await app.post('/api/projects/shop/monitor', strict)
    await subscribe(agent, { event: 'test.became-flaky', branch: 'main' })
    await subscribe(agent, { event: 'proposal.decided' })
    await settled(app, { results: tests.map((title) => flaky(title)) })
    await app.deliver()
    const news = await agent.news()
    expect(news).toMatchObject([
      { event: 'test.became-flaky', testCount: 500, text: expect.stringMatching(/^500 tests became flaky in default of shop/) },
    ])
    expect(news[0]?.tests).toHaveLength(10)
    const { data } = await app.post<{ id: string }>('/api/proposals', {
      project: 'shop',
      document: 'docs/a.md',
      content: '# A\n',
      evidence: 'e',
      reasoning: 'r',
    })
    await app.post(`/api/proposals/${data.id}/reject`, { reason: 'no' })
    await app.deliver()
    expect(await agent.news()).toMatchObject([{ event: 'proposal.decided', proposal: data.id, state: 'rejected' }])
  })
})

onEachDatabase('subscriptions', (makeApp) => {
  test('are listed, repeat without effect, end, and get no earlier events', async () => {
    const app = await makeApp()
    const agent = await addAgent(app, 'agent')
    await settled(app, { results: [passed('a')] })
    const filter = { event: 'execution.settled', project: 'shop', branch: 'main', suite: 'default' }
    const one = await subscribe(agent, filter)
    expect(await subscribe(agent, filter)).toEqual(one)
    await app.deliver()
    expect(await agent.news()).toEqual([])
    const other = await addAgent(app, 'other')
    expect((await other.delete(`/api/bus/subscriptions/${one.id}`)).status).toBe(404)
    expect((await agent.get('/api/bus/subscriptions')).data).toMatchObject([{ ...filter, source: 'rest' }])
    expect((await agent.delete(`/api/bus/subscriptions/${one.id}`)).status).toBe(200)
    expect((await agent.get('/api/bus/subscriptions')).data).toEqual([])
  })

  test('that cannot match are refused', async () => {
    const app = await makeApp()
    const agent = await addAgent(app, 'agent')
    const refused = async (filter: object) => (await agent.post('/api/bus/subscriptions', filter)).status
    expect(await refused({ event: 'test.broke' })).toBe(400)
    expect(await refused({ event: 'base.broke', project: 'nowhere' })).toBe(404)
    expect(await refused({ event: 'proposal.decided', branch: 'main' })).toBe(400)
  })

  test('a key of one project hears of that project only', async () => {
    const app = await makeApp()
    await settled(app, { results: [passed('a')] })
    const agent = await addAgent(app, 'agent', { project: 'shop' })
    await subscribe(agent, { event: 'execution.settled' })
    await settled(app, { project: 'blog', suite: 'blog', results: [passed('a')] })
    await settled(app, { suite: 'shop', results: [passed('a')] })
    await app.deliver()
    expect(await eventsOf(agent)).toEqual(['execution.settled shop'])
  })

  test('an archived agent gets nothing, and does not hold up others', async () => {
    const app = await makeApp()
    const [one, two] = [await addAgent(app, 'one'), await addAgent(app, 'two')]
    for (const agent of [one, two]) await subscribe(agent, { event: 'execution.settled' })
    await endAgent(app, one, 'archived')
    await settled(app, { results: [passed('a')] })
    await app.deliver()
    expect([(await one.news()).length, (await two.news()).length]).toEqual([0, 1])
  })

  test('in capabilities replace each other, and name what is wrong with them', async () => {
    const app = await makeApp()
    const agent = await addAgent(app, 'agent')
    await subscribe(agent, { event: 'base.broke' })
    const ctx = await contextOf(app, agent)
    const replace = async (subscribe: unknown) => {
      const wanted = await readCapabilitySubscriptions(ctx, { subscribe })
      if (wanted) await app.store.write((db) => replaceCapabilitySubscriptions(db, ctx, ctx.agent, wanted))
    }
    await replace([{ event: 'execution.settled' }, { event: 'test.recovered', branch: 'main' }])
    await replace([{ event: 'test.recovered' }])
    const { data } = await agent.get<{ event: string; source: string }[]>('/api/bus/subscriptions')
    expect(data.map(({ event, source }) => `${event} ${source}`).sort()).toEqual([
      'base.broke rest',
      'test.recovered capabilities',
    ])
    for (const [wrong, message] of [
      ['all', /subscribe: must be a list/],
      [[{ event: 'nothing' }], /subscribe\[0\]\.event/],
      [[{ event: 'base.broke', project: 'nowhere' }], /subscribe\[0\]: .*project/],
      [[{ event: 'base.broke', more: 1 }], /subscribe\[0\]/],
    ] as const)
      await expect(replace(wrong)).rejects.toThrow(message)
  })
})

async function contextOf(app: TestApp, { id }: TestAgent) {
  const agent = await app.store.read.selectFrom('agent').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const caller = {
    organizationId: agent.organization_id,
    credential: agent.credential,
    apiKeyId: null,
    personId: null,
    role: 'editor' as const,
    scopes: new Set(['bus' as const]),
    projectId: null,
  }
  return { store: app.store, clock: app.clock, caller, agent }
}
