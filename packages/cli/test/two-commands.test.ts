import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { git } from '@svc/test-kit/git'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { green, PYTEST } from './reports.ts'
import { repository, runNode, send, svc } from './shop.ts'

// From report files to a comparison in two commands.

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const { PATH = '', HOME = '' } = process.env

const server = useServer()

const CI = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REF: 'refs/heads/main',
}

const place = (project: string) => {
  const folder = repository('feature/basket', { '.gitignore': '*\n!.gitignore\n' })
  const run = (args: string[], more: Record<string, string> = {}) =>
    svc(folder, args, { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: project, ...more })
  const json = async (args: string[], more: Record<string, string> = {}) =>
    JSON.parse((await run([...args, '--json'], more)).out)
  const upload = async (text: string, ...more: string[]): Promise<string> => {
    writeFileSync(join(folder, 'a.xml'), text)
    const { url } = await json(['upload', 'a.xml', ...more])
    return url.split('/').at(-1)
  }
  return {
    folder,
    run,
    json,
    upload,
    head: async (...args: string[]) => (await json(['compare', ...args])).head.id,
  }
}

test("compare uses the last upload, regardless of its report's date", {
  tags: 'thorough',
}, async () => {
  const { folder, run, json, upload, head } = place('dates')
  const today = green().replace('<testsuite ', `<testsuite timestamp="${new Date().toISOString()}" `)
  const first = await upload(today)
  const old = await upload(PYTEST)
  expect(await head()).toBe(old)
  expect((await json(['open'])).id).toBe(old)
  expect((await run(['failures'])).out).toContain('assert 1 == 2')
  // Sent again it is the last once more.
  expect(await upload(today)).toBe(first)
  expect(await head()).toBe(first)

  // What comes to the branch later, of whomever, is newer.
  await upload(PYTEST)
  const about = { project: 'dates', startedAt: Date.now(), code: { branch: 'feature/basket' } }
  const later = await send(server, {
    ...about,
    results: [{ file: 'a.ts', titles: ['a'], status: 'passed', durationMs: 1 }],
  })
  expect(await head()).toBe(later)

  // Another branch, project or suite is another question.
  const again = await upload(PYTEST, '--suite', 'unit')
  expect(await head()).toBe(again)
  expect(await head('--suite', 'default')).toBe(later)
  git(folder, 'switch', '-q', '-c', 'elsewhere')
  expect((await run(['compare'])).err).toMatch(/^svc: .*no execution of branch elsewhere/)
  git(folder, 'switch', '-q', 'feature/basket')
  expect((await run(['compare'], { SVC_PROJECT: 'none' })).err).toMatch(/project none/)
  writeFileSync(join(folder, '.svc/last-upload.json'), '{"id": 7')
  expect(await head('--suite', 'default')).toBe(later)
})

test('what a reporter sent after an upload is the last upload, whatever its suite', async () => {
  const { folder, run, json, upload, head } = place('mixed')
  const goes = await upload(green(), '--suite', 'go')
  const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: 'mixed' }
  const reported = await runNode(folder, ['--input-type=module', '-e', REPORTER], env)
  const runs = reported.err.split('/').at(-1)?.trim()
  expect(await head()).toBe(runs)
  expect(await run(['compare', '--fail-on', 'failures'])).toMatchObject({ code: 3 })
  expect((await run(['failures'])).out).toContain('the basket is empty')
  // A suite that is named, another branch and another server are other questions.
  expect(await head('--suite', 'go')).toBe(goes)
  git(folder, 'switch', '-q', '-c', 'elsewhere')
  expect((await run(['compare'])).err).toMatch(/^svc: .*no execution of branch elsewhere/)
  git(folder, 'switch', '-q', 'feature/basket')
  // The upload is the last one again.
  expect(await head()).toBe(runs)
  const again = await upload(green(), '--suite', 'go')
  expect(await head()).toBe(again)
  // A run that only flush could send is the last upload, too.
  const away = { ...env, SVC_URL: 'http://127.0.0.1:1', SVC_TIMEOUT_MS: '1000' }
  await runNode(folder, ['--input-type=module', '-e', REPORTER], away)
  // Until then, the gate is red, because the run that it would judge is older.
  const gated = await run(['compare'])
  expect(gated).toMatchObject({
    code: 3,
    err: expect.stringContaining('1 newer run of this folder is not sent'),
  })
  expect(await run(['compare', '--fail-on', 'never'])).toMatchObject({ code: 0 })
  const [flushed] = (await json(['flush'])).journals
  expect(await head()).toBe(flushed.url.split('/').at(-1))
})

