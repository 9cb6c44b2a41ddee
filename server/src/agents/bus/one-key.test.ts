import { expect, test } from 'vitest'
import { addAgent } from '../../testing/bus.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { failed, settled } from '../../testing/upload.ts'

const COMMIT = 'b'.repeat(40)

onEachDatabase('two agents of one key', (make) => {
  test('REST: each operation names its agent in its own input, and is refused without a name', async () => {
    const app = await make()
    const run = await settled(app, { results: [failed('pays', { message: 'no' })] })
    const [failure] = (await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${run}`)).data
    const [found] = (await app.get<{ testId: string }[]>('/api/tests?project=shop')).data
    const one = await addAgent(app, 'one')
    const two = await addAgent(app, 'two', { key: one.key })
    const of = { key: one.key }
    const task = { assignedTo: 'two', title: 'Mend it' }
    const { data: made } = await app.post<{ id: string }>('/api/bus/tasks', { ...task, agent: 'one' }, of)
    const { data: event } = await app.post<{ id: string }>(
      '/api/bus/subscriptions',
      { event: 'base.broke', agent: two.id },
      of,
    )
    const fingerprint = failure?.fingerprint ?? ''
    const calls: [string, string, object, string?][] = [
      ['POST', '/api/bus/messages', { to: 'two', message: 'x' }],
      ['POST', '/api/bus/tasks', task],
      ['PUT', `/api/bus/tasks/${made.id}`, { priority: 1 }],
      ['POST', `/api/bus/tasks/${made.id}/claim`, {}, 'two'],
      ['POST', '/api/bus/leases', { subject: 'failure', id: fingerprint, project: 'shop' }],
      ['DELETE', '/api/bus/leases', { subject: 'failure', id: fingerprint, project: 'shop' }],
      ['POST', '/api/bus/subscriptions', { event: 'base.broke' }],
      ['DELETE', `/api/bus/subscriptions/${event.id}`, {}, 'two'],
      ['POST', '/api/bus/fix-verifications', { project: 'shop', fingerprint, commit: COMMIT }],
      [
        'POST',
        '/api/bus/reruns',
        { project: 'shop', tests: [found?.testId], commit: COMMIT, assignedTo: 'two' },
      ],
    ]
    for (const [method, path, body, agent = 'one'] of calls) {
      const ask = async (more: object) => {
        const input = { ...body, ...more } as Record<string, string>
        const response =
          method === 'DELETE'
            ? await app.request(`${path}?${new URLSearchParams(input)}`, { ...of, method })
            : await app.request(path, {
                ...of,
                method,
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify(input),
              })
        return { status: response.status, text: await response.text() }
      }
      const unnamed = await ask({})
      expect([path, unnamed.status, unnamed.text]).toEqual([
        path,
        400,
        expect.stringMatching(/several agents: one, two\. Say which one calls, with the header Svc-Agent/),
      ])
      const named = await ask({ agent })
      expect([path, named.status, named.text]).toEqual([path, 200, expect.any(String)])
    }
    const { data: tasks } = await app.get<{ createdBy: string; assignedTo: string; status: string }[]>(
      '/api/bus/tasks',
      of,
    )
    expect(tasks.at(-1)).toMatchObject({ createdBy: 'one', assignedTo: 'two', status: 'in_progress' })
  })

  test('MCP: a connection names its agent in a header, and registration and refusals say so', async () => {
    const app = await make()
    const { key } = await addAgent(app, 'one')
    const plain = await connectAgent(app, { key })
    const second = await plain.call('svc_agent_register', { agent_name: 'two', instance: 'ci' })
    expect(second.text).toMatch(
      /This credential also has one: set the header Svc-Agent: two for this connection/,
    )
    const refused = await plain.call('svc_agent_message', { to: 'one', message: 'x' })
    expect(refused.text).toMatch(
      /^INVALID_REQUEST: This credential has several agents: one, two\..*header Svc-Agent.*svc mcp --agent/,
    )
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => connectAgent(app, { key, headers: { 'Svc-Agent': name } })),
    )
    expect((await two?.call('svc_agent_message', { to: 'one', message: 'x' }))?.text).toMatch(
      /^Sent to one, from two\./,
    )
    expect((await one?.call('svc_agent_inbox'))?.structured).toMatchObject({
      agent: { name: 'one' },
      total: 1,
    })
    // The inbox tool alone can name an agent of the same key, and the argument counts more than the header.
    expect((await plain.call('svc_agent_inbox', { agent_name: 'two' })).structured.total).toBe(0)
    expect((await two?.call('svc_agent_inbox', { agent_name: 'one' }))?.structured.total).toBe(1)
    const made = await one?.call('svc_task_create', { assigned_to: 'two', title: 'Mend it' })
    expect(made?.text).toContain('created by one')
  })
})
