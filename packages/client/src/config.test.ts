import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { toApiKey } from '@svc/protocol'
import { expect, test } from 'vitest'
import type { Env } from './ci-facts.ts'
import { resolveConfig } from './config.ts'
import type { ReporterOptions } from './options.ts'

const LAPTOP = { isCI: false, id: null, name: null }
const resolve = (options: ReporterOptions, env: Env = {}) => resolveConfig(options, env, LAPTOP)

test('options come before the environment, and both before defaults', () => {
  const env = { SVC_URL: 'http://env:1/', SVC_SUITE: 'env', SVC_TAGS: 'a, b,,a', SVC_TIMEOUT_MS: '5' }
  expect(resolve({}, env)).toMatchObject({
    url: 'http://env:1',
    suite: 'env',
    tags: ['a', 'b'],
    timeoutMs: 5,
  })
  expect(resolve({ url: 'http://o', suite: 'o', tags: ['x'], timeoutMs: 0 }, env)).toMatchObject({
    url: 'http://o',
    suite: 'o',
    tags: ['x'],
    timeoutMs: 0,
  })
  expect(resolve({})).toMatchObject({
    url: 'http://127.0.0.1:4700',
    suite: 'default',
    variant: '',
    leg: `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`,
    job: '',
    timeoutMs: 30_000,
    enabled: true,
    trust: 'local',
  })
})

test('options of a plain JavaScript config are read like the environment; what says neither yes nor no says nothing', () => {
  const typed = { enabled: 'false', quiet: 'off', live: 'yes', watch: 'maybe', tags: 'a, b' }
  const options: ReporterOptions = JSON.parse(JSON.stringify(typed))
  expect(resolve(options, { SVC_WATCH: '2' })).toMatchObject({
    enabled: false,
    quiet: false,
    live: true,
    watch: false,
    tags: ['a', 'b'],
  })
})

test('an empty variable, which CI sets for a secret hidden from forks, counts as unset', () => {
  expect(resolve({}, { SVC_API_KEY: '', SVC_SUITE: ' ' })).not.toHaveProperty('apiKey')
})

test('a build of its own is solitary, a given one is not', () => {
  expect(resolve({})).toMatchObject({ solitary: true })
  expect(resolve({}).build).not.toBe(resolve({}).build)
  expect(resolve({}, { SVC_BUILD: 'b' })).toMatchObject({ build: 'b', solitary: false })
})

test('the machine is the host, another name or none, and never that of CI', () => {
  expect(resolve({})).toMatchObject({ machine: hostname() })
  expect(resolve({}, { SVC_MACHINE: ' desk 4 ' })).toMatchObject({ machine: 'desk 4' })
  expect(resolve({}, { SVC_MACHINE: '' })).not.toHaveProperty('machine')
  expect(resolve({ machine: '' }, { SVC_MACHINE: 'desk' })).not.toHaveProperty('machine')
  const ci = { isCI: true, id: 'GITLAB', name: 'GitLab CI' }
  expect(resolveConfig({}, { SVC_MACHINE: 'runner-7' }, ci)).not.toHaveProperty('machine')
})

test('in CI the build is the run, and a fork is not trusted as CI', () => {
  const ci = { isCI: true, id: 'GITLAB', name: 'GitLab CI' }
  const env = { CI_PIPELINE_ID: '5', CI_MERGE_REQUEST_PROJECT_PATH: 'a/s' }
  expect(resolveConfig({}, env, ci)).toMatchObject({ build: '5', solitary: false, trust: 'ci' })
  const fork = { ...env, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'b/s' }
  expect(resolveConfig({}, fork, ci)).toMatchObject({ trust: 'fork' })
})

test('a mistyped key and a wrong address are reported without showing the key', () => {
  const key = toApiKey(randomBytes(32))
  expect(resolve({ apiKey: key })).not.toHaveProperty('problem')
  const { problem } = resolve({ apiKey: `${key.slice(0, -1)}_` })
  expect(problem).toMatch(/not valid/)
  expect(problem).not.toContain(key.slice(0, 20))
  expect(resolve({ url: 'localhost:4700' }).problem).toMatch(/not an http or https URL/)
  expect(resolve({ url: 'http://a:b@host' }).problem).toMatch(/password/)
  expect(resolve({ url: 'http://host/?team=a' }).problem).toMatch(/\?/)
})

test('the whole address that results go to is taken as the server’s', () => {
  expect(resolve({ url: 'http://host/svc/api/ingest/' }).url).toBe('http://host/svc')
})

test('values of secret-looking variables are secrets, short ones are not', () => {
  const env = {
    GITHUB_TOKEN: 'abcdefgh',
    DB_PASSWORD: 'short',
    apiKey: 'not-a-match',
    MY_API_KEY: 'long-enough',
    HOME: '/home/me-myself',
  }
  expect(resolve({ apiKey: 'the-key-itself' }, env).secrets.sort()).toEqual([
    'abcdefgh',
    'long-enough',
    'not-a-match',
    'the-key-itself',
  ])
})

test('a hook’s own repository is not git’s business here', () => {
  const { gitEnv } = resolve({}, { GIT_DIR: '.git', GIT_INDEX_FILE: 'x', GIT_SSH: 'keep', PATH: '/bin' })
  expect(gitEnv).toMatchObject({ GIT_SSH: 'keep', PATH: '/bin', GIT_OPTIONAL_LOCKS: '0' })
  expect(gitEnv).not.toHaveProperty('GIT_DIR')
  expect(gitEnv).not.toHaveProperty('GIT_INDEX_FILE')
})

test('a proxy is known only where the environment names one', () => {
  expect(resolve({}, { NO_PROXY: 'a' })).not.toHaveProperty('proxy')
  expect(resolve({}, { HTTPS_PROXY: 'http://p:1', no_proxy: 'a' }).proxy).toEqual({
    https: 'http://p:1',
    except: 'a',
  })
})
