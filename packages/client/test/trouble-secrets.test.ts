import { randomBytes } from 'node:crypto'

import { join } from 'node:path'
import { LIMITS, toApiKey } from '@svc/protocol'
import { git } from '@svc/test-kit/git'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf, type RunnerName } from '@svc/test-kit/versions'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Env } from '../src/ci-facts.ts'
import { resolveConfig } from '../src/config.ts'
import { record } from '../src/recorder.ts'
import { commit, makeFolder, makeRepository, removeFolders } from './folders.ts'
import { configFor, failed, KEY, named, passed, readJournal, startFor, startIn } from './recording.ts'
import { closedAddress } from './server.ts'
import { textBelow } from './trouble-run.ts'
import { TOKENS } from './trouble-tokens.ts'

beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())
afterAll(removeFolders)

/** Nothing is sent there, so that the journal stays. */
const NOWHERE = { url: 'nowhere', quiet: true }
const TOKEN = TOKENS['GitHub personal'] ?? ''
const PASSWORD = 'correct-horse-battery-1'
const NAMED = 'Tr0ub4dor&3 x'
const ENV: Env = { DB_PASSWORD: PASSWORD, STAGING_USER: NAMED, SVC_REDACT: 'STAGING_USER, OTHER' }
const SECRETS = [TOKEN, PASSWORD, NAMED, KEY]
const all = SECRETS.join(' and ')

/** What was masked, by the journal's last line. */
const redactedOf = (root: string): number => {
  const end = readJournal(root).find((line) => line[0] === 'end')
  return end?.[0] === 'end' ? (end[1].redacted ?? 0) : Number.NaN
}

const expectNoSecret = (root: string) => {
  const journal = textBelow(join(root, '.svc'))
  for (const secret of SECRETS) {
    expect(journal).not.toContain(secret)
    expect(journal).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(journal).not.toContain(encodeURIComponent(secret))
    expect(journal).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4))
  }
}

test('a secret reaches the journal in no field of a result, and is counted', async () => {
  const root = makeFolder()
  const recorder = startIn(root, NOWHERE, {}, ENV)
  const failure = {
    message: all,
    name: all,
    stack: `Error: ${all}\n    at f (${root}/${TOKEN}.ts:1:1)`,
    snippet: `> ${all}`,
    expected: all,
    actual: all,
    location: { file: join(root, `${TOKEN}.ts`), line: 1 },
  }
  recorder.attempt(
    named('', {
      file: `src/${TOKEN}.test.ts`,
      titles: [`block ${all}`, `title ${all}`],
      variant: `project ${all}`,
    }),
    failed('', {
      errors: [{ ...failure, cause: { ...failure, errors: [failure] } }],
      stdout: all,
      stderr: all,
      attachments: [{ name: all, contentType: `text/${TOKEN}`, path: join(root, `out/${TOKEN}.zip`) }],
      steps: [
        { title: all, category: all, durationMs: 1, error: all, steps: [{ title: all, durationMs: 1 }] },
      ],
      annotations: [{ type: all, description: all }],
      tags: [`@${TOKEN}`, all],
      location: { file: join(root, `${TOKEN}.ts`), line: 1 },
    }),
  )
  recorder.attempt(named('skipped'), { ...passed(), status: 'skipped', skip: { kind: 'skip', reason: all } })
  recorder.error(failure, join(root, `${TOKEN}.ts`))
  recorder.warning(all)
  await recorder.finish({ status: 'failed' })
  expectNoSecret(root)
  expect(redactedOf(root)).toBeGreaterThan(100)
  expect(textBelow(join(root, '.svc'))).toContain(
    'block [redacted] and [redacted] and [redacted] and [redacted]',
  )
})

test('forms of a value are masked, in text and out of base64', async () => {
  const root = makeFolder()
  const recorder = startIn(root, NOWHERE, {}, ENV)
  const forms = [
    JSON.stringify(NAMED),
    encodeURIComponent(NAMED),
    Buffer.from(NAMED).toString('base64'),
    Buffer.from(`user:${NAMED}`).toString('base64'),
    JSON.stringify({ body: JSON.stringify({ p: PASSWORD }) }),
  ]
  recorder.attempt(named('t'), failed(forms.join('\n'), { stdout: forms.join('\n') }))
  await recorder.finish({ status: 'failed' })
  expectNoSecret(root)
  expect(redactedOf(root)).toBe(10)
})

