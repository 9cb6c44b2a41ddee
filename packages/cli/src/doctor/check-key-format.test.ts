import { expect, test } from 'vitest'
import { goodSetup, KEY, subjectOf } from '../../test/set-up.ts'
import { checkKeyFormat } from './check-key-format.ts'
import type { Question } from './subject.ts'

const keyOf = async (folder: string, more: Partial<Question> = {}) => {
  const finding = checkKeyFormat(await subjectOf(folder, more))
  // Not even a part of it may show: reports are pasted into chats and issues.
  expect(JSON.stringify(finding)).not.toMatch(/svc_[0-9A-Za-z]{8}|w3\b/)
  return finding
}
const withOptions = (options: string) =>
  goodSetup({ 'vitest.config.mjs': `export default { test: { reporters: [['@svc/vitest', ${options}]] } }` })

test('a missing or malformed key is reported with its problem', async () => {
  expect(await keyOf(goodSetup(), { env: { SVC_API_KEY: KEY } })).toEqual({
    check: 'Key',
    state: 'ok',
    found: 'SVC_API_KEY is set and well-formed',
  })
  expect(await keyOf(goodSetup(), { env: { SVC_API_KEY: KEY.replace('w3', 'w4') } })).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/checksum does not fit/),
  })
  expect(await keyOf(goodSetup(), { env: { SVC_API_KEY: ' ' } })).toMatchObject({
    state: 'problem',
    found: 'SVC_API_KEY is not set',
  })
})

test('a key in a .env file counts only if something loads the file', async () => {
  const file = { '.env': `# local\nexport SVC_API_KEY="${KEY}" \nSVC_EMPTY=\n` }
  expect(await keyOf(goodSetup(file))).toMatchObject({
    state: 'problem',
    found: 'SVC_API_KEY is only in .env, which nothing loads',
    paste: ['set -a; . ./.env; set +a'],
  })
  const loading = "import 'dotenv/config'\nexport default { test: { reporters: ['@svc/vitest'] } }"
  expect(await keyOf(goodSetup({ ...file, 'vitest.config.mjs': loading }))).toMatchObject({
    state: 'ok',
    found: 'SVC_API_KEY of .env (loaded by vitest.config.mjs) is set and well-formed',
  })
  const scripts = { test: 'node --env-file=.env node_modules/.bin/vitest' }
  expect(await keyOf(goodSetup({ ...file, 'package.json': { scripts } }))).toMatchObject({ state: 'ok' })
})

test('a key in the config works and is warned of; one only running it tells is left open', async () => {
  expect(await keyOf(withOptions(`{ apiKey: '${KEY}' }`))).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^the option apiKey of the reporter .*key/),
  })
  const renamed = withOptions('{ apiKey: process.env.OTHER }')
  expect(await keyOf(renamed, { env: { OTHER: KEY } })).toMatchObject({
    state: 'ok',
    found: 'OTHER is set and well-formed',
  })
  expect(await keyOf(renamed)).toMatchObject({ state: 'problem', found: 'SVC_API_KEY is not set' })
  expect(await keyOf(withOptions('{ apiKey: readKey() }'))).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/cannot read the options in vitest\.config\.mjs$/),
  })
})

test('in CI the reason is the one of the provider', async () => {
  const detected = { isCI: true, id: 'GITHUB_ACTIONS', name: 'GitHub Actions' }
  expect(await keyOf(goodSetup(), { detected })).toMatchObject({
    paste: ['env:', '  SVC_API_KEY: ${' + '{ secrets.SVC_API_KEY }}'],
  })
  expect(await keyOf(goodSetup(), { detected, env: { GITHUB_ACTOR: 'dependabot[bot]' } })).toMatchObject({
    fix: expect.stringMatching(/> Dependabot$/),
  })
  const gitlab = { isCI: true, id: 'GITLAB', name: 'GitLab CI' }
  const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'me/shop', CI_MERGE_REQUEST_PROJECT_PATH: 'acme/shop' }
  expect(await keyOf(goodSetup(), { detected: gitlab, env: fork })).toMatchObject({
    reason: expect.stringMatching(/from a fork/),
  })
  expect(await keyOf(goodSetup(), { detected: gitlab })).toMatchObject({
    fix: 'add it to the secrets of GitLab CI',
  })
})
