import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { makeSetup } from './set-up.ts'
import { svc } from './shop.ts'

const server = useServer()

const api = (args: string[], agent?: string) =>
  svc(makeSetup({}), ['api', ...args], {
    SVC_API_KEY: server.apiKey,
    SVC_URL: server.url,
    ...(agent && { SVC_AGENT: agent }),
  })

const ask = async (operation: string, input: object, agent?: string) => {
  const { code, out, err } = await api([operation, JSON.stringify(input)], agent)
  expect([code, err], operation).toEqual([0, ''])
  return JSON.parse(out)
}

test('an agent without MCP registers, takes a task, ends it, and reads who was told', async () => {
  for (const name of ['planner', 'fixer']) await ask('registerAgent', { name, instance: 'laptop' }, name)
  const { id } = await ask('createTask', { assignedTo: 'fixer', title: 'Mend the cart' }, 'planner')
  const told = await ask('readInbox', {}, 'fixer')
  const { next } = JSON.parse(told.messages[0].message)
  const claim = /npx --no svc api (claimTask) '(\{.*?\})'/.exec(next)
  expect(claim, next).not.toBeNull()
  expect(await ask(claim?.[1] ?? '', JSON.parse(claim?.[2] ?? '{}'), 'fixer')).toMatchObject({ id })
  expect(await ask('listTasks', { status: 'open', assignedTo: 'fixer' })).toMatchObject([
    { id, status: 'in_progress' },
  ])
  await ask('updateTask', { id, status: 'done', result: { commit: '4f2c1d9' } }, 'fixer')
  expect((await ask('readInbox', {}, 'planner')).messages.at(-1)).toMatchObject({ type: 'result' })
})

test('a list that goes on says how', { tags: 'thorough' }, async () => {
  for (const name of ['one', 'two']) await ask('registerAgent', { name, instance: 'desk' })
  const { out, err } = await api(['listAgents', '{"instance":"desk","limit":1}'])
  const [, cursor = ''] = /^svc: More follow: add "cursor": "(.+)" to the input\.\n$/.exec(err) ?? []
  const found = [...JSON.parse(out), ...(await ask('listAgents', { instance: 'desk', limit: 1, cursor }))]
  expect(found.map((one: { name: string }) => one.name).sort()).toEqual(['one', 'two'])
})

test('it lists the operations, and says what is wrong with a call', { tags: 'thorough' }, async () => {
  const names = (await api([])).out
  expect(names).toMatch(/^verifyFix +POST +\/api\/bus\/fix-verifications$/m)
  expect(names).not.toContain('streamEvents')
  expect(JSON.parse((await api(['--json'])).out)).toHaveLength(names.trim().split('\n').length)
  const refused = async (...args: string[]) => {
    const { code, out, err } = await api(args)
    return `${code} ${err}${out}`
  }
  expect(await refused('listTask')).toMatch(/^2 .*unknown operation 'listTask'.*listTasks/s)
  for (const name of ['toString', 'streamEvents'])
    expect(await refused(name)).toMatch(/^2 .*unknown operation/s)
  for (const input of ['x', '[]', 'null'])
    expect(await refused('listTasks', input)).toMatch(/^2 .*JSON object/s)
  expect(await refused('listTasks', '{"state":"open"}')).toMatch(/^1 .*state/s)
  const { out } = await api(['getTask', '{"id":"0198a000-0000-7000-8000-000000000000"}', '--json'])
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})
