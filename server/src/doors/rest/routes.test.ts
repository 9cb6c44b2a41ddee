import { LIMITS } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'

const invalid = (message: RegExp | string) => ({
  status: 400,
  error: {
    code: 'INVALID_REQUEST',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  },
})

test('an error is exactly success and error with code and message', async () => {
  const app = await makeApp()
  for (const path of [
    '/nothing',
    '/api/nothing',
    '/api/keys?limit=x',
    '/api/executions/0190f3a1-0000-7000-8000-000000000000',
  ]) {
    const body = (await (await app.request(path)).json()) as Record<string, unknown>
    expect(Object.keys(body)).toEqual(['success', 'error'])
    expect(body).toEqual({ success: false, error: { code: expect.any(String), message: expect.any(String) } })
  }
})

test('an unknown path, a wrong method and an id that cannot be one are NOT_FOUND', async () => {
  const app = await makeApp()
  expect(await app.get('/nothing')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  expect(await app.get('/api/nothing')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  expect(await app.get('/api/executions/nope')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  const wrong = await app.post('/api/executions', {})
  expect(wrong).toMatchObject({
    status: 404,
    error: { message: expect.stringMatching(/^There is no POST \/api\/executions; .* GET, HEAD\.$/) },
  })
  expect(wrong.headers.get('Allow')).toBe('GET, HEAD')
})

test('an unknown path under /api tells nothing without a key', async () => {
  const app = await makeApp()
  expect((await app.get('/api/nothing', { key: null })).status).toBe(401)
  expect((await app.get('/api', { key: null })).status).toBe(401)
})

test('HEAD answers as GET does, without a body', async () => {
  const app = await makeApp()
  const response = await app.request('/api/keys', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  expect(await response.text()).toBe('')
})

test('another site cannot ask in the name of a browser', async () => {
  const app = await makeApp()
  const preflight = await app.request('/api/keys', {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example' },
  })
  expect(preflight.status).toBe(404)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

test('answers under /api are neither cached nor guessed at', async () => {
  const app = await makeApp()
  const { headers } = await app.get('/api/keys')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Svc-Version')).toMatch(/^\d+\.\d+\.\d+/)
})

test('an invalid parameter is reported with the values that it accepts', async () => {
  const app = await makeApp()
  const rule = 'limit must be a whole number from 1 to 200.'
  for (const limit of ['0', '201', 'x', '1.5', '0x10', '1e1', '', '-1']) {
    expect(await app.get(`/api/keys?limit=${limit}`)).toMatchObject(invalid(rule))
  }
  expect(await app.get('/api/executions?status=broken')).toMatchObject(
    invalid(/^status must be one of running, passed, failed, cancelled, incomplete\.$/),
  )
  expect(await app.get('/api/executions?from=yesterday')).toMatchObject(
    invalid(/^from must be a time such as 2026/),
  )
  expect(await app.get('/api/keys?cursor=abc')).toMatchObject(invalid(/^cursor must be the nextCursor/))
  expect(await app.post('/api/keys', {})).toMatchObject(invalid('name is required and must be a string.'))
  expect(await app.post('/api/keys', { name: '' })).toMatchObject(
    invalid('name must have at least 1 character.'),
  )
  expect(await app.post('/api/keys', { name: 'a', scopes: ['all'] })).toMatchObject(
    invalid('scopes[0] must be one of ingest, read, knowledge, bus, admin.'),
  )
})

test('several wrong parameters are all told at once', async () => {
  const app = await makeApp()
  expect(await app.get('/api/executions?limit=0&pr=x')).toMatchObject(
    invalid(/limit must.*pr must|pr must.*limit must/),
  )
})

test('an unknown parameter is refused by name, with those there are', async () => {
  const app = await makeApp()
  expect(await app.get('/api/keys?limt=3')).toMatchObject(
    invalid('There is no parameter "limt". The parameters are limit, cursor.'),
  )
  expect(await app.post('/api/keys', { name: 'a', colour: 'red' })).toMatchObject(
    invalid(/no parameter "colour"/),
  )
  expect(await app.post('/api/keys?name=a', {})).toMatchObject(invalid(/no parameter "name" in the query/))
  expect(await app.get('/api/keys?__proto__=1')).toMatchObject(invalid(/no parameter "__proto__"/))
})

test('a parameter given twice is refused by name', async () => {
  const app = await makeApp()
  expect(await app.get('/api/keys?limit=3&limit=4')).toMatchObject(
    invalid('limit must have one value, not 2.'),
  )
  const id = '0190f3a1-0000-7000-8000-000000000000'
  expect(await app.get(`/api/compare?head=${id}&base=auto&base=auto`)).toMatchObject(
    invalid('base must have one value, not 2.'),
  )
  expect(await app.get(`/api/compare?head=${id}&base=auto,auto`)).toMatchObject(
    invalid('base must be one execution id, or auto.'),
  )
  expect(await app.get(`/api/executions/${id}?id=${id}`)).toMatchObject(invalid(/^id .* path/))
})

test('a body that asks for much is refused before it is parsed, and is not told back', async () => {
  const app = await makeApp()
  const send = (text: string) =>
    app
      .request('/api/keys', { method: 'POST', body: text, headers: { 'Content-Type': 'application/json' } })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
  const many = (make: (i: number) => string) =>
    Array.from({ length: LIMITS.requestValues / 2 }, (_, i) => make(i))
  for (const [text, status, message] of [
    [`{"x":[${many(() => '{},{}')}]}`, 413, `at most ${LIMITS.requestValues} keys, items and brackets`],
    ['['.repeat(500_000), 400, 'nested at most 64 deep'],
    [`{${many((i) => `"k${i}":1`).slice(0, 20_000)}}`, 400, 'There is no parameter \\"k0\\", '],
    [`{"${'k'.repeat(900_000)}":1}`, 400, 'There is no parameter'],
  ] as const) {
    const refused = await send(text)
    expect(refused).toMatchObject({ status, text: expect.stringContaining(message) })
    expect(refused.text.length).toBeLessThan(2_000)
  }
})

test('a body that is not a JSON object is refused with the reason', async () => {
  const app = await makeApp()
  const send = async (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ) => {
    const response = await app.request('/api/keys', { method: 'POST', body, headers })
    return { status: response.status, ...((await response.json()) as { error: unknown }) }
  }
  expect(await send('{"name":')).toMatchObject(invalid(/JSON object in UTF-8\. .*JSON/))
  expect(await send('[1]')).toMatchObject(invalid('The body must be a JSON object.'))
  expect(await send('null')).toMatchObject(invalid('The body must be a JSON object.'))
  expect(await send(new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject(invalid(/UTF-8/))
  expect(await send('name=a', { 'Content-Type': 'application/x-www-form-urlencoded' })).toMatchObject(
    invalid('Content-Type must be application/json.'),
  )
  expect(await send('['.repeat(100_000))).toMatchObject(invalid(/nested at most 64 deep/))
})

test('a body over its bound is 413, told by its length or found while reading', async () => {
  const app = await makeApp()
  const tooLong = `{"name":"${'a'.repeat(LIMITS.requestBytes)}"}`
  const declared = await app.post('/api/keys', null, {
    headers: { 'Content-Length': String(tooLong.length) },
  })
  expect(declared).toMatchObject({ status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } })
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const init = {
    method: 'POST',
    body: endless,
    duplex: 'half' as const,
    headers: { 'Content-Type': 'application/json' },
  }
  const streamed = await app.request('/api/keys', init)
  expect(streamed.status).toBe(413)
  expect(pulled).toBeLessThan(30)
})

onEachDatabase('names in paths', (makeAppOn) => {
  test('one with a NUL character leads to nothing', async () => {
    const app = await makeAppOn()
    const paths: [string, string][] = [
      ['GET', '/api/projects/%00/monitor'],
      ['POST', '/api/projects/a%00b/monitor'],
      ['GET', '/api/projects/%00/badge'],
      ['POST', '/api/projects/%00/badge'],
      ['DELETE', '/api/projects/%00/badge'],
      ['DELETE', '/api/projects/a%00b'],
      ['GET', '/api/executions/a%00b'],
      ['GET', '/api/artifacts/a%00b'],
      ['GET', '/api/tests/a%00b'],
      ['GET', '/badge/a%00b.svg'],
    ]
    for (const [method, path] of paths)
      expect([path, (await app.request(path, { method })).status]).toEqual([path, 404])
  })
})

test('a NUL character is refused wherever text is taken', async () => {
  const app = await makeApp()
  expect(await app.get('/api/executions?q=%00')).toMatchObject(invalid('q must not contain NUL characters.'))
  for (const body of [{ name: 'a\0b' }, { name: 'a', scopes: ['re\0ad'] }, { 'na\0me': 'a' }])
    expect(await app.post('/api/keys', body)).toMatchObject(
      invalid('The body must not contain NUL characters.'),
    )
  expect(await app.post('/api/keys', { name: 'the text \\u0000 is none' })).toMatchObject({ status: 200 })
  const deep = await app.request('/api/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  })
  expect(deep.status).toBe(400)
})
