import pg from 'pg'
import { expect } from 'vitest'
import { SERVER_VERSION } from './ground/kernel/version.ts'
import { emptyPostgres } from './testing/each-database.ts'
import {
  authorized,
  COMMAND,
  environmentFor,
  run,
  startServer,
  stop,
  test,
} from './testing/server-process.ts'

const password = 'correct horse battery'

const tokenOf = (page: string, text: string) =>
  new RegExp(`^https://tests\\.example\\.com/${page}#(svl_[\\w-]{43})$`, 'm').exec(text)?.[1]

const sendTo = (url: string) => async (path: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.status
}

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

test('it starts the server without a command and with start, and tells its version', async ({ folder }) => {
  const env = environmentFor(folder, { SVC_PORT: 'none' })
  for (const args of [[], ['start']])
    expect(await run(COMMAND, args, env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('SVC_PORT'),
    })
  expect(await run(COMMAND, ['--version'], env)).toMatchObject({
    code: 0,
    stdout: `${SERVER_VERSION}\n`,
    stderr: '',
  })
  expect((await run(COMMAND, ['--help'], env)).stdout).toMatch(/^ {2}start /m)
})

test('names that others chose do nothing to a terminal', async ({ folder }) => {
  const env = environmentFor(folder)
  const { child } = await startServer(env)
  await stop(child)
  const name = 'a\u001b[31m\u009b2J\u202eb\u200b\nc'
  await run(COMMAND, ['keys', 'create', name], env)
  await run(COMMAND, ['organizations', 'create', 'acme', '--name', name], env)
  for (const args of [
    ['keys', 'list'],
    ['organizations', 'list'],
  ]) {
    const [{ stdout: table }, { stdout: json }] = await Promise.all([
      run(COMMAND, args, env),
      run(COMMAND, [...args, '--json'], env),
    ])
    expect(table).toMatch(/ a\[31m2Jb c /)
    expect(table + json).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    expect((JSON.parse(json) as { name: string }[]).map((one) => one.name)).toContain(name)
  }
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
  expect(unnamed.stdout).toMatch(/^http:\/\/127\.0\.0\.1:4801\/join#svl_[\w-]{43}\n$/)
  expect(unnamed.stderr).toMatch(
    /leads to http:\/\/127\.0\.0\.1:4801, based on SVC_PORT\..* set SVC_BASE_URL/,
  )
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

test('a migration that cannot reach the database says which, and where to look', async ({ folder }) => {
  const env = environmentFor(folder, { DATABASE_URL: 'postgres://svc:secret@127.0.0.1:9/svc' })
  const ended = await run(COMMAND, ['migrate'], env)
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database at 127\.0\.0\.1:9 \(DATABASE_URL\) cannot be opened: .*\n$/),
  })
  expect(ended.stderr).not.toContain('secret')
})

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
