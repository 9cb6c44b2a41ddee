import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as schema from '@svc/schema'
import { expect, test } from 'vitest'
import { type Door, NEXT } from '../ground/kernel/next-step.ts'
import { addAgent } from '../testing/bus.ts'
import { addKey } from '../testing/isolation/create-data.ts'
import { makeApp } from '../testing/make-app.ts'
import { connectAgent } from '../testing/mcp-client.ts'
import { failed, passed, settled } from '../testing/upload.ts'
import { TOOLS } from './mcp/tools.ts'

const SOURCES = join(import.meta.dirname, '..')
const MANUAL = join(SOURCES, '../../docs/reference/cli.md')

const isTool = (name: string) => TOOLS.some((tool) => tool.name === name)
const toolsIn = (text: string) =>
  (text.match(/\bsvc_[a-z]+_[a-z_]+|\bsvc_(?:lease|release)\b/g) ?? []).filter(isTool)

test('every next step is a route, a tool and a command that exist', () => {
  const manual = readFileSync(MANUAL, 'utf8')
  const routes = new Map(
    Object.values(schema)
      .filter((table) => table instanceof Object && 'rows' in table)
      .flatMap(({ rows }) => Object.entries<{ method: string; path: string }>(rows))
      .map(([operation, { method, path }]) => [operation, `${method} ${path}`]),
  )
  for (const [name, words] of Object.entries(NEXT)) {
    const route = /^[A-Z]+ [^ ?]+/.exec(words('rest'))?.[0]
    expect([...routes.values()], name).toContain(route)
    expect(toolsIn(words('mcp')), name).toHaveLength(1)
    const [, command, operation] = /^npx --no (svc (?:api (\w+)|.+))/.exec(words('cli')) ?? []
    if (operation) expect(routes.get(operation), name).toBe(route)
    else expect(manual, name).toContain(`## ${command}\n`)
  }
})

test('no refusal of a verb names a tool by itself', () => {
  const named = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !/^(doors|testing)\b|\.test\.ts$/.test(file))
    .flatMap((file) =>
      callsIn(readFileSync(join(SOURCES, file), 'utf8'), 'new Problem(')
        .filter((problem) => toolsIn(problem).length > 0)
        .map((problem) => `${file}: ${problem}`),
    )
  expect(named).toEqual([])
})

test('no message of the bus names a tool without a command, and each command exists', () => {
  const manual = readFileSync(MANUAL, 'utf8')
  const operations = Object.values(schema).flatMap((table) =>
    table instanceof Object && 'rows' in table ? Object.keys(table.rows) : [],
  )
  const called: string[] = []
  for (const file of globSync('agents/bus/**/*.ts', { cwd: SOURCES })) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(join(SOURCES, file), 'utf8')
    const calls = callsIn(source, 'toolOrCommand(')
    for (const call of calls) {
      const [, command = '', operation] = /,\s*['`](api (\w+)|[a-z]+)/.exec(call) ?? []
      if (operation) expect(operations, call).toContain(operation)
      else expect(manual, call).toContain(`## svc ${command}\n`)
      called.push(command)
    }
    const rest = calls
      .reduce((left, call) => left.replace(call, ''), source)
      .replace(/\/\*[\s\S]*?\*\/|^ *mcp: .*$/gm, '')
    expect(toolsIn(rest), file).toEqual([])
  }
  expect(called.length).toBeGreaterThan(10)
})

/** The text of each call, from its name up to its closing parenthesis. */
function callsIn(source: string, name: string): string[] {
  return source
    .split(name)
    .slice(1)
    .map((rest) => {
      let depth = 1
      let end = 0
      for (; depth > 0 && end < rest.length; end++) depth += { '(': 1, ')': -1 }[rest[end] ?? ''] ?? 0
      return rest.slice(0, end)
    })
}

