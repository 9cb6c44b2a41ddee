import { expect, test } from 'vitest'
import { addAgent } from '../../../testing/bus.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { DOCUMENTED } from '../../../testing/mcp/documented-rows.ts'
import { connectAgent, type ToolAnswer } from '../../../testing/mcp-client.ts'
import { TOOLS } from '../tools.ts'

type Call = (tool: string, args?: Record<string, unknown>) => Promise<ToolAnswer>
type Values = [value: unknown, effect: (answer: ToolAnswer, call: Call) => unknown, also?: object][]

/** Each argument of the interface document with values and the effect of each; the effect holds in the answer. */
const agent = ({ structured }: ToolAnswer) => structured.agent
const message = ({ structured }: ToolAnswer) => structured.message
const task = ({ structured }: ToolAnswer) => structured.task
const shown = ({ structured }: ToolAnswer) =>
  structured.messages?.map((one: { content: string }) => one.content)
const names = ({ structured }: ToolAnswer) =>
  structured.agents?.map((one: { name: string }) => one.name).sort()

const same = (
  field: string,
  of: (answer: ToolAnswer) => Record<string, unknown>,
  values: unknown[],
): Values => values.map((value) => [value, (answer) => expect(of(answer)?.[field]).toEqual(value)])
const named: Values = [['ada', (answer) => expect(agent(answer)?.name).toBe('ada')]]
const ROLES = ['orchestrator', 'specialist', 'curator', 'admin']
const STATUSES = ['pending', 'in_progress', 'done', 'failed', 'cancelled']
const DEADLINE = '2026-04-01T10:00:00.000Z'

const ROWS: Record<string, { base: Record<string, unknown>; rows: Record<string, Values> }> = {
  svc_agent_register: {
    base: { agent_name: 'ada', instance: 'laptop' },
    rows: {
      agent_name: named,
      display_name: same('displayName', agent, ['Ada 🤖']),
      instance: same('instance', agent, ['ci-runner-3']),
      model: same('model', agent, ['m-1']),
      role: same('role', agent, ROLES),
      capabilities: same('capabilities', agent, [{ languages: ['ts'] }]),
      project_slug: [
        [
          'new-shop',
          (answer) => expect(agent(answer)?.projects).toMatchObject([{ slug: 'new-shop' }, { slug: 'shop' }]),
        ],
      ],
    },
  },
  svc_agent_update: {
    base: { agent_name: 'ada', model: 'm-0' },
    rows: {
      agent_id: named,
      agent_name: named,
      display_name: same('displayName', agent, ['Ada']),
      status: same('status', agent, ['inactive', 'archived', 'active']),
      model: same('model', agent, ['m-2']),
      role: same('role', agent, ROLES),
      capabilities: same('capabilities', agent, [{ rerun: true }]),
    },
  },
  svc_agent_remove: {
    base: { agent_name: 'ada' },
    rows: {
      agent_id: named,
      agent_name: named,
      hard_delete: [
        [false, (answer) => expect(agent(answer)?.status).toBe('archived')],
        [true, (answer) => expect(agent(answer)?.status).toBe('deleted')],
      ],
    },
  },
  svc_agent_list: {
    base: {},
    rows: {
      status: [
        [undefined, (answer) => expect(names(answer)).toEqual(['ada', 'bob'])],
        ['active', (answer) => expect(names(answer)).toEqual(['ada', 'bob'])],
        ['inactive', (answer) => expect(names(answer)).toEqual(['idle'])],
        ['archived', (answer) => expect(names(answer)).toEqual(['gone'])],
        ['all', (answer) => expect(names(answer)).toEqual(['ada', 'bob', 'gone', 'idle'])],
      ],
      instance: [['ada-host', (answer) => expect(names(answer)).toEqual(['ada'])]],
      project_id: [['shop', (answer) => expect(names(answer)).toEqual(['ada'])]],
    },
  },
  svc_agent_assign_project: {
    base: { agent_name: 'ada', project_id: 'shop' },
    rows: {
      agent_id: named,
      agent_name: named,
      project_id: [['shop', (answer) => expect(agent(answer)?.projects).toMatchObject([{ slug: 'shop' }])]],
      role: ['owner', 'readonly', 'contributor', undefined].map((role) => [
        role,
        (answer) => expect(agent(answer)?.projects).toMatchObject([{ role: role ?? 'contributor' }]),
      ]),
    },
  },
  svc_agent_unassign_project: {
    base: { agent_name: 'ada', project_id: 'shop' },
    rows: {
      agent_id: named,
      agent_name: named,
      project_id: [['shop', (answer) => expect(agent(answer)?.projects).toEqual([])]],
    },
  },
  svc_agent_message: {
    base: { to: 'bob', message: 'hello' },
    rows: {
      to: [['bob', (answer) => expect(message(answer)?.to).toBe('bob')]],
      message: [
        [
          'Zażółć',
          async (answer, call) =>
            expect(shown(await call('svc_agent_read', { message_id: message(answer)?.id }))).toEqual([
              'Zażółć',
            ]),
        ],
      ],
      type: [
        ...same('type', message, ['message', 'task', 'result', 'alert', 'knowledge', 'curator']),
        [undefined, (answer) => expect(message(answer)?.type).toBe('message')],
      ],
      priority: [
        ...same('priority', message, ['low', 'normal', 'high', 'urgent']),
        [undefined, (answer) => expect(message(answer)?.priority).toBe('normal')],
      ],
      channel: same('channel', message, ['builds']),
      reply_to: [['MAIL', (answer) => expect(message(answer)?.thread).not.toBe(message(answer)?.id)]],
    },
  },
  svc_agent_inbox: {
    base: {},
    rows: {
      agent_id: named,
      agent_name: named,
      limit: [
        [undefined, (answer) => expect(shown(answer)).toHaveLength(10)],
        [3, (answer) => expect(shown(answer)).toHaveLength(3)],
        [200, (answer) => expect(shown(answer)).toHaveLength(12)],
      ],
      status: ['pending', 'delivered', 'read', 'failed', 'all', undefined].map((status) => [
        status,
        ({ structured }) =>
          expect(structured.total).toBe(status === 'all' || !status || status === 'pending' ? 12 : 0),
      ]),
      mark_read: [
        [undefined, ({ structured }) => expect(structured.messages[0].status).toBe('pending')],
        [false, ({ structured }) => expect(structured.messages[0].status).toBe('pending')],
        [true, ({ structured }) => expect(structured.messages[0].status).toBe('read')],
      ],
    },
  },
  svc_task_create: {
    base: { assigned_to: 'bob', title: 'Mend it' },
    rows: {
      assigned_to: same('assignedTo', task, ['bob']),
      title: same('title', task, ['Mend the cart']),
      description: [['Round to cents.', wholeTask({ description: 'Round to cents.' })]],
      priority: [
        ...same('priority', task, [1, 10]),
        [undefined, (answer) => expect(task(answer)?.priority).toBe(5)],
      ],
      deadline: same('deadline', task, [DEADLINE]),
      payload: [[{ file: 'cart.ts' }, wholeTask({ payload: { file: 'cart.ts' } })]],
    },
  },
  svc_task_update: {
    base: { task_id: 'TASK', priority: 5 },
    rows: {
      task_id: [['TASK', (answer) => expect(task(answer)?.title).toBe('Read me')]],
      status: same('status', task, STATUSES),
      result: [[{ commit: 'abc' }, wholeTask({ result: { commit: 'abc' } })]],
      priority: same('priority', task, [1, 10]),
      deadline: same('deadline', task, [DEADLINE]),
    },
  },
}

