import { expect, test } from 'vitest'
import { makeApp, type TestApp } from '../testing/make-app.ts'
import { oddVersions } from '../testing/odd-values.ts'
import { passed, settled } from '../testing/upload.ts'

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
const LEGACY = [
  request('initialize', {
    protocolVersion: '2025-06-18',
    clientInfo: { name: 'test', version: '1' },
    capabilities: { roots: { listChanged: true } },
  }),
  request('notifications/cancelled', { requestId: 1, reason: 'x' }, {}),
  [request('tools/list', {}), request('ping', {}, { id: 'b' })],
]

const post = (app: TestApp, body: unknown, version: string, method?: string) =>
  app.fetch(
    new Request('http://svc.test/mcp', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${app.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': version,
        ...(method !== undefined && { 'Mcp-Method': method }),
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
