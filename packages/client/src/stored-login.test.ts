import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { KEY } from '../test/recording.ts'
import type { DetectedCi } from './ci.ts'
import type { Env } from './ci-facts.ts'
import { resolveConfig } from './config.ts'
import type { ReporterOptions } from './options.ts'
import { loginFile, readStoredLogin } from './stored-login.ts'

afterAll(removeFolders)

const URL = 'https://svc.example.com'
const LAPTOP: DetectedCi = { isCI: false, id: null, name: null }
const LOGINS = { current: URL, keys: { [URL]: KEY }, reporters: [URL] }

/** A user whose file of logins has this content, for the owner alone unless a mode is given. */
const userWith = (content: unknown, mode = 0o600): Env => {
  const env = { HOME: makeFolder() }
  mkdirSync(dirname(loginFile(env)), { recursive: true })
  writeFileSync(loginFile(env), typeof content === 'string' ? content : JSON.stringify(content), { mode })
  chmodSync(loginFile(env), mode)
  return env
}

const resolve = (env: Env, options: ReporterOptions = {}, detected = LAPTOP) => {
  const { apiKey, url, usesLogin = false, secrets } = resolveConfig(options, env, detected, readStoredLogin)
  return { apiKey, url, usesLogin, isMasked: secrets.includes(KEY) }
}

const NOTHING = { apiKey: undefined, usesLogin: false, isMasked: false }

test('on a developer’s machine, a reporter uses the last login, and masks its key', () => {
  expect(resolve(userWith(LOGINS))).toEqual({ apiKey: KEY, url: URL, usesLogin: true, isMasked: true })
})

test('in CI a login is never read', () => {
  const actions = { isCI: true, id: 'GITHUB_ACTIONS', name: 'GitHub Actions' }
  const unknown = { isCI: true, id: null, name: null }
  for (const detected of [actions, unknown])
    expect(resolve(userWith(LOGINS), {}, detected)).toMatchObject(NOTHING)
})

test('a stored key goes to its own server only, however its address is spelled', () => {
  const env = userWith(LOGINS)
  expect(resolve({ ...env, SVC_URL: 'HTTPS://svc.example.com:443/' })).toMatchObject({
    apiKey: KEY,
    url: URL,
  })
  for (const other of [
    'https://other.example',
    'http://svc.example.com',
    'https://svc.example.com.evil.example',
  ])
    expect(resolve({ ...env, SVC_URL: other })).toMatchObject({ ...NOTHING, url: other })
  expect(resolve(env, { url: 'https://other.example' })).toMatchObject(NOTHING)
  expect(resolve(env, { url: 'nowhere' })).toMatchObject(NOTHING)
})

test('a key of the environment or the options comes first, for its own server', () => {
  const env = { ...userWith(LOGINS), SVC_API_KEY: 'svc_other' }
  expect(resolve(env)).toMatchObject({ apiKey: 'svc_other', url: 'http://127.0.0.1:4700', usesLogin: false })
})

test('SVC_LOGIN, or the option, turns it off', () => {
  const env = userWith(LOGINS)
  expect(resolve({ ...env, SVC_LOGIN: '0' })).toMatchObject(NOTHING)
  expect(resolve(env, { login: false })).toMatchObject(NOTHING)
})

test('a key that was stored for commands only, or whose file is damaged or open to others, is not used', () => {
  for (const env of [
    userWith({ current: URL, keys: { [URL]: KEY } }),
    userWith({ ...LOGINS, reporters: ['https://other.example'] }),
    userWith({ ...LOGINS, keys: {} }),
    userWith({ ...LOGINS, keys: { [URL]: 5 } }),
    userWith({ ...LOGINS, reporters: 5 }),
    userWith({ keys: LOGINS.keys, reporters: LOGINS.reporters }),
    userWith('null'),
    userWith('{'),
    ...(process.platform === 'win32' ? [] : [userWith(LOGINS, 0o644)]),
    { HOME: makeFolder() },
  ])
    expect(resolve(env)).toMatchObject(NOTHING)
})
