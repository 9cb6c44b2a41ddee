import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { test as base, expect, onTestFinished } from 'vitest'
import { NODE_CACHE } from '../../scripts/testing/node-cache.ts'
import { emptyPostgres } from './testing/each-database.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const COMMAND = join(import.meta.dirname, 'command.ts')

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-main-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

const environmentFor = (folder: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  ...NODE_CACHE,
  SVC_DATA: join(folder, 'data'),
  SVC_PORT: '0',
  // Each server would build it, at a hundred times the cost of its start.
  SVC_DASHBOARD: '0',
  ...more,
})

/** Runs a file to its end. */
async function run(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

/** Starts the server and waits for the line that says where it listens. */
async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said.stderr += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said.stdout}${said.stderr}`)))
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said.stdout += chunk
      const match = /Listening on (\S+?),?\s/.exec(said.stdout)
      if (match) resolve(match[1] as string)
    })
  })
  return { child, url, said, key: /^SVC_API_KEY=(svc_\w+)$/m.exec(said.stdout)?.[1] ?? '' }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const ended = once(child, 'close')
  child.kill(signal)
  const [code] = await ended
  return { code }
}

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

const authorized = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })

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
    /^http\S+\/welcome#svl_[\w-]{43}\nOpen this link .*admin@localhost .*\nSVC_API_KEY=svc_\w+\nThis is the key "CI \(first start\)" with the scopes ingest, read\. .*\nSet up reporting: .*\nnpx -y http\S+\/packages\/svc-cli\.tgz init --url http\S+\n/,
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
  socket.end(`${head}\r\n\r\n`)
  return text(socket)
}

test('on SIGTERM it says that it is not ready, serves on for as long as it is told, and ends', async ({
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

test('health is told to every balancer: HTTP/1.0 without a host, HEAD, OPTIONS, and the root', async ({
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
  expect(beside).toMatchObject({ code: 1, stdout: '' })
  expect(beside.stderr).toMatch(/svc\.sqlite is missing, but .*svc\.sqlite-wal.*SVC_START_EMPTY=1/)
  expect(existsSync(file)).toBe(false)
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
  expect(refused).toMatchObject({ code: 1, stdout: '' })
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
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(`^Port ${port} on 127.0.0.1 is in use\\. .*SVC_PORT=${port + 1}.*\\n$`),
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

test('keys are made, listed and revoked beside a running server, which heeds it at once', async ({
  folder,
}) => {
  const env = environmentFor(folder)
  const { url } = await startServer(env)
  const made = await run(COMMAND, ['keys', 'create', 'ci', '--scope', 'read', '--expires', '30d'], env)
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^svc_[0-9A-Za-z]{49}\n$/) })
  const status = async () => (await fetch(`${url}/api/executions`, authorized(made.stdout.trim()))).status
  expect(await status()).toBe(200)

  const listed = JSON.parse((await run(COMMAND, ['keys', 'list', '--json'], env)).stdout)
  expect(listed).toMatchObject([
    { name: 'ci', role: 'editor', scopes: ['read'] },
    { name: 'CI (first start)' },
  ])
  expect((await run(COMMAND, ['keys', 'list'], env)).stdout).toMatch(
    /^ID +NAME +KEY .*\n.*ci.*\n.*CI \(first start\)/,
  )

  expect((await run(COMMAND, ['keys', 'revoke', listed[0].id], env)).code).toBe(0)
  expect(await status()).toBe(401)
})

test('a command that cannot be done says why: 1 for a refusal, 2 for a wrong command line', {
  tags: 'thorough',
}, async ({ folder }) => {
  const env = environmentFor(folder)
  const nothing = await run(COMMAND, ['keys', 'list'], env)
  expect(nothing).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no database in .*SVC_DATA/),
  })
  const { child } = await startServer(env)
  await stop(child)
  const refusals: [string[], number, RegExp][] = [
    [
      ['keys', 'create', 'x', '--role', 'viewer', '--scope', 'ingest'],
      1,
      /viewer may have the scopes read, knowledge, bus/,
    ],
    [['keys', 'create', 'x', '--project', 'none'], 1, /no project "none"/],
    [['keys', 'create', ''], 1, /<name> must have 1 to 100 characters/],
    [['keys', 'revoke', 'none'], 1, /no such API key/],
    [
      ['keys', 'list', '--organization', 'none'],
      1,
      /no organization none here\. The organizations are: default/,
    ],
    [['keys', 'create', 'x', '--role', 'owner'], 2, /viewer, editor, admin/],
    [['keys', 'create', 'x', '--expires', 'soon'], 2, /90s, 15m, 2h or 30d/],
    [['keys', 'create'], 2, /missing required argument 'name'/],
    [['kyes'], 2, /unknown command 'kyes'/],
  ]
  const ended = await Promise.all(refusals.map(([args]) => run(COMMAND, args, env)))
  for (const [i, [, code, words]] of refusals.entries()) {
    expect(ended[i]).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(words) })
  }
})

test('the first start lets its admin in, and links for people are made beside a running server', async ({
  folder,
}) => {
  const env = environmentFor(folder, {
    SVC_BASE_URL: 'https://tests.example.com/',
    SVC_ORGANIZATIONS: 'closed',
  })
  const { child, url, said } = await startServer(env)
  const send = sendTo(url)
  const first = tokenOf('welcome', said.stdout)
  expect(await send('/auth/password', { token: first, password })).toBe(200)
  expect(await send('/auth/sign-in', { email: 'admin@localhost', password })).toBe(200)
  for (const page of ['/welcome', '/join']) {
    const answer = await fetch(url + page)
    // It has no pages here, and the same headers.
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  }

  const reset = await run(COMMAND, ['people', 'reset', 'Admin@localhost'], env)
  expect(reset.stderr).toMatch(/Earlier links for this account.* no longer work/)
  expect(reset.stderr).not.toContain('SVC_BASE_URL')
  const changed = { token: tokenOf('welcome', reset.stdout), password: `${password} staple` }
  expect(await send('/auth/password', changed)).toBe(200)
  expect(await send('/auth/sign-in', { email: 'admin@localhost', password })).toBe(401)

  const invited = await run(COMMAND, ['people', 'invite', 'ada@example.com', '--role', 'viewer'], env)
  const token = tokenOf('join', invited.stdout)
  expect(await send('/auth/join', { token, email: 'ada@example.com', password })).toBe(200)
  const unnamed = await run(COMMAND, ['people', 'invite'], {
    ...env,
    SVC_BASE_URL: undefined,
    SVC_PORT: '4801',
  })
  expect(unnamed.stdout).toMatch(/^http:\/\/localhost:4801\/join#svl_[\w-]{43}\n$/)
  expect(unnamed.stderr).toMatch(/leads to http:\/\/localhost:4801, based on SVC_PORT\..* set SVC_BASE_URL/)
  const listed = await run(COMMAND, ['people', 'list'], env)
  expect(listed.stdout).toMatch(/^EMAIL.*\nada@example\.com +ada +viewer .*\nadmin@localhost +Admin +admin /)
  expect((await stop(child)).code).toBe(0)
})

test('an operator makes organizations beside a running server, which lets nobody else', {
  tags: 'thorough',
}, async ({ folder }) => {
  const env = environmentFor(folder, {
    SVC_BASE_URL: 'https://tests.example.com/',
    SVC_ORGANIZATIONS: 'closed',
  })
  const { child, url } = await startServer(env)
  const send = sendTo(url)
  const founded = await run(COMMAND, ['organizations', 'create', 'Acme', '--admin', 'eve@example.com'], env)
  expect([founded.code, founded.stderr]).toEqual([0, expect.stringMatching(/Created the organization acme/)])
  const founder = { token: tokenOf('join', founded.stdout), email: 'eve@example.com', password }
  expect(await send('/auth/join', { ...founder, email: 'ada@example.com' })).toBe(403)
  expect(await send('/auth/join', founder)).toBe(200)
  const refusals: [string[], RegExp][] = [
    [['acme'], /slug "acme" is taken/],
    [['A!', '--days', '0'], /^slug must be 1 to 50 letters/],
    [['other', '--days', '0'], /^days must/],
  ]
  const refused = await Promise.all(
    refusals.map(([args]) => run(COMMAND, ['organizations', 'create', ...args], env)),
  )
  for (const [i, [, words]] of refusals.entries())
    expect(refused[i]).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) })
  const planned = await run(COMMAND, ['organizations', 'plan', 'acme', 'pro'], env)
  expect([planned.code, planned.stderr]).toEqual([0, 'The organization acme has the plan pro.\n'])
  expect((await run(COMMAND, ['organizations', 'plan', 'acme', 'gold'], env)).code).toBe(2)
  const [admins, organizations] = await Promise.all([
    run(COMMAND, ['people', 'list', '--organization', 'acme'], env),
    run(COMMAND, ['organizations', 'list'], env),
  ])
  expect(admins.stdout).toMatch(/\neve@example\.com +eve +admin /)
  expect(organizations.stdout).toMatch(
    /^SLUG.*\nacme +Acme +pro +1 .*\ndefault +Default +enterprise +1 .*\n$/,
  )

  const unknown = await run(COMMAND, ['people', 'reset', 'nobody@example.com'], env)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/no account nobody@example\.com/)])
  const wrong = await run(COMMAND, ['people', 'invite', 'nobody', '--days', '91'], env)
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/email must.*\n?.*days must|days must.*\n?.*email must/),
  ])
  expect((await stop(child)).code).toBe(0)
})

const password = 'correct horse battery'

const tokenOf = (page: string, text: string) =>
  new RegExp(`^https://tests\\.example\\.com/${page}#(svl_[\\w-]{43})$`, 'm').exec(text)?.[1]

