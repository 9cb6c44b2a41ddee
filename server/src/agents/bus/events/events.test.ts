import { expect, test } from 'vitest'
import { addAgent, endAgent, type TestAgent } from '../../../testing/agents.ts'
import { onBothDatabases, onEachDatabase } from '../../../testing/each-database.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { addPerson } from '../../../testing/people.ts'
import { failed, flaky, passed, settled } from '../../../testing/upload.ts'

const subscribe = async (agent: TestAgent, filter: object) => {
  const { data, error } = await agent.post<{ id: string }>('/api/bus/subscriptions', filter)
  if (error) throw new Error(error.message)
  return data
}

const eventsOf = async (agent: TestAgent) =>
  (await agent.news()).map(({ event, suite }) => `${event} ${suite}`)

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
    const letter = (n: number) => String.fromCharCode(97 + (n % 8))
    // Each with an error of its own: one that many tests share proves an outage.
    const tests = Array.from({ length: 500 }, (_, i) => `t${letter(i / 64)}${letter(i / 8)}${letter(i)}`)
    const others = tests.map((title) => passed(`other ${title}`))
    await settled(app, { results: [...tests.map((title) => passed(title)), ...others] })
    await app.post('/api/projects/shop/monitor', { minRuns: 1, flakyRuns: 1, flakyRate: 0.01 })
    await subscribe(agent, { event: 'test.became-flaky', branch: 'main' })
    await subscribe(agent, { event: 'proposal.decided' })
    const unsteady = tests.map((title) => flaky(title, { message: `slipped on ${title}` }))
    await settled(app, { results: [...unsteady, ...others] })
    await app.deliver()
    const news = await agent.news()
    expect(news).toMatchObject([
      {
        event: 'test.became-flaky',
        testCount: 500,
        text: expect.stringMatching(/^500 tests became flaky in default of shop/),
      },
    ])
    expect(news[0]?.tests).toHaveLength(10)
    const person = await addPerson(app, { default: 'editor' })
    const { data } = await app.post<{ id: string }>('/api/proposals', {
      project: 'shop',
      document: 'docs/a.md',
      content: '# A\n',
      evidence: 'e',
      reasoning: 'r',
    })
    await app.post(`/api/proposals/${data.id}/reject`, { reason: 'no' }, { key: person.token })
    await app.deliver()
    expect(await agent.news()).toMatchObject([
      { event: 'proposal.decided', proposal: data.id, state: 'rejected' },
    ])
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
    const register = (subscribe: unknown) =>
      app.post('/api/bus/agents', {
        name: 'agent',
        instance: 'here',
        project: 'new-shop',
        capabilities: { subscribe },
      })
    expect((await register([{ event: 'execution.settled', project: 'new-shop' }])).status).toBe(200)
    await app.post('/api/bus/subscriptions', { event: 'base.broke' })
    await register([{ event: 'test.recovered', branch: 'main' }])
    const listed = async () =>
      (await app.get<{ event: string; source: string }[]>('/api/bus/subscriptions')).data
        .map(({ event, source }) => `${event} ${source}`)
        .sort()
    expect(await listed()).toEqual(['base.broke rest', 'test.recovered capabilities'])
    for (const [wrong, message] of [
      ['all', /subscribe: must be a list/],
      [[{ event: 'nothing' }], /subscribe\[0\]\.event/],
      [[{ event: 'base.broke', project: 'nowhere' }], /subscribe\[0\]: .*project/],
      [[{ event: 'base.broke', more: 1 }], /subscribe\[0\]/],
    ] as const)
      expect(await register(wrong)).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message) },
      })
    expect(await listed()).toEqual(['base.broke rest', 'test.recovered capabilities'])
  })
})

onEachDatabase('the event base.broke', (makeApp) => {
  test('says when it is sent, and is silent outside CI, on changed trees and for pull requests', async () => {
    const app = await makeApp()
    const agent = await addAgent(app, 'agent')
    const { data } = await agent.post<{ note: string | null }>('/api/bus/subscriptions', {
      event: 'base.broke',
    })
    expect(data.note).toMatch(/first failed run of the default branch.*Only CI runs of a clean working tree/)
    const other = await agent.post<{ note: string | null }>('/api/bus/subscriptions', {
      event: 'proposal.decided',
    })
    expect(other.data.note).toBeNull()
    const red = [failed('a')]
    await settled(app, { results: [passed('a')] })
    app.advance(1_000)
    await settled(app, { code: { branch: 'main', dirty: true }, results: red })
    await settled(app, { code: { branch: 'topic', pullRequest: 3 }, results: red })
    await app.deliver()
    expect(await agent.news()).toEqual([])
    await settled(app, { results: red })
    await app.deliver()
    expect(await agent.news()).toMatchObject([{ event: 'base.broke' }])
  })
})
