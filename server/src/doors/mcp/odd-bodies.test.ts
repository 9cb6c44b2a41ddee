import { expect, test } from 'vitest'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { oddVersions } from '../../testing/odd-values.ts'
import { passed, settled } from '../../testing/upload.ts'

const META = {
  progressToken: 1,
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { roots: { listChanged: true } },
}

const request = (method: string, params: object, more: object = { id: 1 }) => ({
  jsonrpc: '2.0',
  ...more,
  method,
  params,
})

const MODERN = [
  request('tools/call', { name: 'svc_list_accounts', arguments: { max_tokens: 1_000 }, _meta: META }),
  request('tools/list', { cursor: 'a', _meta: META }),
  request('prompts/get', { name: 'svc_auditor', arguments: {}, _meta: META }),
  request('resources/read', { uri: 'svc://inbox/a', _meta: META }),
  request('server/discover', { _meta: META }),
]
const HELLO = {
  protocolVersion: '2025-06-18',
  clientInfo: { name: 'test', version: '1' },
  capabilities: { roots: { listChanged: true } },
}
const LEGACY = [
  request('initialize', HELLO),
  request('notifications/cancelled', { requestId: 1, reason: 'x' }, {}),
  [request('tools/list', {}), request('ping', {}, { id: 'b' })],
]

const post = (app: TestApp, body: unknown, version: string, method?: string, name?: string) =>
  app.fetch(
    new Request('http://svc.test/mcp', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${app.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': version,
        ...(method !== undefined && { 'Mcp-Method': method }),
        ...(typeof name === 'string' && { 'Mcp-Name': name }),
      },
      body: JSON.stringify(body),
    }),
  )

test('a method that is not a text is an invalid request', async () => {
  const app = await makeApp()
  for (const method of [{ toString: 1 }, 1, null, ['tools/list']]) {
    const response = await post(app, { jsonrpc: '2.0', id: 1, method, params: {} }, '2025-06-18')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } })
  }
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test.each([
  ['initialize', { ...HELLO, protocolVersion: 7 }, 'params.protocolVersion must be a string.'],
  ['initialize', undefined, 'params is required and must be an object.'],
  ['prompts/get', {}, 'params.name is required and must be a string.'],
  ['prompts/get', { name: 'svc_auditor', arguments: { a: 7 } }, 'params.arguments.a must be a string.'],
  ['resources/read', {}, 'params.uri is required and must be a string.'],
  ['resources/read', { uri: ['x'] }, 'params.uri must be a string.'],
  ['tools/call', { name: 7 }, 'params.name must be a string.'],
  ['tools/call', { name: 'svc_list_accounts', arguments: 'x' }, 'params.arguments must be an object.'],
  ['tools/list', { cursor: 7 }, 'params.cursor must be a string.'],
  ['resources/list', { cursor: 7 }, 'params.cursor must be a string.'],
  ['resources/templates/list', { cursor: {} }, 'params.cursor must be a string.'],
  ['prompts/list', { cursor: false }, 'params.cursor must be a string.'],
] as const)('%s with %j says which parameter is wrong, in each era', async (method, params, words) => {
  const app = await makeApp()
  const eras = [
    [params, '2025-06-18'],
    ...(method === 'initialize' ? [] : [[{ ...params, _meta: META }, '2026-07-28']]),
  ] as const
  for (const [given, version] of eras) {
    const names = [params && 'name' in params && params.name, params && 'uri' in params && params.uri]
    const name = names.find((one) => typeof one === 'string')
    const response = await post(
      app,
      { jsonrpc: '2.0', id: 1, method, params: given },
      version as string,
      method,
      name,
    )
    const text = await response.text()
    const { error } = JSON.parse(text.replace(/^event: message\ndata: /, '')) as { error: object }
    expect([version, error]).toEqual([version, { code: -32_602, message: `${method}: ${words}` }])
  }
})

test.each([
  ['modern', '2026-07-28', MODERN],
  ['older', '2025-06-18', [...LEGACY, ...MODERN]],
] as const)('no odd value in a %s message is a failure of the server', async (_, version, messages) => {
  const app = await makeApp()
  await settled(app, { results: [passed('a')] })
  const faults: string[] = []
  for (const message of messages) {
    const method = 'method' in message ? message.method : undefined
    for (const odd of oddVersions(message)) {
      const response = await post(app, odd, version, method)
      const text = await response.text()
      if (response.status >= 500 || text.includes('INTERNAL'))
        faults.push(`${response.status} ${text.slice(0, 200)} <- ${JSON.stringify(odd).slice(0, 300)}`)
    }
  }
  expect(faults.slice(0, 10)).toEqual([])
  expect(app.logged.filter(({ level }) => level === 'error').slice(0, 3)).toEqual([])
})
