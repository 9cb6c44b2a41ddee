import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp, type TestApp } from '../../testing/make-app.ts'
import { fixtureBehind } from '../../testing/mcp/fixture-server.ts'
import { listen } from '../../testing/mcp/listen.ts'
import { serve } from '../../testing/socket.ts'

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
}

const listenTo = (app: TestApp, url: string, signal?: AbortSignal) =>
  listen(url, app.key, { toolsListChanged: true }, signal)

test('a credential may keep 8 streams open, and a closed one makes room', async () => {
  const app = await makeApp({ mcpBehind: fixtureBehind() })
  const { url } = await serve(app)
  const aborts = Array.from({ length: 8 }, () => new AbortController())
  onTestFinished(() => {
    for (const abort of aborts) abort.abort()
  })
  // Kept, because fetch closes the connection of an answer that nobody holds.
  const open: Response[] = []
  for (const { signal } of aborts) {
    const answer = await listenTo(app, url, signal)
    open.push(answer)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/event-stream'])
  }
  const refused = await listenTo(app, url)
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain(
    'RATE_LIMITED: This credential, or its organization, has too many open streams',
  )
  aborts.pop()?.abort()
  // The server hears of the closed connection a moment later.
  const last = new AbortController()
  aborts.push(last)
  let status = 429
  while (status === 429) status = (await listenTo(app, url, last.signal)).status
  expect(status).toBe(200)
  expect(open).toHaveLength(8)
})

test('open streams end when the server does, and calls are still answered', async () => {
  const app = await makeApp({ mcpBehind: fixtureBehind() })
  const { url } = await serve(app)
  const stream = await listenTo(app, url)
  const reader = stream.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('subscriptions/acknowledged')
  app.drain()
  for (;;) if ((await reader?.read())?.done !== false) break
  const call = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${app.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }),
  })
  expect(call.status).toBe(200)
})

test('the server offers no changes, so a stream ends at once', async () => {
  const app = await makeApp()
  const { url } = await serve(app)
  for (let i = 0; i < 10; i++)
    expect(await (await listenTo(app, url)).text()).toMatch(/acknowledged.*"resultType":"complete"/s)
})

test('a body that breaks off, and one that is too large, stop nothing', async () => {
  const app = await makeApp()
  const { url, wire } = await serve(app)
  const head = (length: number) =>
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head(1_000)}{"jsonrpc"`)
  socket.destroy()
  const large = await wire()
  large.send(head(9 * 1024 * 1024))
  expect(await large.until('\r\n\r\n')).toMatch(/^HTTP\/1.1 413 /)
  const ping = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${app.key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  expect(ping.status).toBe(200)
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
})
