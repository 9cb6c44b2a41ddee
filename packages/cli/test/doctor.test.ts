import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { commitAll, goodSetup, makeSetup } from './set-up.ts'
import { main, runNode } from './shop.ts'

const server = useServer()

const doctor = (cwd: string, env: Record<string, string> = {}, args: string[] = []) =>
  runNode(cwd, [main, 'doctor', ...args], env)
const withKey = (apiKey = server.apiKey) => ({ SVC_API_KEY: apiKey, SVC_URL: server.url })

/** Makes a key and gives its value and what ends it. */
const makeKey = async (body: object) => {
  const headers = { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/keys`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data: { id: string; value: string } }
  return {
    value: data.value,
    revoke: () => fetch(`${server.url}/api/keys/${data.id}`, { method: 'DELETE', headers }),
  }
}

const repository = (more: Record<string, string | object> = {}) => {
  const folder = goodSetup(more)
  commitAll(folder)
  git(folder, 'remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  return folder
}

test('a set-up in which everything is in place says so, and leaves nothing on the server', async () => {
  const { code, out, err } = await doctor(repository(), withKey())
  expect(err).toBe('')
  expect(out).toMatch(/\n\nReady: the next run will report to http:\/\/127\.0\.0\.1:\d+ as project shop\.\n$/)
  expect(out).not.toMatch(/^[!X]/m)
  expect(out).toMatch(/^[\x20-\x7e\n]+$/)
  expect(code).toBe(0)
  expect(await server.get('/api/executions')).toEqual([])
})

test('keys that cannot send are distinguished by the real server', async () => {
  const folder = repository()
  const ingest = await makeKey({ name: 'only uploads', scopes: ['ingest'] })
  expect(await doctor(folder, withKey(ingest.value))).toMatchObject({ code: 0 })
  await ingest.revoke()
  const revoked = await doctor(folder, withKey(ingest.value))
  expect(revoked).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^X {2}Access {4}the server rejected the key \(401\)$/m),
  })
  const viewer = await makeKey({ name: 'screen', role: 'viewer' })
  const refused = await doctor(folder, withKey(viewer.value))
  expect(refused).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^X {2}Access {4}the key .*\(403\)/m),
  })
  for (const { out } of [revoked, refused]) expect(out).not.toMatch(/svc_\w{20}/)
})

test('in CI a shallow clone and a missing key are reported with the lines of the provider', async () => {
  const folder = repository()
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'second')
  const clone = join(makeSetup({}), 'shop')
  git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, clone)
  const env = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '7',
    GITHUB_JOB: 'unit',
    GITHUB_REPOSITORY: 'acme/shop',
  }
  const { code, out } = await doctor(clone, { ...env, SVC_URL: server.url })
  expect(code).toBe(1)
  expect(out).toMatch(/^ +fetch-depth: 0$/m)
  expect(out).toMatch(/^ +SVC_API_KEY: \$\{\{ secrets\.SVC_API_KEY \}\}$/m)
  expect(out).toMatch(/^ok CI {8}GitHub Actions: build 7, attempt 1, job unit, leg/m)
})

test('commands to run are those of the package manager of the project', async () => {
  const folder = goodSetup({ 'bun.lock': '' })
  const journal = join(folder, '.svc/journal/a.ndjson')
  mkdirSync(dirname(journal), { recursive: true })
  writeFileSync(journal, '["open",1,{}]\n')
  const { out } = await doctor(folder)
  expect(out).toMatch(/^ +bun run svc flush$/m)
  const json = await doctor(folder, {}, ['--json'])
  expect(json.out).toContain('"bun run svc flush"')
  for (const text of [out, json.out]) expect(text).not.toContain('npx --no')
  const wrong = await doctor(folder, {}, ['nowhere'])
  expect(wrong.err).toContain('next: bun run svc help doctor\n')
})

test('as JSON it has the documented shape', async () => {
  const { code, out } = await doctor(repository(), {}, ['--json', '--url', 'http://127.0.0.1:1'])
  expect(code).toBe(1)
  const report = JSON.parse(out)
  expect(Object.keys(report).sort()).toEqual(['findings', 'folder', 'isReady', 'url', 'verdict', 'version'])
  expect(report).toMatchObject({
    url: 'http://127.0.0.1:1',
    isReady: false,
    verdict: '2 problems prevent uploads: Key and Server.',
  })
  for (const finding of report.findings) {
    expect(finding).toMatchObject({ check: expect.any(String), found: expect.any(String) })
    expect(['ok', 'warning', 'problem']).toContain(finding.state)
    // Whatever is not well says why and what to do.
    if (finding.state !== 'ok')
      expect(finding).toMatchObject({ reason: expect.any(String), fix: expect.any(String) })
  }
})

test('a folder may be named, and one that is not there is wrong use', async () => {
  const folder = repository()
  const elsewhere = makeSetup({})
  expect(await doctor(elsewhere, withKey(), [folder])).toMatchObject({ code: 0 })
  // Nothing that could report: report files may be meant.
  const without = await doctor(elsewhere, withKey())
  expect(without).toMatchObject({ code: 0, out: expect.stringMatching(/^! {2}Runner/m) })
  expect(without.out).toMatch(/^ +npx --no svc upload 'reports/m)
  expect(without.out.replace(/\s+/g, ' ')).toMatch(
    /no runner reports automatically; npx --no svc upload will send to http/,
  )
  expect(await doctor(elsewhere, {}, ['nowhere'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^error: folder .*nowhere$/m),
  })
})

test('started by a package manager it looks at the folder the person is in', {
  tags: 'thorough',
}, async () => {
  const folder = repository({ 'src/deep/a.txt': '' })
  const elsewhere = makeSetup({ 'package.json': {} })
  mkdirSync(join(elsewhere, 'inside'))
  const asScript = { npm_package_json: join(elsewhere, 'package.json'), INIT_CWD: join(folder, 'src/deep') }
  expect(await doctor(elsewhere, { ...withKey(), ...asScript })).toMatchObject({ code: 0 })
  // Only inherited from a script that something above was: then it says nothing of this process.
  expect(await doctor(join(elsewhere, 'inside'), { ...withKey(), ...asScript })).toMatchObject({
    out: expect.stringMatching(/^! {2}Runner/m),
  })
})

test('what it says of the next run comes true', { tags: 'thorough' }, async () => {
  const folder = repository({ 'a.test.mjs': "import { test } from 'vitest'\ntest('adds', () => {})\n" })
  const env = { ...withKey(), SVC_PROJECT: 'Next Run', SVC_SUITE: 'unit' }
  const { out } = await doctor(folder, env)
  expect(out).toMatch(/^ok Project {3}next-run \(SVC_PROJECT\), suite unit$/m)
  const branch = /^ok Git {7}branch (\S+) at (\w+),/m.exec(out)
  expect(await runNode(folder, ['node_modules/vitest/vitest.mjs', 'run'], env)).toMatchObject({ code: 0 })
  expect(await server.get('/api/executions')).toMatchObject([
    {
      project: 'next-run',
      suite: 'unit',
      branch: branch?.[1],
      testedSha: expect.stringMatching(`^${branch?.[2]}`),
    },
  ])
})

test('a piped report has colours only if they are forced', async () => {
  const folder = repository()
  expect((await doctor(folder, withKey())).out).not.toContain('\u001b')
  expect((await doctor(folder, { ...withKey(), FORCE_COLOR: '1' })).out).toContain('\u001b[32m✓')
})

test('after a run that named the reporter on the command line nothing is a problem, until a config changes', {
  tags: 'thorough',
}, async () => {
  const config = 'export default { test: {} }\n'
  const folder = repository({
    'a.test.mjs': "import { test } from 'vitest'\ntest('adds', () => {})\n",
    'vitest.config.mjs': config,
  })
  const env = { ...withKey(), SVC_PROJECT: 'by-hand' }
  const before = await doctor(folder, env)
  expect(before).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^X {2}Config {4}vitest\.config\.mjs does not name/m),
  })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=@svc/vitest']
  expect(await runNode(folder, vitest, env)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/1 result sent/),
  })
  const after = await doctor(folder, env)
  expect(after).toMatchObject({ code: 0 })
  const text = after.out.replace(/\s+/g, ' ')
  expect(text).toMatch(
    /ok Config vitest\.config\.mjs does not name @svc\/vitest; a run with it on the command line was sent \d+ (?:s|min) ago/,
  )
  expect(text).toMatch(/a run with @svc\/vitest on the command line will report to http/)
  writeFileSync(join(folder, 'vitest.config.mjs'), config)
  const soon = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'vitest.config.mjs'), soon, soon)
  expect(await doctor(folder, env)).toMatchObject({ code: 1 })
})
