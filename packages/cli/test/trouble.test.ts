import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEY, makeSetup, serve, VERSION } from './set-up.ts'
import { svc } from './shop.ts'

const folder = () => makeSetup({ 'package.json': { name: 'shop' } })
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const refusal = (code: string, message: string) => ({ success: false, error: { code, message } })
const OWN = { 'svc-version': VERSION }

/** Answers every request alike; gives the address. */
const always = (status: number, body: object, headers: object = OWN) =>
  serve((_request, response) => json(response, status, body, headers))

const flaky = async (url: string, env: Record<string, string> = {}) =>
  svc(folder(), ['flaky'], { SVC_API_KEY: KEY, SVC_URL: url, ...env })

test.each([
  [
    401,
    refusal('UNAUTHORIZED', 'revoked'),
    /^svc: the server rejected the API key \(401\): revoked\nnext: set SVC_API_KEY to a key of http:\S+, or .*log in again with npx --no svc login; .*: npx --no svc keys create <name>\n$/,
  ],
  [
    403,
    refusal('FORBIDDEN', 'It takes the scope read.'),
    /^svc: .* \(403\): It takes the scope read\.\nnext: .*set SVC_API_KEY/,
  ],
  [429, refusal('RATE_LIMITED', 'enough'), /^svc: rate limit .*\(429\): enough\nnext: .* in 42 s\n$/],
  [500, refusal('INTERNAL', 'oh'), /^svc: .*\(500\): oh\nnext: .*server's log\n$/],
  [
    503,
    refusal('UNAVAILABLE', 'no database'),
    /^svc: .*\(503\): no database\nnext: .* in 42 s; .*server's log\n$/,
  ],
  [507, refusal('STORAGE_FULL', 'full'), /^svc: .*\(507\): full\nnext: .*storage/],
  [400, refusal('INVALID_REQUEST', 'days: too many'), /^svc: days: too many\n$/],
])('an answer of %d says what it means and what to do', { tags: 'thorough' }, async (status, body, said) => {
  const url = await always(status, body, { ...OWN, 'retry-after': '42' })
  const { code, out, err } = await flaky(url)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(said)
})

test('flush says how long the server asked it to wait, and which limit was reached', async () => {
  const limit = 'This credential may make 60 writes a minute. Try again in 1 s.'
  const left = makeSetup({ 'package.json': { name: 'shop' } })
  const report = '<testsuite name="a"><testcase name="b"/></testsuite>'
  writeFileSync(join(left, 'report.xml'), report)
  const nowhere = { SVC_API_KEY: KEY, SVC_URL: 'http://127.0.0.1:1', SVC_TIMEOUT_MS: '1' }
  expect(await svc(left, ['upload', 'report.xml'], nowhere)).toMatchObject({ code: 1 })
  let asked = 0
  const url = await serve((request, response) => {
    request.resume()
    asked += 1
    if (asked === 1)
      return json(response, 429, refusal('RATE_LIMITED', limit), { ...OWN, 'retry-after': '1' })
    return json(response, 401, refusal('UNAUTHORIZED', 'revoked'))
  })
  const { err } = await svc(left, ['flush'], { SVC_API_KEY: KEY, SVC_URL: url })
  expect(err).toMatch(
    new RegExp(
      `^svc: waiting for ${url}, which asked for 1 s: rate limit reached \\(429: ${limit}; retry after 1 s\\)\n`,
    ),
  )
})

test('programs read the same as JSON', async () => {
  const url = await always(429, refusal('RATE_LIMITED', 'enough'), { ...OWN, 'retry-after': '7' })
  const { code, out } = await svc(folder(), ['executions', '--json'], { SVC_API_KEY: KEY, SVC_URL: url })
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    error: {
      code: 'RATE_LIMITED',
      message: expect.stringContaining('(429): enough'),
      next: expect.stringContaining('in 7 s'),
      retryAfterSeconds: 7,
    },
  })
})

test('a question that an older server does not know is reported as that', { tags: 'thorough' }, async () => {
  const unknown = refusal('NOT_FOUND', 'There is nothing at /api/flaky-tests.')
  const older = await flaky(await always(404, unknown, { 'svc-version': '0.0.9' }))
  expect(older.err).toMatch(
    /^svc: .* .*0\.0\.9, .*0\.1\.0: There is nothing .*\nnext: upgrade the server, or install its version of the command: npm install --save-dev http:\S+\/packages\/svc-cli\.tgz\n$/,
  )
  const oldest = await flaky(
    await always(400, refusal('INVALID_REQUEST', 'There is no parameter state.'), {}),
  )
  expect(oldest.err).toMatch(
    /^svc: .* it is older: There is no parameter state\.\nnext: upgrade the server, or install .*svc-cli\.tgz\n$/,
  )
})

test('a server that is down, elsewhere or somebody else’s is distinguished', {
  tags: 'thorough',
}, async () => {
  const down = await flaky('http://127.0.0.1:1')
  expect(down).toMatchObject({ code: 1, out: '' })
  expect(down.err).toBe(
    'svc: http://127.0.0.1:1 could not be reached (ECONNREFUSED): no server listens there\n' +
      'next: check that the server is running and that SVC_URL is its address\n',
  )
  const page = await serve((_request, response) => response.end('<html>'))
  expect((await flaky(page)).err).toMatch(
    /^svc: http:\S+ is not the address of an svc server: it answered 200\nnext: set SVC_URL/,
  )
  const gateway = await serve((_request, response) => response.writeHead(502).end('Bad Gateway'))
  expect((await flaky(gateway)).err).toMatch(/^svc: http:\S+ answered 502, .*\nnext: /)
  const moved = await serve((_request, response) =>
    response.writeHead(301, { location: 'https://x.example' }).end(),
  )
  expect((await flaky(moved)).err).toMatch(/is not the address of an svc server: it answered 301\n/)
  const ours = await always(404, refusal('NOT_FOUND', 'There is nothing at /ui/api/flaky-tests.'))
  expect((await flaky(`${ours}/ui`)).err).toBe(
    `svc: the server has no API at ${ours}/ui\nnext: remove the path: export SVC_URL=${ours}\n`,
  )
})

test('a key or address that cannot be right is reported before anything is asked', {
  tags: 'thorough',
}, async () => {
  expect((await flaky('http://127.0.0.1:1', { SVC_API_KEY: '' })).err).toMatch(
    /^svc: SVC_API_KEY is not set\nnext: /,
  )
  const mistyped = await flaky('http://127.0.0.1:1', { SVC_API_KEY: `${KEY.slice(0, -1)}x` })
  expect(mistyped.err).toMatch(/^svc: the API key is not valid: .*\nnext: npx --no svc doctor\n$/)
  expect(mistyped.err).not.toContain(KEY.slice(8, 40))
  expect((await flaky('ftp://x')).err).toMatch(/^svc: the server address is not an http or https URL/)
})

test('a proxy that the environment names is used, as reporters do', async () => {
  const seen: string[] = []
  const proxy = await serve((request, response) => {
    seen.push(request.url ?? '')
    json(response, 200, { success: true, data: [], page: { nextCursor: null } }, OWN)
  })
  const { code, out } = await flaky('http://svc.example.com', { HTTP_PROXY: proxy })
  expect({ code, out }).toEqual({
    code: 0,
    out: 'shop, 30 days: no test passed and failed on the same code.\n',
  })
  expect(seen[0]).toMatch(/^http:\/\/svc\.example\.com\/api\/flaky-tests\?/)
})
