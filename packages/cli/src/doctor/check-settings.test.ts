import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goodSetup, subjectOf } from '../../test/set-up.ts'
import { CLIENT_VARIABLES, COMMENT_VARIABLES, checkSettings } from './check-settings.ts'

const settingsOf = async (env: Record<string, string>) => checkSettings(await subjectOf(goodSetup(), { env }))

test('a misspelled setting is reported with the name that was meant', async () => {
  const meant = {
    SVC_APIKEY: 'SVC_API_KEY',
    SVC_API_KEYS: 'SVC_API_KEY',
    svc_url: 'SVC_URL',
    SVC_URI: 'SVC_URL',
    SVC_TOKEN: 'SVC_API_KEY',
    SVC_PROJCET: 'SVC_PROJECT',
    SVC_TIMEOUT: 'SVC_TIMEOUT_MS',
    SVC_ENABLE: 'SVC_ENABLED',
  }
  for (const [name, right] of Object.entries(meant))
    expect(await settingsOf({ [name]: 'x' })).toMatchObject([
      { state: 'warning', found: expect.stringMatching(`${name}; did you mean ${right}\\?$`) },
    ])
  // Other names may be the user's own.
  expect(await settingsOf({ SVC_SOMETHING_ELSE: 'x' })).toMatchObject([{ state: 'ok' }])
})

test('settings that keep a run from reporting are reported, those of the server are nobody else’s', async () => {
  expect(await settingsOf({ SVC_ENABLED: 'false' })).toMatchObject([{ state: 'problem' }])
  expect(await settingsOf({ SVC_ENABLED: 'true', SVC_PORT: '1', SVC_URL: 'http://x' })).toMatchObject([
    { state: 'ok', found: 'set: SVC_ENABLED and SVC_URL' },
  ])
  expect(await settingsOf({ SVC_TIMEOUT_MS: '30s' })).toMatchObject([
    { found: expect.stringContaining('SVC_TIMEOUT_MS is "30s"'), fix: expect.stringMatching(/milliseconds/) },
  ])
  const written = "export default { reporters: [['@svc/vitest', { timeoutMs: 9_000 }]] }"
  const both = await subjectOf(goodSetup({ 'vitest.config.mjs': written }), {
    env: { SVC_TIMEOUT_MS: '5000' },
  })
  expect(checkSettings(both)).toMatchObject([{ state: 'ok', found: 'set: SVC_TIMEOUT_MS' }])
  expect(await settingsOf({ SVC_TIMEOUT_MS: '0' })).toMatchObject([
    { found: 'runs wait 0 ms for the server' },
  ])
  expect(await settingsOf({ SVC_TIMEOUT_MS: ' 5000 ', SVC_QUIET: '1' })).toMatchObject([
    { state: 'ok', found: expect.stringMatching(/^SVC_QUIET/) },
  ])
})

test('values that do something else than they seem to are reported', async () => {
  expect(await settingsOf({ SVC_LIVE: 'maybe', SVC_WATCH: '2', SVC_ENABLED: 'On' })).toMatchObject([
    { state: 'warning', found: expect.stringContaining('SVC_LIVE is "maybe"') },
    { state: 'warning', found: expect.stringContaining('SVC_WATCH is "2"') },
  ])
  expect(await settingsOf({ SVC_REDACT: 'PIN, DB_PASS,GOOD', PIN: '123', GOOD: '1234' })).toMatchObject([
    { state: 'warning', found: 'SVC_REDACT names PIN, which is too short' },
    { state: 'warning', found: 'SVC_REDACT names DB_PASS, which is not set' },
  ])
  const options = "{ timoutMs: 5, sute: 'a', live: 'yes', tags: 'one', foo: 1, quiet: isCi() }"
  const config = `export default { reporters: [['@svc/vitest', ${options}]] }`
  expect(checkSettings(await subjectOf(goodSetup({ 'vitest.config.mjs': config })))).toMatchObject([
    {
      state: 'warning',
      found: expect.stringMatching(/^vitest\.config\.mjs .*option timoutMs.*did you mean timeoutMs\?$/),
    },
    { state: 'warning', found: expect.stringMatching(/ option sute.*did you mean suite\?$/) },
    { state: 'warning', found: expect.stringMatching(/ unknown option foo$/) },
  ])
})

test('every variable of the client is known, and none of the server is taken for a misspelt one', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const read = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(join(root, folder, name), 'utf8').matchAll(/\bSVC_[A-Z_]+[A-Z]\b/g),
      ])
      .map(([name]) => name)
  expect([...CLIENT_VARIABLES].sort()).toEqual([...new Set(read('packages/client/src'))].sort())
  expect([...COMMENT_VARIABLES].sort()).toEqual(
    [...new Set(read('packages/cli/src/comment'))].filter((name) => !CLIENT_VARIABLES.includes(name)).sort(),
  )
  const ofServer = read('server/src').filter((name) => !CLIENT_VARIABLES.includes(name))
  expect(ofServer).toContain('SVC_PORT')
  const findings = await settingsOf(Object.fromEntries(ofServer.map((name) => [name, 'x'])))
  expect(findings).toMatchObject([{ state: 'ok' }])
})
