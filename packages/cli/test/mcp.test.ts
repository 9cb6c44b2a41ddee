import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, makeSetup, serve, VERSION } from './set-up.ts'
import { svc } from './shop.ts'

const folder = () => makeSetup({ 'package.json': { name: 'shop' } })

interface Asked {
  headers: IncomingMessage['headers']
  body: { id?: number; method: string }
}

/** A server that answers each message as a test says; `null` cuts the connection. */
async function serveMessages(
  answer: (asked: Asked, response: ServerResponse, turn: number) => object | null | undefined,
) {
  const asked: Asked[] = []
  const url = await serve(async (request, response) => {
    let text = ''
    for await (const piece of request) text += String(piece)
    const one = { headers: request.headers, body: JSON.parse(text) as Asked['body'] }
    asked.push(one)
    const body = answer(one, response, asked.length)
    if (body === null) request.socket.destroy()
    else if (body !== undefined) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
  })
  return { url, asked }
}

const bridge = async (url: string, messages: object[], args: string[] = [], env = {}) => {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
  const { code, out, err } = await svc(
    folder(),
    ['mcp', ...args],
    { SVC_API_KEY: KEY, SVC_URL: url, ...env },
    input,
  )
  return {
    code,
    err,
    answers: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }
}

const spawnBridge = (url: string) => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [main, 'mcp'], {
    cwd: folder(),
    env: { PATH, HOME, ...NODE_CACHE, SVC_URL: url, SVC_API_KEY: KEY },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })
const result = (id: number | undefined, value: object = {}) => ({ jsonrpc: '2.0', id, result: value })
const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }

test('messages go to /mcp with the key, the headers of their version, the project and the agent of the call', async () => {
  const { url, asked } = await serveMessages(({ body }) => result(body.id))
  const { code, answers, err } = await bridge(
    url,
    [
      request(1, 'tools/call', { name: 'svc_search_index', ...modern }),
      request(2, 'resources/read', { uri: 'svc://ü', ...modern }),
      request(3, 'tools/list'),
    ],
    ['--project', 'shop', '--agent', 'fixer'],
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3])
  const headers = Object.fromEntries(asked.map(({ headers, body }) => [body.id, headers]))
  for (const one of Object.values(headers))
    expect(one).toMatchObject({ authorization: `Bearer ${KEY}`, 'svc-project': 'shop', 'svc-agent': 'fixer' })
  expect(headers[1]).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'svc_search_index',
  })
  expect(headers[2]?.['mcp-name']).toBe(`=?base64?${Buffer.from('svc://ü').toString('base64')}?=`)
  expect(headers[3]).not.toHaveProperty('mcp-method')
})

test('without a project of all calls, that of the folder is named until the agent switches', async () => {
  const { url, asked } = await serveMessages(({ body }) =>
    result(body.id, body.id === 2 ? { isError: true, content: [] } : { content: [] }),
  )
  const child = spawnBridge(url)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const named = ['svc_list_accounts', 'svc_switch_account', 'svc_switch_account', 'svc_list_accounts']
  for (const [at, name] of named.entries()) {
    child.stdin.write(`${JSON.stringify(request(at + 1, 'tools/call', { name, ...modern }))}\n`)
    await answers.next()
  }
  child.stdin.end()
  // The second call, which was refused, changed nothing.
  expect(asked.map(({ headers }) => headers['svc-folder-project'])).toEqual([
    'shop',
    'shop',
    'shop',
    undefined,
  ])
  expect(asked.every(({ headers }) => headers['svc-project'] === undefined)).toBe(true)
})

test('what follows the handshake of an older client names its version', { tags: 'thorough' }, async () => {
  const { url, asked } = await serveMessages(({ body }, response) =>
    body.method === 'initialize'
      ? result(body.id, { protocolVersion: '2025-06-18' })
      : body.id === undefined
        ? void response.writeHead(202).end()
        : result(body.id),
  )
  const { answers } = await bridge(url, [
    request(1, 'initialize'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    request(2, 'tools/list'),
  ])
  expect(answers).toHaveLength(2)
  expect(asked.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
    undefined,
    '2025-06-18',
    '2025-06-18',
  ])
})

test('streamed answers are passed on message by message', { tags: 'thorough' }, async () => {
  const { url } = await serveMessages(({ body }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': keep alive\n\n')
    response.write(
      `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress' })}\n\n`,
    )
    const last = JSON.stringify(result(body.id))
    response.end(`data: ${last.slice(0, 9)}\ndata: ${last.slice(9)}\r\n\r\n`)
    return undefined
  })
  const { answers } = await bridge(url, [request(7, 'tools/call', { name: 'x' })])
  expect(answers.map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 7])
})

test('a refusal of the request is an answer, and a line for people', async () => {
  const { url } = await serveMessages((_asked, response) => {
    response.statusCode = 401
    return {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: 'UNAUTHORIZED: This key was revoked.' },
    }
  })
  const { answers, err } = await bridge(url, [request(1, 'tools/list')])
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'UNAUTHORIZED: This key was revoked.' } },
  ])
  expect(err).toBe('svc: UNAUTHORIZED: This key was revoked.\n')
})