/** A reporter without a runner: one failed test of the suite default. */
const REPORTER = `
  import { startRecorder } from ${JSON.stringify(new URL('../../client/src/recorder.ts', import.meta.url))}
  const recorder = startRecorder({ options: {}, client: { name: '@svc/jest', version: '0.0.0' },
    runner: { name: 'jest', version: '1.0.0' }, runnerRoot: process.cwd() })
  recorder.attempt({ file: 'a.test.ts', titles: ['pays'], variant: '', occurrence: 0 },
    { status: 'failed', startedAt: Date.now(), durationMs: 1, errors: [{ message: 'the basket is empty' }] })
  await recorder.finish({ status: 'failed' })
`

test('what was uploaded for another branch or project is found without naming it again', async () => {
  const { upload, head } = place('usual')
  const other = await upload(green(), '--branch', 'release', '--project', 'unusual')
  expect(await head()).toBe(other)
  expect(await head('--branch', 'release', '--project', 'unusual')).toBe(other)
})

/** A run of a test for each word: elements of one name in one suite. Of go, another test shows that some are retries. */
const RUNS = {
  pytest: (words: string[]) =>
    `<testsuite name="pytest" tests="${words.length}">${words
      .map(
        (word) =>
          `<testcase classname="tests.test_cart" name="test_pays" time="0.02">${OUTCOME[word]}</testcase>`,
      )
      .join('')}</testsuite>`,
  go: (words: string[]) =>
    `<testsuite name="example.com/shop" tests="${words.length + 1}"><properties><property name="go.version" value="go1.26"/></properties>${words
      .map(
        (word) =>
          `<testcase classname="example.com/shop" name="TestPays" time="0.02">${OUTCOME[word]}</testcase>`,
      )
      .join('')}<testcase classname="example.com/shop" name="TestShips"/></testsuite>`,
}
const OUTCOME: Record<string, string> = { pass: '', fail: '<failure message="assert 1 == 2"/>' }

test.each(Object.entries(RUNS))(
  '%s: the command and the server count equal names alike, and the gate fails unless a retry passed',
  { tags: 'thorough' },
  async (tool, runs) => {
    const { folder, json, run, upload } = place(`runs-${tool}`)
    await upload(runs(['pass']), '--branch', 'main')
    writeFileSync(join(folder, 'cart.txt'), 'changed')
    git(folder, 'add', '--force', 'cart.txt')
    git(folder, 'commit', '-q', '-m', 'change')

    const counts = async (words: string[]) => {
      const id = await upload(runs(words))
      const { statuses } = await json(['upload', 'a.xml', '--dry-run'])
      const { counts } = await server.get<{ counts: typeof statuses }>(`/api/executions/${id}`)
      return [statuses, counts]
    }
    expect(await counts(['pass', 'fail'])).toMatchObject([
      { failed: 1, flaky: 0 },
      { failed: 1, flaky: 0 },
    ])
    expect(await run(['compare', '--fail-on', 'regressions'])).toMatchObject({ code: 3 })
    const expected = tool === 'go' ? { failed: 0, flaky: 1 } : { failed: 1, flaky: 0 }
    expect(await counts(['fail', 'pass'])).toMatchObject([expected, expected])
    const code = tool === 'go' ? 0 : 3
    expect(await run(['compare', '--fail-on', 'regressions'])).toMatchObject({ code })
  },
)

test('a comparison before everything has arrived names the command that waits, and waiting makes it whole', {
  tags: 'thorough',
}, async () => {
  const { folder, run, json } = place('jobs')
  const env = { ...CI, GITHUB_RUN_ID: '7', GITHUB_JOB: 'one', GITHUB_SHA: git(folder, 'rev-parse', 'HEAD') }
  writeFileSync(join(folder, 'a.xml'), green())
  const sent = await run(['upload', 'a.xml'], env)
  expect(sent.out).toMatch(/^to compare: npx --no svc compare auto \S+ --wait$/m)
  expect((await run(['compare', '--suite', 'default'], env)).out).toMatch(
    /^ {6}Provisional: .*npx --no svc compare --suite default --wait$/m,
  )
  const late = await run(['compare', '--wait=1s'], env)
  expect(late).toMatchObject({ code: 4, out: expect.stringContaining('Provisional') })
  expect(late.err).toMatch(
    /^svc: waiting for more results of build 7, .* of at most 1 s\nsvc: .*; to wait longer: npx --no svc compare --wait=1h\n$/,
  )
  // What stands behind --wait is not its value.
  const child = spawn(process.execPath, [main, 'compare', '--wait', 'auto', '--json'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      ...NODE_CACHE,
      ...env,
      SVC_API_KEY: server.apiKey,
      SVC_URL: server.url,
      SVC_PROJECT: 'jobs',
    },
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  await once(child.stderr, 'data')
  const { id } = (await json(['open'], env)) as { id: string }
  await server.get(`/api/executions/${id}/settle`, 'POST')
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ provisional: false, head: { id, state: 'passed' } })
})