test('a value of several lines is masked as a whole and line by line', async () => {
  const root = makeFolder()
  const lines = ['-----BEGIN SOMETHING-----', 'MIIEowIBAAKCAQEA1', 'kd83jsnf83nf83nf8']
  const recorder = startIn(root, { ...NOWHERE, redact: ['MY_FILE'] }, {}, { MY_FILE: lines.join('\n') })
  recorder.attempt(named('t'), failed(`${lines.join('\n')}\n| ${lines[1]}\r\n| ${lines[2]}`))
  await recorder.finish({ status: 'failed' })
  const journal = textBelow(join(root, '.svc'))
  for (const line of lines) expect(journal).not.toContain(line)
})

describe('a secret across an edge', () => {
  const edges: [
    what: string,
    limit: number,
    of: (text: string) => Parameters<typeof failed>[1],
    from: 'start' | 'end',
  ][] = [
    ['message', LIMITS.messageBytes, (text) => ({ errors: [{ message: text }] }), 'start'],
    ['stack', LIMITS.stackBytes, (text) => ({ errors: [{ message: '', stack: text }] }), 'start'],
    ['stdout', LIMITS.outputTailBytes, (text) => ({ stdout: text }), 'end'],
  ]
  test.each(edges)('of a %s shows no part of itself', async (_, limit, of, from) => {
    const root = makeFolder()
    const recorder = startIn(root, NOWHERE, {}, ENV)
    const margin = 8_192
    for (const edge of [limit, limit + margin])
      for (let shift = -TOKEN.length - 2; shift <= 2; shift += 3) {
        const filler = '.'.repeat(edge + shift)
        const text =
          from === 'start'
            ? `${filler}${TOKEN}${' '.repeat(20_000)}`
            : `${' '.repeat(20_000)}${TOKEN}${filler}`
        recorder.attempt(named(`t${edge}${shift}`), failed('', of(text)))
      }
    await recorder.finish({ status: 'failed' })
    const journal = textBelow(join(root, '.svc'))
    const pieces = Array.from({ length: TOKEN.length - 7 }, (_, at) => TOKEN.slice(at, at + 8))
    expect(pieces.filter((piece) => journal.includes(piece))).toEqual([])
  })
})

test('what CI and git say of a part is masked too, before and after git is asked', async () => {
  const root = makeRepository()
  commit(root, 'b.txt', `deploy with ${TOKEN} and ${PASSWORD}`)
  git(root, 'remote', 'add', 'origin', `https://me:${PASSWORD}@example.org/team/${TOKEN}.git`)
  const env: Env = {
    ...ENV,
    PATH: process.env.PATH,
    CI_PIPELINE_ID: `7-${TOKEN}`,
    CI_PIPELINE_URL: `https://me:${PASSWORD}@ci.example.org/run?token=${TOKEN}`,
    CI_JOB_URL: `https://ci.example.org/job?token=${TOKEN}`,
    CI_PIPELINE_SOURCE: `push ${TOKEN}`,
    CI_JOB_NAME: `job ${TOKEN}`,
    CI_COMMIT_BRANCH: `fix/${TOKEN}`,
    CI_PROJECT_PATH: `team/${TOKEN}`,
    SVC_TAGS: `nightly,${TOKEN}`,
    SVC_SUITE: `e2e ${TOKEN}`,
    SVC_LEG: `leg ${TOKEN}`,
    SVC_VARIANT: TOKEN,
  }
  const config = resolveConfig({ apiKey: KEY, ...NOWHERE }, env, {
    isCI: true,
    id: 'GITLAB',
    name: 'GitLab CI',
  })
  const recorder = record(startFor(root, { configFile: join(root, `${TOKEN}.config.ts`) }), config)
  recorder.attempt(named('t'), passed())
  await recorder.finish({ status: 'passed' })
  expectNoSecret(root)
  const opens = readJournal(root).filter((line) => line[0] === 'open')
  expect(opens).toHaveLength(2)
  expect(opens[1]?.[2]).toMatchObject({
    build: expect.stringMatching(/^7-\[redacted\]…[0-9a-f]+$/),
    part: { job: expect.stringMatching(/^job \[redacted\]…/), config: '[redacted].config.ts' },
    code: { message: 'deploy with [redacted] and [redacted]', branch: 'fix/[redacted]' },
    ci: {
      url: 'https://[redacted]@ci.example.org/run?token=[redacted]',
      jobUrl: 'https://ci.example.org/job?token=[redacted]',
    },
  })
  const other = resolveConfig(
    { apiKey: KEY },
    { ...env, CI_PIPELINE_ID: `7-${TOKENS['GitHub server']}` },
    { isCI: true, id: 'GITLAB', name: 'GitLab CI' },
  )
  const second = makeRepository()
  record(startFor(second), other)
  const open = readJournal(second)[0]
  expect(open?.[0] === 'open' && open[2].build).not.toBe(opens[1]?.[0] === 'open' && opens[1][2].build)
})

