import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolders, write } from '../test/folders.ts'
import { readCi } from './ci.ts'
import type { Env } from './ci-facts.ts'

afterAll(removeFolders)

const read = (id: string, env: Env) => readCi(env, { isCI: true, id, name: id })

describe('GitHub Actions', () => {
  const env = {
    GITHUB_RUN_ID: '991',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_JOB: 'unit',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_REF_NAME: '7/merge',
    GITHUB_REF_TYPE: 'branch',
    GITHUB_HEAD_REF: 'topic',
    GITHUB_BASE_REF: 'main',
  }
  const withEvent = (event: unknown) => {
    const folder = makeFolder()
    write(folder, 'event.json', JSON.stringify(event))
    return { ...env, GITHUB_EVENT_PATH: join(folder, 'event.json') }
  }
  const pull = (headRepository: unknown) => ({
    number: 7,
    pull_request: {
      number: 7,
      head: { sha: 'abc', ref: 'topic', repo: headRepository },
      base: { ref: 'main', repo: { full_name: 'acme/shop' } },
    },
    repository: { default_branch: 'main' },
  })

  test('a pull request, a second attempt', () => {
    expect(read('GITHUB_ACTIONS', withEvent(pull({ full_name: 'Acme/Shop' })))).toEqual({
      run: {
        provider: 'GitHub Actions',
        url: 'https://github.com/acme/shop/actions/runs/991',
        event: 'pull_request',
        workflow: 'CI',
      },
      build: '991',
      attempt: 2,
      job: 'unit',
      code: {
        headSha: 'abc',
        branch: 'topic',
        baseBranch: 'main',
        pullRequest: 7,
        repository: 'acme/shop',
        defaultBranch: 'main',
      },
    })
  })

  test('malformed values in the payload are ignored', () => {
    const wrong: unknown[] = [1, 'x', null, [], { sha: 5, ref: {}, repo: { full_name: 7 } }, { toString: 1 }]
    for (const value of wrong)
      for (const event of [
        value,
        { pull_request: value, number: value, repository: value, merge_group: value },
        { pull_request: { number: value, head: value, base: value }, merge_group: { base_ref: value } },
        JSON.parse('{"__proto__":{"pull_request":{"number":3}}}'),
      ]) {
        const { branch, baseBranch, headSha, pullRequest } =
          read('GITHUB_ACTIONS', withEvent(event))?.code ?? {}
        expect([branch, baseBranch]).toEqual(['topic', 'main'])
        expect(headSha ?? 'x').toBe('x')
        expect([7, 1]).toContain(pullRequest)
      }
  })

  test('a fork is reported, also one that is gone', () => {
    expect(read('GITHUB_ACTIONS', withEvent(pull({ full_name: 'me/shop' })))?.code.fork).toBe(true)
    expect(read('GITHUB_ACTIONS', withEvent(pull(null)))?.code.fork).toBe(true)
  })

  test('without a readable event, the environment tells the number', () => {
    expect(read('GITHUB_ACTIONS', { ...env, GITHUB_EVENT_PATH: '/nowhere' })?.code).toMatchObject({
      pullRequest: 7,
      branch: 'topic',
    })
  })

  test('a push of a branch; a tag is not a branch', () => {
    const push = {
      ...env,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_HEAD_REF: '',
      GITHUB_BASE_REF: '',
    }
    expect(read('GITHUB_ACTIONS', push)?.code).toEqual({ branch: 'main', repository: 'acme/shop' })
    const tag = { ...push, GITHUB_REF: 'refs/tags/v1', GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag' }
    expect(read('GITHUB_ACTIONS', tag)?.code).toEqual({ repository: 'acme/shop' })
  })

  test('a merge queue', () => {
    const event = { merge_group: { head_sha: 'abc', base_ref: 'refs/heads/main' } }
    const code = read('GITHUB_ACTIONS', {
      ...withEvent(event),
      GITHUB_REF: '',
      GITHUB_HEAD_REF: '',
      GITHUB_BASE_REF: '',
    })?.code
    expect(code).toMatchObject({ headSha: 'abc', baseBranch: 'main' })
  })
})

test('GitLab: a merge request of a fork, with the merge base', () => {
  const facts = read('GITLAB', {
    CI_PIPELINE_ID: '55',
    CI_JOB_NAME: 'test 1/2',
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_COMMIT_SHA: 'tested',
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: 'parted',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_IID: '4',
    CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'me/shop',
    CI_MERGE_REQUEST_PROJECT_PATH: 'acme/shop',
    CI_PROJECT_PATH: 'acme/shop',
  })
  expect(facts).toMatchObject({
    build: '55',
    job: 'test 1/2',
    code: {
      headSha: 'tested',
      mergeBaseSha: 'parted',
      branch: 'topic',
      baseBranch: 'main',
      pullRequest: 4,
      fork: true,
    },
  })
})

test('Buildkite: retries and parallel jobs', () => {
  const facts = read('BUILDKITE', {
    BUILDKITE_BUILD_ID: 'b',
    BUILDKITE_RETRY_COUNT: '1',
    BUILDKITE_STEP_KEY: 'unit',
    BUILDKITE_PARALLEL_JOB: '0',
    BUILDKITE_PARALLEL_JOB_COUNT: '4',
    BUILDKITE_PULL_REQUEST: 'false',
    BUILDKITE_BRANCH: 'main',
  })
  expect(facts).toMatchObject({ build: 'b', attempt: 2, job: 'unit/0', code: { branch: 'main' } })
  expect(facts?.code).not.toHaveProperty('pullRequest')
})

test('CircleCI: containers of one job are distinguished', () => {
  const env = { CIRCLE_WORKFLOW_ID: 'w', CIRCLE_BUILD_NUM: '9', CIRCLE_JOB: 'unit', CIRCLE_NODE_INDEX: '1' }
  expect(read('CIRCLE', { ...env, CIRCLE_NODE_TOTAL: '2' })).toMatchObject({ build: 'w', job: 'unit/1' })
  expect(read('CIRCLE', { ...env, CIRCLE_NODE_TOTAL: '1' })).toMatchObject({ job: 'unit' })
})

test('CircleCI: failed jobs that run again are of the build of the first workflow', () => {
  const env = { CIRCLE_WORKFLOW_WORKSPACE_ID: 'w', CIRCLE_JOB: 'unit' }
  expect(read('CIRCLE', { ...env, CIRCLE_WORKFLOW_ID: 'w' })).toMatchObject({ build: 'w' })
  expect(read('CIRCLE', { ...env, CIRCLE_WORKFLOW_ID: 'again' })).toMatchObject({ build: 'w' })
})

test.each([
  [
    'AZURE_PIPELINES',
    { BUILD_BUILDID: '1', SYSTEM_JOBATTEMPT: '2', BUILD_SOURCEBRANCH: 'refs/heads/a/b' },
    '1',
    'a/b',
  ],
  ['JENKINS', { BUILD_TAG: 'jenkins-shop-4', GIT_BRANCH: 'origin/main' }, 'jenkins-shop-4', 'main'],
  ['BITBUCKET', { BITBUCKET_BUILD_NUMBER: '3', BITBUCKET_BRANCH: 'main' }, '3', 'main'],
  ['TRAVIS', { TRAVIS_BUILD_ID: '8', TRAVIS_BRANCH: 'main', TRAVIS_PULL_REQUEST: 'false' }, '8', 'main'],
  ['DRONE', { DRONE_BUILD_NUMBER: '8', DRONE_BRANCH: 'main' }, '8', 'main'],
  ['WOODPECKER', { CI_PIPELINE_NUMBER: '8', CI_COMMIT_BRANCH: 'main' }, '8', 'main'],
  ['SEMAPHORE', { CI_BUILD_ID: '8' }, '8', undefined],
])('%s tells build and branch', (id, env, build, branch) => {
  const facts = read(id, env)
  expect(facts?.build).toBe(build)
  expect(facts?.code.branch).toBe(branch)
})

const COLLECTION = {
  SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: 'https://dev.azure.com/acme/',
  SYSTEM_TEAMPROJECT: 'shop',
}
test.each<[string, Env, string | undefined]>([
  [
    'GITLAB',
    { CI_PIPELINE_URL: 'https://g/pipelines/1', CI_JOB_URL: 'https://g/jobs/2' },
    'https://g/jobs/2',
  ],
  [
    'CIRCLE',
    { CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/shop/9' },
    'https://circleci.com/gh/acme/shop/9',
  ],
  ['BUILDKITE', { BUILDKITE_BUILD_URL: 'https://b/1', BUILDKITE_JOB_ID: 'f-0' }, 'https://b/1#f-0'],
  ['BUILDKITE', { BUILDKITE_BUILD_URL: 'https://b/1' }, undefined],
  [
    'AZURE_PIPELINES',
    { ...COLLECTION, BUILD_BUILDID: '30', SYSTEM_JOBID: '12f1-0' },
    'https://dev.azure.com/acme/shop/_build/results?buildId=30&view=logs&j=12f1-0',
  ],
  ['AZURE_PIPELINES', { SYSTEM_JOBID: '12f1-0' }, undefined],
  [
    'TRAVIS',
    { TRAVIS_BUILD_WEB_URL: 'https://t/1', TRAVIS_JOB_WEB_URL: 'https://t/jobs/2' },
    'https://t/jobs/2',
  ],
  ['JENKINS', { BUILD_URL: 'https://ci.acme.dev/job/shop/4/' }, undefined],
  ['GITHUB_ACTIONS', { GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '991' }, undefined],
  [
    'GITHUB_ACTIONS',
    { SVC_CI_JOB_URL: ' https://github.com/a/b/actions/runs/1/job/2 ' },
    'https://github.com/a/b/actions/runs/1/job/2',
  ],
  ['GITLAB', { CI_JOB_URL: 'https://g/jobs/2', SVC_CI_JOB_URL: 'https://own/2' }, 'https://own/2'],
  ['SEMAPHORE', { SVC_CI_JOB_URL: 'https://own/2' }, 'https://own/2'],
])('%s names the page of the job: %o', (id, env, jobUrl) => expect(read(id, env)?.run.jobUrl).toBe(jobUrl))

test('outside CI there is nothing to tell', () =>
  expect(readCi({ GITHUB_RUN_ID: '1' }, { isCI: false, id: null, name: null })).toBeUndefined())
