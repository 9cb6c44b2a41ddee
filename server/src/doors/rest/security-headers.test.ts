import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../testing/make-app.ts'
import { listen } from './listen.ts'
import { type Fetch, whileStarting } from './starting.ts'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
}

async function serve(fetch: Fetch, baseUrl: string) {
  const { server } = await listen(fetch, { host: '127.0.0.1', port: 0, baseUrl })
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const headersOf = async (address: string, init?: RequestInit) => {
  const answer = await fetch(address, init)
  // A stream of events does not end.
  await answer.body?.cancel()
  return Object.fromEntries(answer.headers)
}

test('no answer is without the headers that keep a browser safe, and over https it stays there', async () => {
  const app = await makeApp()
  const port = await serve(app.fetch, 'https://tests.example.com')
  const paths = app.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*'))
    .map(({ path }) =>
      path.replace(':file', 'none.svg').replace(/:\w+/g, '01a1fd75-58b0-716d-8ffb-1e05aeaafcd6'),
    )
  expect(paths).toEqual(expect.arrayContaining(['/', '/welcome', '/join', '/docs/api', '/badge/none.svg']))
  const headers = { Authorization: `Bearer ${app.key}` }
  for (const path of new Set([...paths, '/nothing', '/api/nothing']))
    expect([path, await headersOf(`http://127.0.0.1:${port}${path}`, { headers })]).toEqual([
      path,
      expect.objectContaining({ ...COMMON, 'strict-transport-security': 'max-age=31536000' }),
    ])
})

test('they are on answers while the server starts and to malformed requests, without HSTS over http', async () => {
  const opening = Promise.withResolvers<{ fetch: Fetch }>()
  const port = await serve(whileStarting(opening.promise), 'http://svc.test')
  const starting = await headersOf(`http://127.0.0.1:${port}/readyz`)
  expect(starting).toMatchObject(COMMON)
  expect(starting).not.toHaveProperty('strict-transport-security')
  const malformed: [request: string, status: number][] = [
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close', 400],
    ['GET / HTTP/1.1', 400],
    ['garbage', 400],
    [`GET / HTTP/1.1\r\nHost: svc\r\nX-Long: ${'x'.repeat(40_000)}`, 431],
    ['CONNECT svc:443 HTTP/1.1\r\nHost: svc', 400],
    ['GET / HTTP/1.1\r\nHost: svc\r\nExpect: cookies', 417],
  ]
  for (const [request, status] of malformed) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`${request}\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}[^]*"code":"INVALID_REQUEST"`))
    for (const name of Object.keys(COMMON)) expect(answer.toLowerCase()).toContain(`\r\n${name}: `)
  }
})
