import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { repository, svc } from './shop.ts'

const server = useServer()

const REPORT = '<testsuite name="t"><testcase classname="a.test.ts" name="adds" time="0.1"/></testsuite>'
const COMMON = { CI: 'true', SVC_PROJECT: 'shop' }

/** The variables that each vendor documents for a pull request of a repository's own branch. */
const SYSTEMS: Record<string, { page: string; env: Record<string, string>; told: Record<string, unknown> }> =
  {
    'GitLab CI': {
      page: 'gitlab',
      env: {
        GITLAB_CI: 'true',
        CI_PIPELINE_ID: '5501',
        CI_PIPELINE_SOURCE: 'merge_request_event',
        CI_PIPELINE_URL: 'https://gitlab.example/acme/shop/-/pipelines/5501',
        CI_JOB_NAME: 'test',
        CI_JOB_URL: 'https://gitlab.example/acme/shop/-/jobs/77',
        CI_PROJECT_PATH: 'acme/shop',
        CI_DEFAULT_BRANCH: 'main',
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'topic',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'acme/shop',
        CI_MERGE_REQUEST_PROJECT_PATH: 'acme/shop',
      },
      told: { build: '5501', baseBranch: 'main' },
    },
    CircleCI: {
      page: 'circleci',
      env: {
        CIRCLECI: 'true',
        CIRCLE_WORKFLOW_ID: 'w-1',
        CIRCLE_BUILD_NUM: '9',
        CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/shop/9',
        CIRCLE_JOB: 'test',
        CIRCLE_NODE_INDEX: '0',
        CIRCLE_NODE_TOTAL: '2',
        CIRCLE_BRANCH: 'topic',
        CIRCLE_PULL_REQUEST: 'https://github.com/acme/shop/pull/7',
        CIRCLE_PROJECT_USERNAME: 'acme',
        CIRCLE_PROJECT_REPONAME: 'shop',
      },
      told: { build: 'w-1' },
    },
    Buildkite: {
      page: 'buildkite',
      env: {
        BUILDKITE: 'true',
        BUILDKITE_BUILD_ID: 'b-1',
        BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/shop/builds/1',
        BUILDKITE_JOB_ID: 'j-1',
        BUILDKITE_RETRY_COUNT: '0',
        BUILDKITE_STEP_KEY: 'tests',
        BUILDKITE_PARALLEL_JOB: '0',
        BUILDKITE_PARALLEL_JOB_COUNT: '2',
        BUILDKITE_BRANCH: 'topic',
        BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main',
        BUILDKITE_PULL_REQUEST: '7',
        BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
        BUILDKITE_PULL_REQUEST_REPO: 'https://github.com/acme/shop.git',
        BUILDKITE_REPO: 'https://github.com/acme/shop.git',
      },
      told: { build: 'b-1', baseBranch: 'main' },
    },
    Jenkins: {
      page: 'jenkins',
      env: {
        JENKINS_URL: 'https://ci.example/',
        BUILD_ID: '4',
        BUILD_NUMBER: '4',
        BUILD_TAG: 'jenkins-shop-PR-7-4',
        BUILD_URL: 'https://ci.example/job/shop/job/PR-7/4/',
        JOB_NAME: 'shop/PR-7',
        STAGE_NAME: 'Test',
        BRANCH_NAME: 'PR-7',
        CHANGE_ID: '7',
        CHANGE_BRANCH: 'topic',
        CHANGE_TARGET: 'main',
      },
      told: { build: 'jenkins-shop-PR-7-4', baseBranch: 'main' },
    },
    'Azure Pipelines': {
      page: 'azure',
      env: {
        TF_BUILD: 'True',
        BUILD_BUILDID: '30',
        BUILD_REASON: 'PullRequest',
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        BUILD_REPOSITORY_NAME: 'acme/shop',
        SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: 'https://dev.azure.com/acme/',
        SYSTEM_TEAMPROJECT: 'shop',
        SYSTEM_JOBID: 'j-1',
        SYSTEM_JOBNAME: 'test',
        SYSTEM_JOBATTEMPT: '1',
        SYSTEM_STAGENAME: '__default',
        SYSTEM_STAGEATTEMPT: '1',
        SYSTEM_JOBPOSITIONINPHASE: '1',
        SYSTEM_TOTALJOBSINPHASE: '1',
        SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: '7',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'topic',
        SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
        SYSTEM_PULLREQUEST_ISFORK: 'False',
      },
      told: { build: '30', baseBranch: 'main' },
    },
  }

// The systems differ in variables alone.
for (const [provider, { page, env, told }] of Object.entries(SYSTEMS))
  test(`${provider}: a report of a pull request arrives, and its comment can be printed`, {
    tags: page === 'gitlab' ? [] : ['thorough'],
  }, async () => {
    const folder = repository(`ci-${page}`, { 'a.txt': page })
    writeFileSync(join(folder, 'junit.xml'), REPORT)
    const project = `shop${page}`
    const all = { ...COMMON, ...env, SVC_PROJECT: project, SVC_API_KEY: server.apiKey, SVC_URL: server.url }
    expect(await svc(folder, ['upload', 'junit.xml'], all)).toMatchObject({ code: 0 })
    const [run] = await server.get<{ id: string; branch: string; pullRequest: number }[]>(
      `/api/executions?project=${project}`,
    )
    expect(run).toMatchObject({ branch: 'topic', pullRequest: 7, ...told })
    // What the page tells its reader to call, with this system's number.
    const host = page === 'gitlab' ? [] : ['--host', 'github', '--pull-request', '7', '--repo', 'acme/shop']
    const printed = await svc(folder, ['comment', '--dry-run', ...host], all)
    expect(printed.out + printed.err).toContain(project)
    const { provider: seen } = (await server.get<{ ci: { provider: string } }>(`/api/executions/${run?.id}`))
      .ci
    expect(seen).toBe(provider)
  })

test.each(Object.entries(SYSTEMS))('the page of %s names the variables that are read', (_, { page, env }) => {
  const text = readFileSync(new URL(`../../../docs/how-to/${page}.md`, import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| svc reads |'))
  const named = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name)
  const read = readFileSync(new URL('../../client/src/ci-providers.ts', import.meta.url), 'utf8')
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !read.includes(name))).toEqual([])
  const shown = Object.keys(env).filter((name) => named.includes(name))
  expect(shown.length).toBeGreaterThan(3)
})
