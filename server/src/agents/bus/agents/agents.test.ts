import { expect, test } from 'vitest'
import { addAgent, inboxOf, sendAs } from '../../../testing/bus.ts'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addKey } from '../../../testing/isolation/create-data.ts'
import { addOrganization } from '../../../testing/organization.ts'
import { addPerson } from '../../../testing/people.ts'
import { passed, run, send } from '../../../testing/upload.ts'

onBothDatabases('agents', (make) => {
  test('registration is idempotent for its credential, and a conflict for another', async () => {
    const app = await make()
    const body = { name: 'fixer', instance: 'ci-1', capabilities: { languages: ['ts'] }, project: 'Shop' }
    const ada = await addAgent(app, 'fixer', body)
    expect(ada.signingKey).toMatchObject({ secret: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const again = await app.post('/api/bus/agents', { name: 'fixer', instance: 'ci-2' }, { key: ada.key })
    expect(again.data).toMatchObject({
      id: ada.id,
      isNew: false,
      signingKey: null,
      instance: 'ci-2',
      capabilities: { languages: ['ts'] },
      projects: [{ slug: 'shop', role: 'contributor' }],
      credential: 'own',
      presence: 'recent',
    })
    const other = await app.post('/api/bus/agents', { name: 'fixer', instance: 'ci-1' })
    expect(other.error).toEqual({ code: 'CONFLICT', message: expect.stringContaining('take fixer over') })
    // Two first registrations at once are one agent.
    const twice = await Promise.all(
      [1, 2].map(() => app.post<{ id: string }>('/api/bus/agents', { name: 'twin', instance: 'x' })),
    )
    expect(new Set(twice.map(({ data }) => data.id)).size).toBe(1)
  })

  test('names have one form, and the error offers it', async () => {
    const app = await make()
    const refusal = async (name: string) =>
      (await app.post('/api/bus/agents', { name, instance: 'x' })).error?.message
    expect(await refusal('Build Bot:2')).toMatch(/no capitals, no colons.*Use build-bot-2\.$/)
    expect(await refusal('Żółw')).toMatch(/Use zo-w\.$/)
    for (const name of ['x', '7', 'a--b', 'a'.repeat(64)]) expect(await refusal(name), name).toBeUndefined()
    for (const name of ['-a', 'a-', 'a'.repeat(65), 'a_b'])
      expect(await refusal(name), name).toMatch(/1 to 64/)
    // It would be read as an id.
    expect(await refusal('0197a000-0000-7000-8000-000000000001')).toMatch(/must not look like an id/)
    expect(await refusal('s--v--c')).toMatch(/reserved for the server/)
    expect(await refusal('svc')).toMatch(/name of the server/)
    expect(await refusal('é'.repeat(150))).toMatch(/1 to 64/)
    expect(
      (
        await app.post('/api/bus/agents', {
          name: 'large',
          instance: 'x',
          capabilities: { text: 'x'.repeat(17_000) },
        })
      ).error?.code,
    ).toBe('PAYLOAD_TOO_LARGE')
  })

  test('no agent and no person takes a name that looks like that of the server', async () => {
    const app = await make()
    const register = async (name: string, displayName?: string) =>
      (await app.post('/api/bus/agents', { name, instance: 'x', ...(displayName && { displayName }) })).error
        ?.message
    const refused = /must not be ".*": svc, server and system.* Choose a name/
    for (const name of ['server', 'system', 's-v-c', 'svc-official', '5vc'])
      expect(await register(name)).toMatch(refused)
    const speakers = ['svc', 'Ѕ\u200bVC', 'ｓｖｃ ✓', 'The Server', '\u202ecvs', 'SVC (verified)']
    for (const name of speakers) expect(await register('fixer', name)).toMatch(refused)
    for (const name of ['svc-tests-agent', 'server-tests']) expect(await register(name, name)).toBeUndefined()
    const person = await addPerson(app, { default: 'viewer' })
    const agent = await addAgent(app, 'ada', { displayName: 'Ada' })
    for (const name of speakers) {
      const change = { displayName: name }
      expect(
        (await app.post(`/api/bus/agents/${agent.id}`, change, { key: agent.key })).error?.message,
      ).toMatch(refused)
      expect((await app.post('/api/person', { name }, { key: person.token })).error?.message).toMatch(refused)
    }
    // An agent of before keeps its name, and stays usable.
    await app.store.write((db) =>
      db.updateTable('agent').set({ name: 'svc-official' }).where('public_id', '=', agent.id).execute(),
    )
    expect(
      (await app.post('/api/bus/agents', { name: 'svc-official', instance: 'y' }, { key: agent.key })).data,
    ).toMatchObject({ id: agent.id })
  })

  test('a list has filters, and presence follows calls', async () => {
    const app = await make()
    const ada = await addAgent(app, 'ada', { instance: 'host-1', project: 'shop' })
    await addAgent(app, 'bob', { instance: 'host-2' })
    const names = async (query: string) =>
      (await app.get<{ name: string }[]>(`/api/bus/agents${query}`)).data.map(({ name }) => name)
    expect(await names('')).toEqual(['bob', 'ada'])
    expect(await names('?instance=host-1')).toEqual(['ada'])
    expect(await names('?project=shop')).toEqual(['ada'])
    const page = await app.get<{ name: string }[]>('/api/bus/agents?limit=1')
    expect(await names(`?limit=1&cursor=${page.page?.nextCursor}`)).toEqual(['ada'])
    await app.post('/api/bus/agents/ada', { status: 'inactive' }, { key: ada.key })
    expect(await names('')).toEqual(['bob'])
    expect(await names('?status=inactive')).toEqual(['ada'])
    app.advance(600_000)
    expect((await app.get(`/api/bus/agents/${ada.id}`)).data).toMatchObject({ presence: 'away' })
    await inboxOf(app, ada)
    expect((await app.get('/api/bus/agents/ada')).data).toMatchObject({
      presence: 'recent',
      lastSeenAt: new Date(app.clock()).toISOString(),
    })
  })

  test('only its credential acts as an agent; an admin manages it, and a session of one takes it over', async () => {
    const app = await make()
    const [ada, bob] = [await addAgent(app, 'ada'), await addAgent(app, 'bob')]
    const acting = (key: string) => app.get('/api/bus/inbox?agent=ada', { key })
    for (const key of [bob.key, app.key])
      expect((await acting(key)).error).toMatchObject({ code: 'FORBIDDEN', message: /only that one may act/ })
    expect(await app.post('/api/bus/agents/ada', { model: 'm' }, { key: bob.key })).toMatchObject({
      status: 403,
    })
    expect(await app.post('/api/bus/agents/ada', { model: 'm' })).toMatchObject({ status: 200 })
    expect(await app.post('/api/bus/agents/ada/keys', {})).toMatchObject({ status: 403 })

    const admin = await addPerson(app, { default: 'admin' })
    expect(await app.post('/api/bus/agents/ada/take-over', {})).toMatchObject({ status: 403 })
    const heir = await addKey(app, { id: 1 }, { role: 'editor', name: 'heir' })
    const taken = await app.post<{ signingKey: { id: string } }>(
      '/api/bus/agents/ada/take-over',
      { key: heir.id },
      { key: admin.token },
    )
    expect(taken.data.signingKey.id).not.toBe(ada.signingKey.id)
    expect(await acting(heir.value)).toMatchObject({ status: 200 })
    expect(await acting(ada.key)).toMatchObject({ status: 403 })
    const { data: audit } = await app.get<{ action: string; detail: object }[]>('/api/audit?limit=1')
    expect(audit[0]).toMatchObject({ action: 'agent.taken-over', detail: { by: 'key heir' } })
  })

  test('an agent outlives its revoked key, and says that it has ended', async () => {
    const app = await make()
    const { value, id } = await addKey(app, { id: 1 }, { role: 'editor', name: 'gone' })
    const ada = await addAgent(app, 'ada', { key: value })
    const revoked = await app.delete(`/api/keys/${id}`)
    expect(revoked.data).toMatchObject({ agents: ['ada'] })
    expect((await app.get('/api/bus/agents/ada')).data).toMatchObject({ credential: 'ended' })
    const bob = await addAgent(app, 'bob')
    expect(await sendAs(app, bob, 'ada', 'hello')).toMatchObject({ status: 200 })
    const admin = await addPerson(app, { default: 'admin' })
    await app.post('/api/bus/agents/ada/take-over', {}, { key: admin.token })
    expect((await inboxOf(app, { ...ada, key: admin.token })).map(({ message }) => message)).toEqual([
      'hello',
    ])
  })

  test('the agent of a call: named, the only one, or an error with the choices', async () => {
    const app = await make()
    const inbox = (headers = {}) => app.get<{ agent: { name: string } }>('/api/bus/inbox', { headers })
    expect((await inbox()).error).toMatchObject({ code: 'INVALID_REQUEST', message: /svc_agent_register/ })
    await addAgent(app, 'ada', { key: app.key })
    expect((await inbox()).data.agent.name).toBe('ada')
    const bob = await addAgent(app, 'bob', { key: app.key })
    expect((await inbox()).error?.message).toMatch(/several agents.*ada, bob\./)
    expect((await inbox({ 'Svc-Agent': 'bob' })).data.agent.name).toBe('bob')
    expect((await inbox({ 'Svc-Agent': bob.id })).data.agent.name).toBe('bob')
    await app.delete('/api/bus/agents/ada')
    expect((await inbox()).data.agent.name).toBe('bob')
  })

  test('another organization sees and reaches no agent', async () => {
    const app = await make()
    const ada = await addAgent(app, 'ada')
    const key = await addOrganization(app)
    expect((await app.get('/api/bus/agents', { key })).data).toEqual([])
    for (const path of ['/api/bus/agents/ada', `/api/bus/agents/${ada.id}`, '/api/bus/inbox?agent=ada'])
      expect(await app.get(path, { key })).toMatchObject({ status: 404 })
    await app.post('/api/bus/agents', { name: 'ada', instance: 'theirs' }, { key })
    expect(await sendAs(app, { key }, ada.id, 'hello')).toMatchObject({ status: 404 })
    expect(await inboxOf(app, ada)).toEqual([])
  })

  test('a key of one project sees and reaches its agents, and those that wrote to its own', async () => {
    const app = await make()
    for (const project of ['shop', 'till']) await send(app, run({ project, results: [passed('adds')] }))
    const here = await addAgent(app, 'here', { rights: { project: 'shop' } })
    expect((await app.get('/api/bus/agents/here')).data).toMatchObject({ projects: [{ slug: 'shop' }] })
    const near = await addAgent(app, 'near', { project: 'shop' })
    const far = await addAgent(app, 'far', { project: 'till' })
    const seen = await app.get<{ name: string }[]>('/api/bus/agents', { key: here.key })
    expect(seen.data.map(({ name }) => name)).toEqual(['near', 'here'])
    expect(await sendAs(app, here, near.name, 'hello')).toMatchObject({ status: 200 })
    expect(await sendAs(app, here, far.name, 'hello')).toMatchObject({ status: 404 })
    const { data } = await sendAs(app, far, 'here', 'hello')
    expect(await sendAs(app, here, far.name, 'hello', { replyTo: data.id })).toMatchObject({ status: 200 })
    expect(
      (
        await app.post(
          '/api/bus/agents',
          { name: 'there', instance: 'x', project: 'till' },
          { key: here.key },
        )
      ).error?.code,
    ).toBe('FORBIDDEN')
  })

  test('assignments to projects', async () => {
    const app = await make()
    const ada = await addAgent(app, 'ada', { project: 'shop' })
    const path = '/api/bus/agents/ada/projects'
    const assigned = await app.put(path, { project: 'shop', role: 'owner' }, { key: ada.key })
    expect(assigned.data).toMatchObject({ projects: [{ slug: 'shop', role: 'owner' }] })
    expect((await app.delete(`${path}?project=shop`)).data).toMatchObject({ projects: [] })
    expect(await app.delete(`${path}?project=shop`)).toMatchObject({ status: 404 })
    expect(await app.put(path, { project: 'nowhere' })).toMatchObject({ status: 404 })
  })

  test('a key of one project learns nothing of an agent’s other projects', async () => {
    const app = await make()
    const ada = await addAgent(app, 'ada', { project: 'shop' })
    await addAgent(app, 'bob', { project: 'secret' })
    const path = '/api/bus/agents/ada/projects'
    const assigned = await app.put(path, { project: 'secret', role: 'owner' }, { key: ada.key })
    expect(assigned.data).toMatchObject({ projects: [{ slug: 'secret' }, { slug: 'shop' }] })
    const { value } = await addKey(app, { id: 1 }, { role: 'viewer', project: 'shop' })
    const { data } = await app.get<{ name: string; projects: { slug: string }[] }[]>('/api/bus/agents', {
      key: value,
    })
    const shown = new Map(data.map(({ name, projects }) => [name, projects.map(({ slug }) => slug)]))
    expect(shown.get('ada')).toEqual(['shop'])
    expect([...shown.values()].flat()).not.toContain('secret')
  })
})
