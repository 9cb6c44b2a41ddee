import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, SvcError } from './index.ts'

interface Asked {
  method: string
  url: string
  authorization: string | undefined
  type: string | undefined
  body: string
}
type Told = { status?: number; headers?: Record<string, string>; body: unknown }

/** A server that tells what it is given, answer after answer, and keeps what it was asked. */
async function telling(...answers: Told[]) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    asked.push({ method, url, authorization: headers.authorization, type: headers['content-type'], body })
    const { status = 200, headers: more = {}, body: told } = answers.shift() ?? { body: 'no more answers' }
    response.writeHead(status, { 'Content-Type': 'application/json', ...more })
    response.end(typeof told === 'string' ? told : JSON.stringify(told))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}` }
}

const page = (data: unknown[], nextCursor: string | null = null) => ({
  body: { success: true, data, page: { nextCursor } },
})

test('path, query and body of the input go where the operation wants them', async () => {
  const { asked, url } = await telling({ body: { success: true, data: {} } }, page([]), {
    body: { success: true, data: {} },
  })
  const svc = createClient({ url: `${url}/`, apiKey: 'svc_k' })
  await svc.setMonitorSettings({ slug: 'a b', minRuns: 12 })
  await svc.listExecutions({ project: 'shop', q: 'a&b', branch: undefined })
  await svc.uploadTestResults({ branch: 'main', body: { results: [] } })
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/api/projects/a%20b/monitor',
      authorization: 'Bearer svc_k',
      type: 'application/json',
      body: '{"minRuns":12}',
    },
    {
      method: 'GET',
      url: '/api/executions?project=shop&q=a%26b',
      authorization: 'Bearer svc_k',
      type: undefined,
      body: '',
    },
    {
      method: 'POST',
      url: '/api/test-results?branch=main',
      authorization: 'Bearer svc_k',
      type: 'application/json',
      body: '{"results":[]}',
    },
  ])
})

test('what an operation does not know is sent as well, for the server to refuse by name', async () => {
  const { asked, url } = await telling(page([]), ...Array(4).fill({ body: { success: true, data: {} } }))
  const svc = createClient({ url, apiKey: 'k' })
  // As from JavaScript, where no types stand in the way.
  const unknown = <T>(input: object) => input as T
  await svc.listExecutions(unknown({ project: 'shop', brnch: 'feature', none: undefined }))
  await svc.getExecution(unknown({ id: 'x', lmit: 5 }))
  await svc.setMonitorSettings(unknown({ slug: 'shop', mnRuns: 12 }))
  await svc.uploadTestResults(unknown({ brnch: 'main', body: { results: [] } }))
  await svc.undoRename(unknown({ id: 'x', body: 'y' }))
  expect(asked.map(({ method, url: at, body }) => [`${method} ${at}`, body])).toEqual([
    ['GET /api/executions?project=shop&brnch=feature', ''],
    ['GET /api/executions/x?lmit=5', ''],
    ['POST /api/projects/shop/monitor', '{"mnRuns":12}'],
    ['POST /api/test-results?brnch=main', '{"results":[]}'],
    ['DELETE /api/renames/x?body=y', ''],
  ])
})

test('a list is read to its end, page after page', async () => {
  const { asked, url } = await telling(page([1, 2], 'c1'), page([], 'c2'), page([3]))
  const found: unknown[] = []
  for await (const each of createClient({ url, apiKey: 'k' }).all('listExecutions', { limit: 2 }))
    found.push(each)
  expect(found).toEqual([1, 2, 3])
  expect(asked.map((each) => each.url)).toEqual([
    '/api/executions?limit=2',
    '/api/executions?limit=2&cursor=c1',
    '/api/executions?limit=2&cursor=c2',
  ])
})

test('a refusal is an error with its code, and so is an answer that is not from svc', async () => {
  const error = { code: 'NOT_FOUND', message: 'There is no such execution.' }
  const { url } = await telling(
    { status: 404, body: { success: false, error } },
    { status: 502, body: '<html>' },
  )
  const svc = createClient({ url, apiKey: 'k' })
  const refused = await svc.getExecution({ id: 'x' }).catch((thrown: unknown) => thrown)
  expect(refused).toBeInstanceOf(SvcError)
  expect(refused).toMatchObject({ code: 'NOT_FOUND', status: 404, message: 'There is no such execution.' })
  await expect(svc.whoAmI()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 502 })
  const gone = createClient({ url: 'http://127.0.0.1:1', apiKey: 'k' })
  await expect(gone.whoAmI()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 })
})

test('it waits for the rate limit only where it was told to', async () => {
  const error = { code: 'RATE_LIMITED', message: 'Wait.' }
  const limited = { status: 429, headers: { 'Retry-After': '0' }, body: { success: false, error } }
  const { asked, url } = await telling(limited, limited, limited, page([7]))
  await expect(createClient({ url, apiKey: 'k' }).listExecutions()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 0,
  })
  const patient = createClient({ url, apiKey: 'k', waitForRateLimit: true })
  expect((await patient.listExecutions()).data).toEqual([7])
  expect(asked).toHaveLength(4)
})

test('bytes are the response itself', async () => {
  const { url } = await telling({ headers: { 'Content-Type': 'image/png' }, body: 'bytes' })
  const { data } = await createClient({ url, apiKey: 'k' }).getArtifact({ id: 'x' })
  expect(await data.text()).toBe('bytes')
})

test('on a page of the server, the cookie signs in and a read names its organization in the address', async () => {
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const answer = async (url: unknown, init?: RequestInit) => {
    asked.push({ url: String(url), init })
    return Response.json({ success: true, data: {} })
  }
  const svc = createClient({ organization: 'acme', fetch: answer as typeof fetch })
  await svc.getOverview({ project: 'shop' })
  await svc.setMonitorSettings({ slug: 'shop', minRuns: 12 })
  expect(asked.map(({ url, init }) => [url, init?.credentials, init?.headers])).toEqual([
    ['/api/overview?project=shop&organization=acme', 'same-origin', {}],
    [
      '/api/projects/shop/monitor',
      'same-origin',
      { 'Svc-Organization': 'acme', 'Content-Type': 'application/json' },
    ],
  ])
})