const sendTo = (url: string) => async (path: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.status
}

/** Asks the database beside its servers. */
async function ask<Row>(address: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('a job migrates before replicas start; they share a folder and leases, and leave nothing behind', {
  tags: 'thorough',
}, async ({ folder }) => {
  const { postgres } = await emptyPostgres()
  const env = environmentFor(folder, { DATABASE_URL: postgres, SVC_ARTIFACTS_SHARED: '1' })
  // Two jobs at once, as two deployments may start them: one of them takes each step.
  const jobs = await Promise.all([1, 2].map(() => run(COMMAND, ['migrate'], env)))
  expect(jobs.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ])
  expect(jobs.map(({ stdout }) => stdout).join('')).toMatch(
    /Migrated the database in \d+ steps, up to \d{4}-/,
  )
  const again = await run(COMMAND, ['migrate'], env)
  expect(again.stdout).toBe('The database is up to date.\n')
  expect(await run(COMMAND, ['migrate', '--json'], env)).toMatchObject({ stdout: '{"steps":[]}\n' })

  const [one, other] = await Promise.all([startServer(env), startServer(env)])
  expect([one.key, other.key].filter((key) => key !== '')).toHaveLength(1)
  expect(await ask(postgres, 'select id from replica')).toHaveLength(2)
  const leaseless = await ask(
    postgres,
    `select 1 from lease where holder not in (select id from replica) or until < 1`,
  )
  expect(leaseless).toEqual([])
  for (const { child } of [one, other]) expect((await stop(child)).code).toBe(0)
  expect(await ask(postgres, 'select id from replica')).toEqual([])
  expect(await ask(postgres, 'select distinct holder, until from lease')).toEqual([
    { holder: '', until: '0' },
  ])
  for (const { said } of [one, other]) expect(said.stderr).toBe('')
})

test('a migration that cannot reach the database says which, and where to look', async ({ folder }) => {
  const env = environmentFor(folder, { DATABASE_URL: 'postgres://svc:secret@127.0.0.1:9/svc' })
  const ended = await run(COMMAND, ['migrate'], env)
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database at 127\.0\.0\.1:9 \(DATABASE_URL\) cannot be opened: .*\n$/),
  })
  expect(ended.stderr).not.toContain('secret')
})