test('which variables hold secrets', () => {
  const secretsOf = (env: Env, redact?: string[]) =>
    configFor({ ...(redact && { redact }) }, env).secrets.filter((secret) => secret !== KEY)
  for (const name of [
    'GITHUB_TOKEN',
    'DB_PASSWORD',
    'MYSQL_PWD',
    'SMTP_PASS',
    'PGPASS',
    'SSH_PASSPHRASE',
    'AWS_SECRET_ACCESS_KEY',
    'AZURE_STORAGE_KEY',
    'npm_config__auth',
    'SLACK_WEBHOOK',
    'STRIPE_API_KEY',
    'apiKey',
    'GH_PAT',
    'JWT',
    'SESSION_COOKIE',
    'DB_CONNECTION_STRING',
  ])
    expect([name, secretsOf({ [name]: 'some-value' })]).toEqual([name, ['some-value']])
  for (const name of [
    'PWD',
    'OLDPWD',
    'HOME',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'PASSWORD_STORE_DIR',
    'TOKEN_TYPE',
    'SECRET_NAME',
    'PATH',
    'KEYBOARD',
    'COMPAT',
  ])
    expect([name, secretsOf({ [name]: '/some/place/or/other' })]).toEqual([name, []])
  expect(
    secretsOf({ DATABASE_URL: 'postgres://me:c0rrect-horse@db/x', OTHER_URL: 'postgres://me:postgres@db/x' }),
  ).toEqual(['c0rrect-horse'])
  expect(secretsOf({ MINE: 'abcd', SHORT: 'abc', LIST: 'efgh' }, ['MINE', 'SHORT'])).toEqual(['abcd'])
  expect(secretsOf({ MINE: 'abcd', SVC_REDACT: ' MINE ,' })).toEqual(['abcd'])
})

const runs: Record<RunnerName, string> = {
  jest: `test('logs in with ' + process.env.LOGIN, () => { WRITE; throw new Error('got ' + process.env.LOGIN) })`,
  playwright: `const { test } = require('@playwright/test')
    test('logs in with ' + process.env.LOGIN, () => { WRITE; throw new Error('got ' + process.env.LOGIN) })`,
  vitest: `import { test } from 'vitest'
    test('logs in with ' + process.env.LOGIN, () => { WRITE; throw new Error('got ' + process.env.LOGIN) })`,
}

for (const [name, text] of Object.entries(runs) as [RunnerName, string][])
  test(`in a real run, a value that comes out in two pieces: ${name}`, {
    tags: name === 'vitest' ? [] : ['thorough'],
  }, async () => {
    const value = 'Tr0ub4dor-and-more-3'
    const write = `process.stdout.write('it is ' + process.env.LOGIN.slice(0, 7)); process.stdout.write(process.env.LOGIN.slice(7) + '\\\\n')`
    const project = runnerProject(newestOf(name), {
      [`a.${name === 'playwright' ? 'spec' : 'test'}.js`]: text.replace('WRITE', write),
    })
    try {
      const env = {
        SVC_API_KEY: toApiKey(randomBytes(32)),
        SVC_URL: await closedAddress(),
        SVC_REDACT: 'LOGIN',
        LOGIN: value,
        SVC_TIMEOUT_MS: '300',
      }
      const { code } = await project.run(project.command(), { env })
      expect(code).toBe(1)
      const journal = textBelow(join(project.folder, '.svc'))
      expect(journal).toContain('logs in with [redacted]')
      expect(journal).toContain('got [redacted]')
      expect(journal).not.toContain(value)
      expect(journal).not.toContain(value.slice(7))
    } finally {
      project.remove()
    }
  })
