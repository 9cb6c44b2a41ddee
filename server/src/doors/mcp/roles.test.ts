import { expect, test } from 'vitest'
import { addAgent } from '../../testing/bus.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { addKey } from '../../testing/isolation/create-data.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { passed, settled } from '../../testing/upload.ts'

onEachDatabase('roles, as the interface document has them', (make) => {
  test("a viewer's key with the scope bus does all that its own agent may do, and no more", async () => {
    const app = await make()
    const other = await addAgent(app, 'other')
    const { value } = await addKey(app, { id: 1 }, { role: 'viewer', scopes: ['bus'] })
    const { call } = await connectAgent(app, { key: value })
    const done = async (tool: string, args: object) => {
      const answer = await call(tool, { ...args })
      expect(answer.isError, `${tool}: ${answer.text}`).toBe(false)
      return answer
    }
    const refused = async (tool: string, args: object) => {
      const answer = await call(tool, { ...args })
      expect(answer.isError, `${tool}: ${answer.text}`).toBe(true)
      return answer.text
    }
    const ada = { agent_name: 'a', instance: 'laptop', role: 'curator', project_slug: 'shop' }
    expect(await refused('svc_agent_register', ada)).toBe(
      'FORBIDDEN: There is no project "shop". A key or person with the role editor may create it; you have the role viewer. Name an existing project (svc_list_accounts shows them), or none.',
    )
    expect((await call('svc_agent_list', { status: 'all' })).text).not.toContain('(a)')
    const { data: projects } = await app.get<unknown[]>('/api/projects')
    expect(projects).toEqual([])
    await settled(app, { project: 'shop', results: [passed('opens')] })
    expect((await done('svc_agent_register', ada)).structured.agent.projects).toMatchObject([
      { slug: 'shop' },
    ])
    await settled(app, { project: 'till', results: [passed('opens')] })
    await done('svc_agent_update', { agent_name: 'a', status: 'active', role: 'orchestrator' })
    for (const role of ['owner', 'contributor', 'readonly'])
      await done('svc_agent_assign_project', { agent_name: 'a', project_id: 'till', role })
    await done('svc_agent_unassign_project', { agent_name: 'a', project_id: 'till' })
    await done('svc_agent_message', { to: 'other', message: 'hello' })
    await done('svc_agent_message', { to: 'a', message: 'a note' })
    await done('svc_agent_inbox', { mark_read: true })
    expect((await done('svc_agent_inbox', {})).structured.total).toBe(0)
    const { structured } = await done('svc_task_create', { assigned_to: 'other', title: 'Mend the cart' })
    const task_id = structured.task.id
    await done('svc_task_update', { task_id, priority: 2, deadline: '2030-W01-1T09:00' })
    const own = (await done('svc_task_create', { assigned_to: 'a', title: 'Read' })).structured.task.id
    await done('svc_lease', { subject: 'task', id: own })
    await done('svc_task_update', { task_id: own, status: 'done', result: { read: true } })
    await done('svc_agent_list', { status: 'all' })

    const foreign = { agent_name: 'other' }
    for (const [tool, args] of [
      ['svc_agent_update', { ...foreign, status: 'inactive' }],
      ['svc_agent_remove', foreign],
      ['svc_agent_assign_project', { ...foreign, project_id: 'shop' }],
      ['svc_agent_unassign_project', { ...foreign, project_id: 'shop' }],
    ] as const)
      expect(await refused(tool, args)).toMatch(
        /^FORBIDDEN: other belongs to another credential\. .*Register an agent of your own with svc_agent_register, or ask an admin\./,
      )
    expect(await refused('svc_agent_inbox', foreign)).toMatch(/^FORBIDDEN: .*Register an agent of your own/)
    const { data } = await app.post<{ id: string }>(
      '/api/bus/tasks',
      { assignedTo: 'other', title: 'Theirs' },
      { key: other.key },
    )
    expect(await refused('svc_task_update', { task_id: data.id, status: 'done' })).toMatch(
      /^FORBIDDEN: Only its creator other.*svc_agent_message/,
    )
    expect((await done('svc_agent_remove', { agent_name: 'a', hard_delete: true })).text).toMatch(
      /^Deleted a /,
    )
  })

  test('only a proposal needs an editor, and each refusal says who helps', async () => {
    const app = await make()
    await settled(app, { results: [passed('adds')] })
    const proposal = {
      ...{ doc_id: 'a.md', new_content: '# A', evidence_snippet: 'a.ts', reasoning: 'It is missing.' },
    }
    const ask = async (rights: Parameters<typeof addKey>[2], tool: string, args: object) => {
      const { value } = await addKey(app, { id: 1 }, rights)
      return (await (await connectAgent(app, { key: value })).call(tool, { ...args })).text
    }
    const next =
      /Use another key: an admin creates one in the dashboard \(Settings, Keys\), or .* svc-server keys create <name>\./
    const viewer = await ask({ role: 'viewer' }, 'svc_propose_update', proposal)
    expect(viewer).toMatch(/^FORBIDDEN: This needs the role editor; this key has the role viewer\./)
    expect(viewer).toMatch(next)
    const ci = { role: 'editor', scopes: ['ingest', 'read'] } as const
    for (const [tool, args] of [
      ['svc_guidelines', { mode: 'code' }],
      ['svc_agent_list', {}],
      ['svc_propose_update', proposal],
    ] as const) {
      const text = await ask(ci, tool, args)
      expect(text).toMatch(/^FORBIDDEN: This needs the scope (?:knowledge|bus); this key has ingest, read\./)
      expect(text).toMatch(next)
    }
    expect(await ask(ci, 'svc_list_executions', {})).toMatch(/^Executions of project/)
    expect(await ask({ role: 'editor' }, 'svc_propose_update', proposal)).toMatch(/^Proposed/)
  })

  test('a deadline is any time of ISO 8601, and an answer says if UTC was assumed', async () => {
    const app = await make()
    const { key } = await addAgent(app, 'ada')
    const { call } = await connectAgent(app, { key })
    const deadlines = {
      '2030-01-02T03:04Z': ['2030-01-02T03:04:00.000Z', false],
      '20300102T030405Z': ['2030-01-02T03:04:05.000Z', false],
      '2030-01-02T03:04:05.5+02:00': ['2030-01-02T01:04:05.500Z', false],
      '2030-01-02T03:04:05': ['2030-01-02T03:04:05.000Z', true],
      '2030-01-02': ['2030-01-02T00:00:00.000Z', true],
      '2030-W01-3T12Z': ['2030-01-02T12:00:00.000Z', false],
      '2030-002': ['2030-01-02T00:00:00.000Z', true],
    }
    for (const [deadline, [at, isAssumed]] of Object.entries(deadlines)) {
      const made = await call('svc_task_create', { assigned_to: 'ada', title: 'x', deadline })
      expect(made.structured.task?.deadline, made.text).toBe(at)
      const { id: task_id } = made.structured.task
      const { text } = await call('svc_task_update', { task_id, deadline })
      for (const said of [made.text, text]) expect(said.includes('so it is UTC.'), said).toBe(isAssumed)
    }
    expect(
      (await call('svc_task_create', { assigned_to: 'ada', title: 'x', deadline: 'soon' })).text,
    ).toMatch(/^INVALID_REQUEST: deadline must be an ISO 8601 timestamp/)
  })

  test('an agent was last seen at most 10 seconds before its last call, and with a channel, now', async () => {
    const app = await make()
    const { key, id } = await addAgent(app, 'ada')
    const { call } = await connectAgent(app, { key })
    for (const seconds of [9, 11, 5, 6, 10]) {
      app.advance(seconds * 1_000)
      await call('svc_agent_inbox')
      const [{ lastSeenAt }] = (await call('svc_agent_list')).structured.agents
      expect(app.clock() - Date.parse(lastSeenAt)).toBeLessThan(10_000)
    }
    app.advance(60_000)
    await call('svc_list_templates')
    const afterAny = (await call('svc_agent_list')).structured.agents[0]
    expect([afterAny.presence, Date.parse(afterAny.lastSeenAt)]).toEqual(['recent', app.clock()])
    app.advance(60_000)
    await app.store.write((db) =>
      db
        .updateTable('agent')
        .set({ live_until: app.clock() + 1 })
        .where('public_id', '=', id)
        .execute(),
    )
    const [{ lastSeenAt, presence }] = (await call('svc_agent_list')).structured.agents
    expect([presence, Date.parse(lastSeenAt)]).toEqual(['live', app.clock()])
  })
})
