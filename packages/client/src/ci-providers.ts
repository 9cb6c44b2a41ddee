import { readFileSync } from 'node:fs'
import type { Code } from '@svc/protocol'
import { type CiFacts, type Env, known, numbered, toBranch, toNumber } from './ci-facts.ts'
import { at, textAt } from './fields.ts'

/** The facts of GitHub Actions. Only the event's payload contains the head of a pull request. */
const readGitHub = (env: Env): CiFacts => {
  const event = readEvent(env.GITHUB_EVENT_PATH)
  const repository = env.GITHUB_REPOSITORY
  const server = env.GITHUB_SERVER_URL ?? 'https://github.com'
  return {
    run: known({
      provider: 'GitHub Actions',
      url:
        repository && env.GITHUB_RUN_ID
          ? `${server}/${repository}/actions/runs/${env.GITHUB_RUN_ID}`
          : undefined,
      event: env.GITHUB_EVENT_NAME,
      workflow: env.GITHUB_WORKFLOW,
    }),
    ...known<{ build?: string }>({ build: env.GITHUB_RUN_ID }),
    attempt: toNumber(env.GITHUB_RUN_ATTEMPT) ?? 1,
    job: env.GITHUB_JOB ?? '',
    code: toCode(env, event),
  }
}

/** Readers by the id that the detecting library assigns to a provider. */
export const PROVIDERS: Record<string, (env: Env) => CiFacts> = {
  GITHUB_ACTIONS: readGitHub,

  GITLAB: (env) => ({
    run: known({
      provider: 'GitLab CI',
      url: env.CI_PIPELINE_URL,
      jobUrl: env.CI_JOB_URL,
      event: env.CI_PIPELINE_SOURCE,
    }),
    ...build(env.CI_PIPELINE_ID),
    attempt: 1,
    job: env.CI_JOB_NAME ?? '',
    code: known<Code>({
      headSha: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,
      mergeBaseSha: env.CI_MERGE_REQUEST_DIFF_BASE_SHA,
      branch: env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || env.CI_COMMIT_BRANCH,
      baseBranch: env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,
      pullRequest: toNumber(env.CI_MERGE_REQUEST_IID),
      repository: env.CI_PROJECT_PATH,
      defaultBranch: env.CI_DEFAULT_BRANCH,
      fork: differ(env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH, env.CI_MERGE_REQUEST_PROJECT_PATH),
    }),
  }),

  CIRCLE: (env) => ({
    run: known({ provider: 'CircleCI', url: env.CIRCLE_BUILD_URL, jobUrl: env.CIRCLE_BUILD_URL }),
    // A re-run of failed jobs is a new workflow with the workspace of the first.
    ...build(env.CIRCLE_WORKFLOW_WORKSPACE_ID || env.CIRCLE_WORKFLOW_ID || env.CIRCLE_BUILD_NUM),
    attempt: 1,
    job: numbered(env.CIRCLE_JOB, env.CIRCLE_NODE_INDEX, env.CIRCLE_NODE_TOTAL ?? '1'),
    code: known<Code>({
      branch: env.CIRCLE_BRANCH,
      pullRequest: toNumber(env.CIRCLE_PR_NUMBER || env.CIRCLE_PULL_REQUEST?.split('/').at(-1)),
      repository: both(env.CIRCLE_PROJECT_USERNAME, env.CIRCLE_PROJECT_REPONAME),
      fork: differ(env.CIRCLE_PR_USERNAME, env.CIRCLE_PROJECT_USERNAME),
    }),
  }),

  BUILDKITE: (env) => {
    const isPull = env.BUILDKITE_PULL_REQUEST !== 'false'
    return {
      run: known({
        provider: 'Buildkite',
        url: env.BUILDKITE_BUILD_URL,
        jobUrl: joined(env.BUILDKITE_BUILD_URL, '#', env.BUILDKITE_JOB_ID),
        event: env.BUILDKITE_SOURCE,
        workflow: env.BUILDKITE_PIPELINE_SLUG,
      }),
      ...build(env.BUILDKITE_BUILD_ID),
      attempt: (toNumber(env.BUILDKITE_RETRY_COUNT) ?? 0) + 1,
      job: numbered(
        env.BUILDKITE_STEP_KEY || env.BUILDKITE_LABEL || env.BUILDKITE_STEP_ID,
        env.BUILDKITE_PARALLEL_JOB,
        env.BUILDKITE_PARALLEL_JOB_COUNT,
      ),
      code: known<Code>({
        branch: env.BUILDKITE_BRANCH,
        baseBranch: isPull ? env.BUILDKITE_PULL_REQUEST_BASE_BRANCH : undefined,
        pullRequest: isPull ? toNumber(env.BUILDKITE_PULL_REQUEST) : undefined,
        defaultBranch: env.BUILDKITE_PIPELINE_DEFAULT_BRANCH,
        fork: isPull ? differ(env.BUILDKITE_PULL_REQUEST_REPO, env.BUILDKITE_REPO) : undefined,
      }),
    }
  },

  AZURE_PIPELINES: (env) => ({
    run: known({
      provider: 'Azure Pipelines',
      url: azureUrl(env),
      jobUrl: joined(azureUrl(env), '&view=logs&j=', env.SYSTEM_JOBID),
      event: env.BUILD_REASON,
      workflow: env.BUILD_DEFINITIONNAME,
    }),
    ...build(env.BUILD_BUILDID),
    attempt: Math.max(toNumber(env.SYSTEM_JOBATTEMPT) ?? 1, toNumber(env.SYSTEM_STAGEATTEMPT) ?? 1),
    job: numbered(
      both(env.SYSTEM_STAGENAME, env.SYSTEM_JOBNAME) ?? env.AGENT_JOBNAME,
      env.SYSTEM_JOBPOSITIONINPHASE,
      env.SYSTEM_TOTALJOBSINPHASE ?? '1',
    ),
    code: known<Code>({
      headSha: env.SYSTEM_PULLREQUEST_SOURCECOMMITID,
      branch: toBranch(env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH),
      baseBranch: toBranch(env.SYSTEM_PULLREQUEST_TARGETBRANCH),
      pullRequest: toNumber(env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || env.SYSTEM_PULLREQUEST_PULLREQUESTID),
      repository: env.BUILD_REPOSITORY_NAME,
      fork: env.SYSTEM_PULLREQUEST_ISFORK?.toLowerCase() === 'true',
    }),
  }),

  JENKINS: (env) => ({
    run: known({ provider: 'Jenkins', url: env.BUILD_URL, workflow: env.JOB_NAME }),
    ...build(env.BUILD_TAG || both(env.JOB_NAME, env.BUILD_NUMBER || env.BUILD_ID)),
    attempt: 1,
    job: env.STAGE_NAME ?? '',
    code: known<Code>({
      branch: toBranch(env.CHANGE_BRANCH || env.BRANCH_NAME || env.GIT_BRANCH),
      baseBranch: env.CHANGE_TARGET,
      pullRequest: toNumber(env.CHANGE_ID),
      fork: Boolean(env.CHANGE_FORK),
    }),
  }),

  BITBUCKET: (env) => ({
    run: known({
      provider: 'Bitbucket Pipelines',
      url: env.BITBUCKET_REPO_FULL_NAME
        ? `https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`
        : undefined,
    }),
    ...build(env.BITBUCKET_BUILD_NUMBER),
    attempt: toNumber(env.BITBUCKET_STEP_RUN_NUMBER) ?? 1,
    job: numbered(undefined, env.BITBUCKET_PARALLEL_STEP),
    code: known<Code>({
      branch: env.BITBUCKET_BRANCH,
      baseBranch: env.BITBUCKET_PR_DESTINATION_BRANCH,
      pullRequest: toNumber(env.BITBUCKET_PR_ID),
      headSha: env.BITBUCKET_PR_ID ? env.BITBUCKET_COMMIT : undefined,
      repository: env.BITBUCKET_REPO_FULL_NAME,
    }),
  }),

  TRAVIS: (env) => {
    const isPull = env.TRAVIS_PULL_REQUEST !== 'false'
    return {
      run: known({
        provider: 'Travis CI',
        url: env.TRAVIS_BUILD_WEB_URL,
        jobUrl: env.TRAVIS_JOB_WEB_URL,
        event: env.TRAVIS_EVENT_TYPE,
      }),
      ...build(env.TRAVIS_BUILD_ID),
      attempt: 1,
      job: env.TRAVIS_JOB_NAME || (env.TRAVIS_JOB_NUMBER?.split('.').at(-1) ?? ''),
      code: known<Code>({
        headSha: env.TRAVIS_PULL_REQUEST_SHA,
        branch: env.TRAVIS_PULL_REQUEST_BRANCH || env.TRAVIS_BRANCH,
        baseBranch: isPull ? env.TRAVIS_BRANCH : undefined,
        pullRequest: isPull ? toNumber(env.TRAVIS_PULL_REQUEST) : undefined,
        repository: env.TRAVIS_REPO_SLUG,
        fork: differ(env.TRAVIS_PULL_REQUEST_SLUG, env.TRAVIS_REPO_SLUG),
      }),
    }
  },

  DRONE: (env) => ({
    run: known({ provider: 'Drone', url: env.DRONE_BUILD_LINK, event: env.DRONE_BUILD_EVENT }),
    ...build(env.DRONE_BUILD_NUMBER),
    attempt: 1,
    job: both(env.DRONE_STAGE_NAME, env.DRONE_STEP_NAME) ?? '',
    code: known<Code>({
      branch: env.DRONE_SOURCE_BRANCH || env.DRONE_BRANCH,
      baseBranch: env.DRONE_PULL_REQUEST ? env.DRONE_TARGET_BRANCH : undefined,
      pullRequest: toNumber(env.DRONE_PULL_REQUEST),
      repository: env.DRONE_REPO,
      defaultBranch: env.DRONE_REPO_BRANCH,
    }),
  }),

  WOODPECKER: (env) => ({
    run: known({ provider: 'Woodpecker', url: env.CI_PIPELINE_URL, event: env.CI_PIPELINE_EVENT }),
    ...build(env.CI_PIPELINE_NUMBER),
    attempt: 1,
    job: both(env.CI_WORKFLOW_NAME, env.CI_STEP_NAME) ?? '',
    code: known<Code>({
      branch: env.CI_COMMIT_SOURCE_BRANCH || env.CI_COMMIT_BRANCH,
      baseBranch: env.CI_COMMIT_PULL_REQUEST ? env.CI_COMMIT_TARGET_BRANCH : undefined,
      pullRequest: toNumber(env.CI_COMMIT_PULL_REQUEST),
      repository: env.CI_REPO,
      defaultBranch: env.CI_REPO_DEFAULT_BRANCH,
    }),
  }),
}

