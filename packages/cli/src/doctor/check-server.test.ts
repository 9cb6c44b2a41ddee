import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { firedTimers } from '@svc/test-kit/fired-timers'
import { expect, onTestFinished, test } from 'vitest'
import { goodSetup, KEY, makeSetup, serve, subjectOf, VERSION } from '../../test/set-up.ts'
import { checkServer } from './check-server.ts'

const ask = async (url: string | undefined, env: Record<string, string> = {}, stepMs = 5_000) =>
  checkServer(
    await subjectOf(goodSetup(), { stepMs, env: { SVC_API_KEY: KEY, ...(url && { SVC_URL: url }), ...env } }),
  )
const states = (findings: { check: string; state: string }[]) =>
  findings.map(({ check, state }) => `${check} ${state}`)
const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const problem = (code: string, message: string) => ({ success: false, error: { code, message } })
const who = (key: object = {}, version = '9.9.9') => ({
  success: true,
  data: {
    organization: { slug: 'acme', name: 'Acme' },
    key: { name: 'ci', role: 'editor', scopes: ['ingest'], project: null, expiresAt: null, ...key },
    server: { version },
  },
})
const EMPTY = problem('INVALID_REQUEST', 'The body is empty; send the results to upload.')

/** A server that knows the key; the parts that a test is about are given. */
const svc = (given: { key?: object; upload?: [number, object]; version?: string } = {}) =>
  serve((request, response) => {
    if (request.method === 'GET') return json(response, 200, who(given.key, given.version))
    const [status, body] = given.upload ?? [400, EMPTY]
    return json(response, status, body)
  })

test('a server that knows the key and takes uploads is reported with version and time', async () => {
  const url = await svc()
  const findings = await ask(`${url}/`)
  expect(findings).toEqual([
    {
      check: 'Server',
      state: 'ok',
      found: expect.stringMatching(/^http:\S+:\d+ answers in \d+ ms, svc 9.9.9$/),
    },
    { check: 'Access', state: 'ok', found: 'the key "ci" of Acme (editor) can send results' },
  ])
})

test('a server older than the command is reported, a newer one is not', async () => {
  const older = await ask(await svc({ version: '0.0.9' }))
  expect(older).toMatchObject([
    { state: 'ok' },
    {
      check: 'Server',
      state: 'warning',
      found: `the server has version 0.0.9, this command ${VERSION}`,
      paste: [expect.stringMatching(/^npm install --save-dev http:.*\/packages\/svc-cli\.tgz$/)],
    },
    { check: 'Access', state: 'ok' },
  ])
  for (const version of [VERSION, `${VERSION}-beta.1`, '999.0.0'])
    expect(states(await ask(await svc({ version })))).toEqual(['Server ok', 'Access ok'])
})

test('what the doctor sends is what a reporter sends, without a result', async () => {
  const seen: string[] = []
  const url = await serve((request, response) => {
    const { method, url: path, headers } = request
    seen.push(`${method} ${path} ${headers['content-type']} ${headers['content-length']}`)
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    return method === 'GET' ? json(response, 200, who()) : json(response, 400, EMPTY)
  })
  await ask(`${url}/prefix`)
  expect(seen).toEqual([
    'GET /prefix/api/whoami undefined undefined',
    'POST /prefix/api/ingest application/x-ndjson 0',
  ])
})

test('a key that is unknown, may not send, or is held to another project is distinguished', async () => {
  const revoked = await serve((_request, response) =>
    json(response, 401, problem('UNAUTHORIZED', 'It was revoked.')),
  )
  expect(await ask(revoked)).toMatchObject([
    { state: 'ok' },
    {
      check: 'Access',
      state: 'problem',
      found: 'the server rejected the key (401)',
      reason: 'It was revoked.',
    },
  ])
  const viewer = await svc({ upload: [403, problem('FORBIDDEN', 'This needs the role editor.')] })
  expect(await ask(viewer)).toMatchObject([
    { state: 'ok' },
    { state: 'problem', found: expect.stringMatching(/403/), reason: 'This needs the role editor.' },
  ])
  const held = await svc({ key: { project: 'web' } })
  expect(await ask(held, { SVC_PROJECT: 'Shop' })).toMatchObject([
    { state: 'ok' },
    { state: 'problem', found: expect.stringMatching(/project web; .* shop$/) },
  ])
  expect(states(await ask(held, { SVC_PROJECT: 'Web' }))).toEqual(['Server ok', 'Access ok'])
  const expiring = await svc({ key: { expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString() } })
  expect((await ask(expiring))[2]).toMatchObject({ state: 'warning', found: 'the key expires in 3 days' })
})

test('an older server, which cannot say whose key it is, is asked by an upload alone', async () => {
  const url = await serve((request, response) =>
    request.method === 'GET'
      ? json(response, 404, problem('NOT_FOUND', 'There is nothing at /api/whoami.'))
      : json(response, 400, EMPTY),
  )
  expect(await ask(url)).toMatchObject([{ state: 'ok' }, { found: 'the key can send results' }])
})

test('without a key, or with a mistyped one, the server is looked at all the same', async () => {
  let authorization: string | undefined = 'none yet'
  const url = await serve((request, response) => {
    authorization = request.headers.authorization
    return json(response, 401, problem('UNAUTHORIZED', 'Send your API key.'))
  })
  for (const key of ['', 'svc_with\nnewline']) {
    expect(states(await ask(url, { SVC_API_KEY: key }))).toEqual(['Server ok'])
    expect(authorization).toBeUndefined()
  }
})

