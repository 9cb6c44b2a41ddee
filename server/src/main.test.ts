import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { authorized, environmentFor, MAIN, run, startServer, stop, test } from './testing/server-process.ts'

/** The output of a start that fails: no key, and no address. */
const STARTING = expect.stringMatching(/^Starting svc \S+ with the data in \S+\n$/)

/** A request that the server has begun to read; the rest of it is the test's to send. */
async function beginRequest(url: string, key: string) {
  const headers = { ...authorized(key).headers, 'Content-Type': 'application/json', Expect: '100-continue' }
  const sending = request(`${url}/api/keys`, { method: 'POST', headers })
  sending.flushHeaders()
  await once(sending, 'continue')
  return sending
}

/** Resolves when the server takes no new connections, as one that was told to end. */
const untilRefused = (url: string) =>
  expect.poll(() => fetch(`${url}/healthz`).then(String, () => 'refused')).toBe('refused')

test('the first start prints a key that works, the second prints none, and both end on SIGTERM', async ({
  folder,
}) => {
  const env = environmentFor(folder)
  const first = await startServer(env)
  expect(first.said.stdout.match(/^SVC_API_KEY=svc_[0-9A-Za-z]{49}$/gm)).toHaveLength(1)
  expect(await (await fetch(`${first.url}/healthz`)).json()).toEqual({
    success: true,
    data: { status: 'ok' },
  })
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${first.url}/api/executions`, authorized(first.key))).status).toBe(200)
  // It stands in a log, so that it may send results and read them, and no more.
  const whoami = await (await fetch(`${first.url}/api/whoami`, authorized(first.key))).json()
  expect(whoami).toMatchObject({
    data: { key: { name: 'CI (first start)', role: 'editor', scopes: ['ingest', 'read'] } },
  })
  expect((await fetch(`${first.url}/api/keys`, authorized(first.key))).status).toBe(403)
  expect(first.said.stdout).toMatch(
    /^Starting svc \S+ with the data in \S+\nhttp\S+\/welcome#svl_[\w-]{43}\nOpen this link .*admin@localhost .*\nSVC_API_KEY=svc_\w+\nThis is the key "CI \(first start\)" with the scopes ingest, read\. .*\nSet up reporting: .*\nnpx -y http\S+\/packages\/svc-cli\.tgz init --url http\S+\n/,
  )
  const ended = await stop(first.child)
  expect(ended.code).toBe(0)

  const second = await startServer(env)
  expect(second.said.stdout).not.toContain('svc_')
  expect((await fetch(`${second.url}/api/executions`, authorized(first.key))).status).toBe(200)
  const interrupted = await stop(second.child, 'SIGINT')
  expect(interrupted.code).toBe(0)
  // No request is under way, so neither server cuts one. A machine may stop one of them for seconds.
  expect([first.said.stderr, second.said.stderr]).toContain('')
})

test('a second server on a folder says at once that it waits for the first', async ({ folder }) => {
  const env = environmentFor(folder)
  await startServer(env)
  const second = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void second.kill('SIGKILL'))
  const [said] = await once(second.stderr.setEncoding('utf8'), 'data')
  expect(JSON.parse(String(said).split('\n')[0] ?? '')).toMatchObject({
    event: 'another server uses the folder; waiting for its end',
    folder: env.SVC_DATA,
    waitMs: 10_000,
  })
})

test('an admin’s key is printed where it is asked for', { tags: 'thorough' }, async ({ folder }) => {
  const { url, key, said } = await startServer(environmentFor(folder, { SVC_FIRST_KEY: 'admin' }))
  expect(said.stdout).toContain('This is the key "First key" with the scopes ')
  expect((await fetch(`${url}/api/keys`, authorized(key))).status).toBe(200)
})

test('a request under way is answered before the server ends', async ({ folder }) => {
  const { child, url, key } = await startServer(environmentFor(folder, { SVC_FIRST_KEY: 'admin' }))
  const sending = await beginRequest(url, key)
  sending.write('{"name":"la')
  const stopped = stop(child)
  await untilRefused(url)
  const answered = once(sending, 'response')
  sending.end('te"}')
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(200)
  expect((await stopped).code).toBe(0)
})

test('a second signal does not wait', { tags: 'thorough' }, async ({ folder }) => {
  const { child, url, key } = await startServer(environmentFor(folder, { SVC_FIRST_KEY: 'admin' }))
  const sending = await beginRequest(url, key)
  const cut = once(sending, 'error')
  sending.write('{')
  child.kill('SIGTERM')
  await untilRefused(url)
  expect((await stop(child)).code).toBe(143)
  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }])
})

/** What a raw request gets: the status and the headers of one connection, as a balancer reads them. */
async function askRaw(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // Node drops a request whose client closes its side before the answer; a balancer keeps it open.
  socket.write(`${head}\r\n\r\n`)
  return text(socket)
}

test('on SIGTERM it says that it is not ready, serves on for as long as it should, and ends', async ({
  folder,
}) => {
  const env = environmentFor(folder, { SVC_DRAIN_WAIT: '1h', SVC_FIRST_KEY: 'admin' })
  const { child, url, key } = await startServer(env)
  const agent = new Agent({ keepAlive: true })
  const connectionOf = async (path: string) => {
    const [answer] = await once(get(url + path, { agent, ...authorized(key) }), 'response')
    answer.resume()
    await once(answer, 'end')
    return [answer.statusCode, answer.headers.connection]
  }
  expect(await connectionOf('/api/executions')).toEqual([200, 'keep-alive'])
  child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  // On the connection of before, so that a balancer opens the next one elsewhere.
  expect(await connectionOf('/api/executions')).toEqual([200, 'close'])
  const made = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { ...authorized(key).headers, 'Content-Type': 'application/json' },
    body: '{"name":"late"}',
  })
  expect(made.status).toBe(200)
  expect((await stop(child)).code).toBe(143)
})

test('the wait before the end is over by itself', { tags: 'thorough' }, async ({ folder }) => {
  const { child, url } = await startServer(environmentFor(folder, { SVC_DRAIN_WAIT: '1s' }))
  const stopped = stop(child)
  await untilRefused(url)
  expect((await stopped).code).toBe(0)
})

test('every kind of health check is answered: HTTP/1.0 without a host, HEAD, OPTIONS, and the root', async ({
  folder,
}) => {
  const { child, url } = await startServer(environmentFor(folder, { SVC_DRAIN_WAIT: '1h' }))
  const checks = [
    'GET /readyz',
    'HEAD /readyz',
    'OPTIONS /readyz',
    'OPTIONS /',
    'GET /healthz',
    'OPTIONS /healthz',
  ]
  const versions = ['HTTP/1.0', 'HTTP/1.1\r\nHost: svc\r\nConnection: close']
  const statusOf = async (check: string) => (await askRaw(url, check)).split('\r\n')[0]
  for (const version of versions)
    for (const check of checks) expect(await statusOf(`${check} ${version}`), check).toBe('HTTP/1.1 200 OK')
  // Of HTTP/1.1 a host is demanded.
  expect(await statusOf('GET /readyz HTTP/1.1')).toBe('HTTP/1.1 400 Bad Request')
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('OPTIONS / HTTP/1.0')).toBe('HTTP/1.1 503 Service Unavailable')
  expect(await statusOf('HEAD /readyz HTTP/1.0')).toBe('HTTP/1.1 503 Service Unavailable')
  expect(await statusOf('OPTIONS /healthz HTTP/1.0')).toBe('HTTP/1.1 200 OK')
})

const ARTIFACT = `ab/${'c'.repeat(62)}.00000000-0000-4000-8000-000000000000`

test('a database removed under a server is noticed, and no new one is made beside what is left', async ({
  folder,
}) => {
  const env = environmentFor(folder, { SVC_FIRST_KEY: 'admin' })
  const { child, url, key, said } = await startServer(env)
  const file = join(folder, 'data/svc.sqlite')
  renameSync(file, join(folder, 'away'))
  const refused = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { ...authorized(key).headers, 'Content-Type': 'application/json' },
    body: '{"name":"lost"}',
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { code: 'UNAVAILABLE', message: expect.stringMatching(/database file of the server is gone/) } },
  ])
  const readiness = await fetch(`${url}/readyz`)
  expect([readiness.status, await readiness.text()]).toEqual([
    503,
    expect.stringMatching(/removed or replaced .*\. Stop the server/),
  ])
  expect(said.stderr).toMatch(
    /"event":"database out of order".*svc\.sqlite was removed while the server runs/,
  )
  await stop(child, 'SIGKILL')

  const beside = await run(MAIN, [], env)
  expect(beside).toMatchObject({ code: 1, stdout: STARTING })
  const isMissing = /svc\.sqlite is missing or empty, but .*svc\.sqlite-wal.*SVC_START_EMPTY=1/
  expect(beside.stderr).toMatch(isMissing)
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '')
  expect((await run(MAIN, [], env)).stderr).toMatch(isMissing)
  renameSync(join(folder, 'away'), file)
  const again = await startServer(env)
  expect((await fetch(`${again.url}/api/executions`, authorized(key))).status).toBe(200)
})

test('no first organization is made beside artifacts of another database, unless that is asked for', {
  tags: 'thorough',
}, async ({ folder }) => {
  const env = environmentFor(folder)
  mkdirSync(join(folder, 'data/artifacts/ab'), { recursive: true })
  writeFileSync(join(folder, 'data/artifacts', ARTIFACT), 'kept')
  const refused = await run(MAIN, [], env)
  expect(refused).toMatchObject({ code: 1, stdout: STARTING })
  expect(refused.stderr).toMatch(
    /There is no database in .*artifacts contains artifacts of one.*SVC_START_EMPTY=1/,
  )
  expect(existsSync(join(folder, 'data/svc.sqlite'))).toBe(false)
  // An empty one, as of a start that was cut short.
  writeFileSync(join(folder, 'data/svc.sqlite'), '')
  expect((await run(MAIN, [], env)).stderr).toMatch(/artifacts contains artifacts of one/)
  const server = await startServer({ ...env, SVC_START_EMPTY: '1' })
  expect(server.key).toMatch(/^svc_/)
})

test('a port in use is said with what to do, and no key is used up', async ({ folder }) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const ended = await run(MAIN, [], environmentFor(folder, { SVC_PORT: String(port) }))
  expect(ended).toEqual({
    code: 1,
    stdout: STARTING,
    stderr: expect.stringMatching(
      new RegExp(`^Port ${port} on 127.0.0.1 is in use\\. .*: SVC_PORT=0 takes any free one\\.\\n$`),
    ),
  })
  const free = await startServer(environmentFor(folder))
  expect(free.key).toMatch(/^svc_/)
})

test('a wrong variable ends the start with its name', async ({ folder }) => {
  const ended = await run(MAIN, [], environmentFor(folder, { SVC_PORT: 'http' }))
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^SVC_PORT must be a port/),
  })
})