const build = (id: string | undefined): { build?: string } => (id ? { build: id } : {})

const azureUrl = ({ SYSTEM_TEAMFOUNDATIONCOLLECTIONURI: server, SYSTEM_TEAMPROJECT, BUILD_BUILDID }: Env) =>
  server && BUILD_BUILDID
    ? `${server}${SYSTEM_TEAMPROJECT}/_build/results?buildId=${BUILD_BUILDID}`
    : undefined

const joined = (address: string | undefined, between: string, id: string | undefined): string | undefined =>
  address && id ? `${address}${between}${id}` : undefined

const both = (first: string | undefined, second: string | undefined): string | undefined =>
  first && second ? `${first}/${second}` : second || first || undefined

const differ = (one: string | undefined, other: string | undefined): boolean =>
  Boolean(one && other && one.toLowerCase() !== other.toLowerCase())

const toCode = (env: Env, event: unknown): Code => {
  const isBranch = env.GITHUB_REF_TYPE === 'branch' || env.GITHUB_REF?.startsWith('refs/heads/')
  return known<Code>({
    headSha: textAt(event, 'pull_request.head.sha') ?? textAt(event, 'merge_group.head_sha'),
    branch:
      env.GITHUB_HEAD_REF ||
      textAt(event, 'pull_request.head.ref') ||
      (isBranch ? env.GITHUB_REF_NAME : undefined),
    baseBranch:
      env.GITHUB_BASE_REF ||
      textAt(event, 'pull_request.base.ref') ||
      toBranch(textAt(event, 'merge_group.base_ref')),
    pullRequest:
      numberAt(event, 'pull_request.number') ??
      (at(event, 'pull_request') ? numberAt(event, 'number') : undefined) ??
      toNumber(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '')?.[1]),
    repository: env.GITHUB_REPOSITORY,
    defaultBranch: textAt(event, 'repository.default_branch'),
    fork: at(event, 'pull_request') ? isFork(event) : undefined,
  })
}

/** If the repository of the head no longer exists, it was a fork that has been deleted. */
const isFork = (event: unknown): boolean | undefined => {
  if (at(event, 'pull_request.head.repo') === null) return true
  const head = textAt(event, 'pull_request.head.repo.full_name')
  const base = textAt(event, 'pull_request.base.repo.full_name')
  return head && base ? head.toLowerCase() !== base.toLowerCase() : undefined
}

const numberAt = (event: unknown, path: string): number | undefined => {
  const value = at(event, path)
  return typeof value === 'number' ? value : undefined
}

const readEvent = (path: string | undefined): unknown => {
  if (!path) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
