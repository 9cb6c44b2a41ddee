import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goodSetup, KEY, makeSetup, subjectOf } from '../../test/set-up.ts'
import { checkCi } from './check-ci.ts'
import { findingsIn } from './finding.ts'
import type { Question } from './subject.ts'

const findingsWith = async (more: Partial<Question>) =>
  findingsIn(checkCi(await subjectOf(goodSetup(), more)))
const ciOf = (id: string | null, name: string, env: Record<string, string> = {}) =>
  findingsWith({ detected: { isCI: true, id, name }, env: { SVC_LEG: 'l', ...env } })

test('outside CI a run is an execution of its own, with all of its shards, unless a build is given', async () => {
  expect((await findingsWith({}))[0]?.found).toBe(
    'not in CI: runs count as local, and each creates its own execution, which the shards of one run share',
  )
  const built = await findingsWith({ env: { SVC_BUILD: 'b1' } })
  expect(built[0]?.found).toMatch(/they join the build b1$/)
})

test('build, attempt, job and leg are reported as in CI', async () => {
  const env = { GITHUB_RUN_ID: '99', GITHUB_RUN_ATTEMPT: '2', GITHUB_JOB: 'unit' }
  expect(await ciOf('GITHUB_ACTIONS', 'GitHub Actions', env)).toEqual([
    { check: 'CI', state: 'ok', found: 'GitHub Actions: build 99, attempt 2, job unit, leg l' },
  ])
  expect((await ciOf('GITLAB', 'GitLab CI', { CI_PIPELINE_ID: '7' }))[0]?.found).toBe(
    'GitLab CI: build 7, attempt 1, no job name, leg l',
  )
})

test('a provider without an id of the build is warned of', async () => {
  expect(await ciOf(null, 'Own CI')).toMatchObject([
    { found: expect.stringMatching(/^Own CI: no build id,/) },
    { state: 'warning', paste: ['export SVC_BUILD=<id of the run>'] },
  ])
})

test('a pull request of a fork is reported with the consequence for the key', async () => {
  const event = {
    number: 7,
    pull_request: {
      number: 7,
      head: { sha: 'a'.repeat(40), ref: 'fix', repo: { full_name: 'me/shop' } },
      base: { ref: 'main', repo: { full_name: 'acme/shop' } },
    },
  }
  const path = join(makeSetup({ 'event.json': event }), 'event.json')
  const env = { GITHUB_EVENT_PATH: path, GITHUB_RUN_ID: '1' }
  expect(await ciOf('GITHUB_ACTIONS', 'GitHub Actions', env)).toMatchObject([
    { found: expect.stringMatching(/, pull request 7, leg l$/) },
    { state: 'warning', reason: expect.stringMatching(/no key .*nothing is sent$/) },
  ])
  expect(await ciOf('GITHUB_ACTIONS', 'GitHub Actions', { ...env, SVC_API_KEY: KEY })).toMatchObject([
    { state: 'ok' },
    { state: 'warning', reason: expect.stringMatching(/this pull request/) },
  ])
})

test('jobs of a matrix that would share a leg are warned of', async () => {
  const env = { CI_PIPELINE_ID: '7', CI_JOB_NAME: 'test: [postgres, 17]' }
  expect(await ciOf('GITLAB', 'GitLab CI', env)).toHaveLength(1)
  expect((await ciOf('GITLAB', 'GitLab CI', { ...env, SVC_LEG: '' }))[1]).toMatchObject({
    state: 'warning',
    paste: ['SVC_LEG=postgres-17'],
  })
})