test('an invalid address, or one of something else, is reported with what to set', async () => {
  const unusable = { found: expect.stringMatching(/^SVC_URL /), fix: expect.stringMatching(/SVC_URL/) }
  expect(await ask('localhost:4700')).toMatchObject([
    { ...unusable, reason: expect.stringMatching(/not an http or https URL/) },
  ])
  expect(await ask('https://me:pw@svc.example/x/')).toMatchObject([
    { ...unusable, reason: expect.stringMatching(/user name or password/) },
  ])
  expect(await ask('https://svc.example/?a', { SVC_API_KEY: 'svc_mistyped' })).toMatchObject([unusable])
  const page = await serve((_request, response) => response.end('<html>Sign in</html>'))
  expect(await ask(page)).toMatchObject([{ state: 'problem', reason: 'the answer (200) is not from svc' }])
  const other = await serve((_request, response) => json(response, 404, { error: 'nope' }))
  expect(await ask(other)).toMatchObject([{ state: 'problem', reason: 'the answer (404) is not from svc' }])
  const moved = await serve((request, response) =>
    response.writeHead(308, { location: `https://svc.example${request.url}` }).end(),
  )
  expect(await ask(moved)).toMatchObject([
    {
      found: expect.stringMatching(/redirects \(308\)$/),
      paste: ['export SVC_URL=https://svc.example'],
    },
  ])
  const api = await serve((_request, response) => json(response, 404, problem('NOT_FOUND', 'nothing here')))
  expect(await ask(`${api}/api`)).toMatchObject([{ state: 'problem', paste: [`export SVC_URL=${api}`] }])
  const broken = await serve((_request, response) => json(response, 502, {}))
  expect(await ask(broken)).toMatchObject([{ found: expect.stringMatching(/\(502\)$/) }])
})

test('nothing there, no such name, and no TLS are reported as such', async () => {
  const closed = await closedAddress()
  expect(await ask(closed)).toMatchObject([
    {
      found: `${closed} cannot be reached`,
      reason: expect.stringMatching(/ECONNREFUSED.*no server listens there/),
    },
  ])
  expect(await ask('http://svc.invalid')).toMatchObject([
    { reason: expect.stringMatching(/could not be resolved/) },
  ])
  const plain = (await svc()).replace('http:', 'https:')
  expect(await ask(plain)).toMatchObject([{ fix: expect.stringMatching(/begin with http:\/\//) }])
})

test('where SVC_URL is not set, the default is named as such', async () => {
  const subject = await subjectOf(goodSetup())
  // Whether somebody runs a server there must not decide this test.
  subject.preview.config.url = await closedAddress()
  expect(await checkServer(subject)).toMatchObject([
    {
      found: expect.stringMatching(/\(the default\) cannot be reached$/),
      reason: expect.stringMatching(/^SVC_URL is not set/),
    },
  ])
})

test('a certificate nobody vouches for is reported with the variable that helps', async () => {
  const { key, cert } = selfSigned()
  const url = await serve(
    (_request, response) => json(response, 200, who()),
    (listener) => createServer({ key, cert }, listener),
  )
  expect(await ask(url.replace('http:', 'https:'))).toMatchObject([
    {
      state: 'problem',
      reason: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT.*certificate is not trusted/),
      fix: expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
    },
  ])
})

test('a proxy on the way is named, its password is not', async () => {
  const proxy = await serve((request, response) => {
    expect(request.url).toMatch(/^http:\/\/svc\.example\/api\//)
    return request.method === 'GET' ? json(response, 200, who()) : json(response, 400, EMPTY)
  })
  const env = { http_proxy: proxy.replace('//', '//user:hidden@') }
  const findings = await ask('http://svc.example', env)
  expect(findings[0]?.found).toContain(`proxy ${new URL(proxy).host} in`)
  expect(JSON.stringify(findings)).not.toContain('hidden')
  expect(states(findings)).toEqual(['Server ok', 'Server warning', 'Access ok'])
  expect(findings[1]?.found).toContain('http://')
  const wanting = await serve((_request, response) => response.writeHead(407).end())
  expect(await ask('http://svc.example', { http_proxy: wanting })).toMatchObject([
    { state: 'problem', reason: expect.stringMatching(/^the proxy \S+ .*407/) },
  ])
})

test('a server that never answers is given up in time', async () => {
  const sockets = createSocketServer(() => undefined)
  await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void sockets.close())
  const address = sockets.address()
  const { fired, restore } = firedTimers()
  onTestFinished(restore)
  const findings = await ask(
    `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    {},
    300,
  )
  expect(Math.max(...fired)).toBeLessThanOrEqual(300)
  expect(findings).toMatchObject([{ state: 'problem', found: expect.stringMatching(/cannot be reached$/) }])
})

test('what a server says cannot touch the terminal or show the key', async () => {
  const url = await serve((_request, response) =>
    json(response, 401, problem('UNAUTHORIZED', `\u001b[2J${KEY} is\nwrong`)),
  )
  const text = JSON.stringify(await ask(url))
  expect(text).not.toContain(KEY)
  expect(text).not.toContain('\\u001b')
})

const closedAddress = async (): Promise<string> => {
  const server = createSocketServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const selfSigned = () => {
  const folder = makeSetup({})
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const how = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...how, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert], {
    stdio: 'pipe',
  })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