test('what changes nothing is sent again; a call that may have been carried out is not', async () => {
  const { url, asked } = await serveMessages(({ body }, _response, turn) =>
    turn % 2 === 1
      ? null
      : result(body.id, { tools: [{ name: 'reads', annotations: { readOnlyHint: true } }] }),
  )
  const listed = await bridge(url, [request(1, 'tools/list')])
  expect(listed.answers).toMatchObject([{ id: 1, result: {} }])
  expect(listed.err).toMatch(/waiting for it\n.*answers again\n$/s)
  expect(asked).toHaveLength(2)
  const called = await bridge(url, [request(2, 'tools/call', { name: 'writes' })])
  expect(called.answers[0].error.message).toMatch(/may have been carried out: look before you call again\.$/)
  expect(asked).toHaveLength(3)
})

test('a call that a rate limit refused is made once more when the server said, and a long wait is the model’s', async () => {
  const limited = (id: number | undefined, retryAfterSeconds: number) =>
    result(id, {
      isError: true,
      structuredContent: { error: { code: 'RATE_LIMITED', retryAfterSeconds } },
    })
  const { url, asked } = await serveMessages(({ body }, _response, turn) =>
    turn === 1 ? limited(body.id, 0) : turn === 2 ? result(body.id) : limited(body.id, turn === 3 ? 51 : 0),
  )
  const call = request(1, 'tools/call', { name: 'writes' })
  const waited = await bridge(url, [call])
  expect(waited.answers).toEqual([result(1)])
  expect(waited.err).toBe('svc: rate limit reached; the call waits 0 s\n')
  // A day's searches are used up, for example.
  expect((await bridge(url, [call])).answers).toEqual([limited(1, 51)])
  expect(asked).toHaveLength(3)
  // It waits once: then the model decides.
  expect((await bridge(url, [call])).answers).toEqual([limited(1, 0)])
  expect(asked).toHaveLength(5)
})

test('a server that is starting is waited for', { tags: 'thorough' }, async () => {
  const { url, asked } = await serveMessages(({ body }, response, turn) => {
    if (turn > 1) return result(body.id)
    response.statusCode = 503
    response.setHeader('retry-after', '0')
    return { success: false, error: { code: 'UNAVAILABLE', message: 'The server is starting.' } }
  })
  const { answers } = await bridge(url, [request(1, 'tools/call', { name: 'writes' })])
  expect(answers).toEqual([result(1)])
  expect(asked).toHaveLength(2)
})

test('lines that are no JSON are refused, and the session continues', { tags: 'thorough' }, async () => {
  const { url } = await serveMessages(({ body }) => result(body.id))
  const { code, out } = await svc(
    folder(),
    ['mcp'],
    { SVC_API_KEY: KEY, SVC_URL: url },
    `{\n\n${JSON.stringify(request(1, 'ping'))}\n`,
  )
  expect(code).toBe(0)
  expect(out).toContain('"code":-32700')
  expect(out).toContain('"id":1')
})

test('without a key nothing starts, and a line says why', async () => {
  const { code, out, err } = await svc(folder(), ['mcp'], { SVC_URL: 'http://127.0.0.1:1' })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^svc: SVC_API_KEY is not set\nnext: /)
})

test('a stream of changes is opened again when it breaks, and acknowledged once', {
  tags: 'thorough',
}, async () => {
  const ack = { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged' }
  const { url, asked } = await serveMessages(({ body }, response, turn) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify(ack)}\n\n`)
    if (turn === 1) setImmediate(() => response.destroy())
    else response.end(`data: ${JSON.stringify(result(body.id))}\n\n`)
    return undefined
  })
  // The client stays until the stream has ended in order.
  const child = spawnBridge(url)
  child.stdin.write(`${JSON.stringify(request(5, 'subscriptions/listen', modern))}\n`)
  const answers = []
  for await (const line of createInterface({ input: child.stdout })) {
    answers.push(JSON.parse(line))
    if (answers.length === 2) child.stdin.end()
  }
  expect(answers).toEqual([ack, result(5)])
  expect(asked).toHaveLength(2)
})

test('svc mcp doctor says what an agent finds, and prints set-ups without the key', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url }
  const { code, out, err } = await svc(folder(), ['mcp', 'doctor'], env)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(`${server.url}, version ${VERSION}`)
  expect(out).toMatch(/key +".+", role admin, scopes .*knowledge.*, all projects/)
  expect(out).toMatch(/protocol +MCP 2026-07-28/)
  expect(out).toMatch(/tools +\d+ tools/)
  expect(out).toMatch(/project +there is no project yet/)
  expect(out).toContain(
    `claude mcp add --transport http svc ${server.url}/mcp --header "Authorization: Bearer $SVC_API_KEY"`,
  )
  for (const file of [
    '~/.codex/config.toml',
    '.cursor/mcp.json',
    '.vscode/mcp.json',
    '~/.gemini/settings.json',
  ])
    expect(out).toContain(file)
  expect(out).not.toContain(server.apiKey)
  // An agent that does not fill in variables would send this as the key.
  expect(out).not.toMatch(/"\$\{SVC_API_KEY\}"/)
  const pinned = await svc(folder(), ['mcp', 'doctor', '--project', 'nope'], env)
  expect(pinned.out).toMatch(/project .*The header Svc-Project names no project/)
  const wrong = await svc(folder(), ['mcp', 'doctor', '--json'], { ...env, SVC_API_KEY: KEY })
  expect(wrong.code).toBe(1)
  expect(JSON.parse(wrong.out)).toMatchObject({
    isReady: false,
    findings: [{ check: 'key', state: 'problem', found: expect.stringContaining('401') }],
    setups: expect.any(Array),
  })
})