function wholeTask(expected: object) {
  return async (answer: ToolAnswer, call: Call) =>
    expect(task(await call('svc_agent_read', { task_id: task(answer)?.id }))).toMatchObject(expected)
}

/** Ada, who calls, with twelve messages, a project and a task; other agents of other keys. */
async function world(app: TestApp) {
  const ada = await addAgent(app, 'ada', { instance: 'ada-host', project: 'shop' })
  const bob = await addAgent(app, 'bob')
  for (const [name, status] of [
    ['idle', 'inactive'],
    ['gone', 'archived'],
  ] as const) {
    const other = await addAgent(app, name)
    await app.post(`/api/bus/agents/${name}`, { status }, { key: other.key })
  }
  let mail = ''
  for (let i = 0; i < 12; i++) {
    const sent = await app.post<{ id: string }>(
      '/api/bus/messages',
      { to: 'ada', message: `${i}` },
      { key: bob.key },
    )
    mail = sent.data.id
  }
  const { call } = await connectAgent(app, { key: ada.key })
  const made = await call('svc_task_create', { assigned_to: 'bob', title: 'Read me' })
  const ids: Record<string, string> = { MAIL: mail, TASK: made.structured.task.id, ada: ada.id }
  const set = (argument: string, value: unknown) =>
    argument === 'agent_id' || value === 'MAIL' || value === 'TASK' ? ids[value as string] : value
  const filled = (args: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(args).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, set(name, value)]],
      ),
    )
  return (tool: string, args: Record<string, unknown> = {}) => call(tool, filled(args))
}

test('every row of the interface document has values and effects', () => {
  const rows = Object.entries(ROWS).map(([tool, { rows }]) => [tool, Object.keys(rows).sort()])
  const documented = Object.entries(DOCUMENTED).map(([tool, row]) => [tool, Object.keys(row).sort()])
  expect(rows).toEqual(documented)
  for (const [tool, { rows }] of Object.entries(ROWS))
    for (const [argument, values] of Object.entries(rows)) {
      const options = (TOOLS.find(({ name }) => name === tool)?.input.toJSONSchema().properties?.[argument] ??
        {}) as { enum?: string[] }
      const given = values.map(([value]) => value)
      expect(given.length, `${tool} ${argument}`).toBeGreaterThan(0)
      expect(given, `${tool} ${argument}`).toEqual(expect.arrayContaining(options.enum ?? []))
    }
})

onEachDatabase('each argument of the bus has its effect', (make) => {
  test.for(Object.keys(ROWS))('%s', async (tool) => {
    const { base, rows } = ROWS[tool] as (typeof ROWS)[string]
    let call = await world(await make())
    for (const [argument, values] of Object.entries(rows))
      for (const [value, effect] of values) {
        const { agent_name, ...rest } = base
        const kept =
          argument === 'agent_id' ? rest : { ...rest, ...(agent_name !== undefined && { agent_name }) }
        if (tool === 'svc_agent_unassign_project') await call('svc_agent_assign_project', base)
        const answer = await call(tool, { ...kept, [argument]: value })
        expect(answer.isError, `${tool} ${argument} ${String(value)}: ${answer.text}`).toBe(false)
        await effect(answer, call)
        if (tool === 'svc_agent_remove' && value === true) call = await world(await make())
      }
  })
})