test('a refusal names the next step in the words of the door', async () => {
  const app = await makeApp()
  const run = await settled(app, { results: [failed('pays', { message: 'no' })] })
  await settled(app, { project: 'till', results: [passed('opens')] })
  const [failure] = (await app.get<{ fingerprint: string }[]>(`/api/failures?execution=${run}`)).data
  const fingerprint = failure?.fingerprint ?? ''
  const other = await addAgent(app, 'other')
  const gone = await addAgent(app, 'gone')
  const mine = await addAgent(app, 'mine')
  const two = await addAgent(app, 'one')
  await addAgent(app, 'two', { key: two.key })
  const none = await addKey(app, { id: 1 }, { role: 'editor', scopes: ['bus', 'read'] })
  const viewer = await addKey(app, { id: 1 }, { role: 'viewer', scopes: ['bus'] })
  await app.post('/api/bus/agents/gone', { status: 'archived' }, { key: gone.key })
  const taskFor = async (assignedTo: string, key: string) =>
    (await app.post<{ id: string }>('/api/bus/tasks', { assignedTo, title: 'Mend it' }, { key })).data.id
  const ended = await taskFor('mine', mine.key)
  const theirs = await taskFor('other', other.key)
  await app.put(`/api/bus/tasks/${ended}`, { status: 'done' }, { key: mine.key })
  await app.post(
    '/api/bus/leases',
    { subject: 'failure', id: fingerprint, project: 'shop' },
    { key: other.key },
  )

  const message = { to: 'other', message: 'hello' }
  const lease = { subject: 'failure', id: fingerprint }
  const registration = { instance: 'laptop' }
  const asked: Record<string, Asked> = {
    'a key without an agent': {
      key: none.value,
      tool: ['svc_agent_message', message],
      rest: ['POST', '/api/bus/messages', message],
      says: { mcp: 'svc_agent_register', cli: 'svc api registerAgent.', rest: 'POST /api/bus/agents.' },
    },
    'a key with several agents': {
      key: two.key,
      tool: ['svc_agent_inbox', {}],
      rest: ['GET', '/api/bus/inbox'],
      says: {
        mcp: 'agent_name',
        cli: '--agent <name>',
        rest: 'the header Svc-Agent: <name> or, where a route has it, agent',
      },
    },
    'the inbox of another': {
      key: mine.key,
      tool: ['svc_agent_inbox', { agent_name: 'other' }],
      rest: ['GET', '/api/bus/inbox?agent=other'],
      says: { mcp: 'svc_agent_register', cli: 'svc api registerAgent)', rest: 'POST /api/bus/agents)' },
    },
    'the profile of another': {
      key: mine.key,
      tool: ['svc_agent_update', { agent_name: 'other', status: 'inactive' }],
      rest: ['POST', '/api/bus/agents/other', { status: 'inactive' }],
      says: { mcp: 'svc_agent_register', cli: 'svc api registerAgent,', rest: 'POST /api/bus/agents,' },
    },
    'a message to an archived agent': {
      key: mine.key,
      tool: ['svc_agent_message', { ...message, to: 'gone' }],
      rest: ['POST', '/api/bus/messages', { ...message, to: 'gone' }],
      says: {
        mcp: 'svc_agent_list shows',
        cli: 'svc api listAgents shows',
        rest: 'GET /api/bus/agents shows',
      },
    },
    'a message of an archived agent': {
      key: gone.key,
      headers: { 'Svc-Agent': 'gone' },
      tool: ['svc_agent_message', message],
      rest: ['POST', '/api/bus/messages', message],
      says: { mcp: 'svc_agent_update', cli: 'svc api updateAgent)', rest: 'POST /api/bus/agents/:id)' },
    },
    'a task for an archived agent': {
      key: mine.key,
      tool: ['svc_task_create', { assigned_to: 'gone', title: 'Mend it' }],
      rest: ['POST', '/api/bus/tasks', { assignedTo: 'gone', title: 'Mend it' }],
      says: {
        mcp: 'svc_agent_list shows',
        cli: 'svc api listAgents shows',
        rest: 'GET /api/bus/agents shows',
      },
    },
    'an ended task': {
      key: mine.key,
      tool: ['svc_lease', { subject: 'task', id: ended }],
      rest: ['POST', `/api/bus/tasks/${ended}/claim`, {}],
      says: { mcp: 'svc_task_update', cli: 'svc api updateTask', rest: 'PUT /api/bus/tasks/:id' },
    },
    'the task of another': {
      key: mine.key,
      tool: ['svc_task_update', { task_id: theirs, status: 'done' }],
      rest: ['PUT', `/api/bus/tasks/${theirs}`, { status: 'done' }],
      says: { mcp: 'svc_agent_message', cli: 'npx --no svc agent send', rest: 'POST /api/bus/messages' },
    },
    'a failure that another holds': {
      key: mine.key,
      headers: { 'Svc-Project': 'shop' },
      tool: ['svc_lease', lease],
      rest: ['POST', '/api/bus/leases', { ...lease, project: 'shop' }],
      says: { mcp: 'svc_agent_message', cli: 'npx --no svc agent send', rest: 'POST /api/bus/messages' },
    },
    'a failure of another project': {
      key: mine.key,
      headers: { 'Svc-Project': 'till' },
      tool: ['svc_lease', lease],
      rest: ['POST', '/api/bus/leases', { ...lease, project: 'till' }],
      says: { mcp: 'svc_switch_account', cli: '--project shop', rest: 'Give project shop' },
    },
    'a project that a viewer may not create': {
      key: viewer.value,
      tool: ['svc_agent_register', { ...registration, agent_name: 'ada', project_slug: 'new' }],
      rest: ['POST', '/api/bus/agents', { ...registration, name: 'ada', project: 'new' }],
      says: { mcp: 'svc_list_accounts', cli: 'svc api listProjects', rest: 'GET /api/projects' },
    },
  }
  for (const [what, { key, headers, tool, rest, says }] of Object.entries(asked)) {
    const { call } = await connectAgent(app, { key, ...(headers && { headers }) })
    const { isError, text } = await call(...tool)
    expect(isError, what).toBe(true)
    expect(text, what).toContain(says.mcp)
    expect(text, what).not.toMatch(/(GET|PUT|POST) \/api\/(?!bus\/agents\/:id\/take-over)/)
    for (const door of ['cli', 'rest'] as const) {
      const said = await ask(rest, { key, headers: { ...headers, ...AGENTS[door] } })
      expect(said, `${what}, ${door}`).toContain(says[door])
      expect(toolsIn(said), `${what}, ${door}`).toEqual([])
    }
  }

  async function ask(
    [method, path, body]: Asked['rest'],
    { key, headers }: { key: string; headers: object },
  ) {
    const response = await app.request(path, {
      key,
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { error: { message: string } }).error.message
  }
})

const AGENTS = { cli: { 'User-Agent': 'svc-cli/0.1.0' }, rest: {} }

interface Asked {
  key: string
  headers?: Record<string, string>
  tool: [string, Record<string, unknown>]
  rest: ['GET' | 'POST' | 'PUT', string, object?]
  /** What each door names. */
  says: Record<Door, string>
}
