import { readFileSync, statSync } from 'node:fs'
import type { Config, Env } from '@svc/client/action'
import { countAt, parseJson, shaAt, textAt } from './fields.ts'

export interface RepositoryName {
  owner: string
  name: string
  /** `owner/name`. */
  full: string
}

/** The run that started a companion, see "workflow_run". */
export interface WorkflowRun {
  id: number
  attempt: number
  event: string
  name: string
  /** Path of the workflow in the repository; empty if unknown. */
  path: string
  headSha: string
  /** `owner/name` of the head repository; absent if it was deleted. */
  headRepository?: string
}

/** Facts about the workflow run. Malformed values of the payload are dropped. */
export interface EventFacts {
  name: string
  repository?: RepositoryName
  runId: string
  runAttempt: number
  job: string
  runnerName: string
  /** The commit of the checkout. */
  sha?: string
  headSha?: string
  branch?: string
  baseBranch?: string
  defaultBranch?: string
  pullRequest?: number
  /** The base branch's commit at the time of the event. */
  baseTip?: string
  /** How many files the pull request changes. */
  changedFiles?: number
  isFork: boolean
  isDependabot: boolean
  workflowRun?: WorkflowRun
  workspace: string
  temp: string
  apiUrl: string
  graphqlUrl: string
  serverUrl: string
}

/** Payloads have at most a few hundred KiB; larger files are ignored. */
const MOST_EVENT_BYTES = 32 * 1024 * 1024
const REPOSITORY = /^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/
const LARGEST = 2_147_483_647

/** Reads the environment and the payload of the event; the client's facts about GitHub Actions are in `config.ci`. */
export const readEvent = (env: Env, config: Pick<Config, 'ci'>): EventFacts => {
  const payload = readPayload(env.GITHUB_EVENT_PATH)
  const code = config.ci?.code ?? {}
  const pullRequest = isPlace(code.pullRequest) ? code.pullRequest : undefined
  const name = env.GITHUB_EVENT_NAME ?? ''
  const workflowRun = name === 'workflow_run' ? readWorkflowRun(payload) : undefined
  return {
    name,
    runId: /^\d{1,19}$/.test(env.GITHUB_RUN_ID ?? '') ? (env.GITHUB_RUN_ID ?? '') : '',
    runAttempt: config.ci?.attempt ?? 1,
    job: env.GITHUB_JOB ?? '',
    runnerName: env.RUNNER_NAME ?? '',
    isFork: code.fork === true,
    isDependabot:
      env.GITHUB_ACTOR === 'dependabot[bot]' ||
      textAt(payload, 'pull_request.user.login') === 'dependabot[bot]',
    workspace: env.GITHUB_WORKSPACE || process.cwd(),
    temp: env.RUNNER_TEMP ?? '',
    apiUrl: (env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, ''),
    graphqlUrl: env.GITHUB_GRAPHQL_URL || 'https://api.github.com/graphql',
    serverUrl: (env.GITHUB_SERVER_URL || 'https://github.com').replace(/\/+$/, ''),
    ...present({
      repository: toRepository(env.GITHUB_REPOSITORY),
      sha: shaAt({ sha: env.GITHUB_SHA }, 'sha'),
      headSha: shaAt(code, 'headSha'),
      branch: code.branch,
      baseBranch: code.baseBranch,
      defaultBranch: code.defaultBranch,
      pullRequest,
      baseTip: shaAt(payload, 'pull_request.base.sha') ?? shaAt(payload, 'merge_group.base_sha'),
      changedFiles: countAt(payload, 'pull_request.changed_files'),
      workflowRun,
    }),
  }
}

/** Parses `owner/name`; returns undefined for other values. */
export const toRepository = (full: string | undefined): RepositoryName | undefined => {
  if (!full || !REPOSITORY.test(full) || full.includes('..')) return undefined
  const [owner = '', name = ''] = full.split('/')
  return { owner, name, full }
}

const readWorkflowRun = (payload: unknown): WorkflowRun | undefined => {
  const id = countAt(payload, 'workflow_run.id')
  const headSha = shaAt(payload, 'workflow_run.head_sha')
  if (!id || !headSha) return undefined
  const headRepository = toRepository(textAt(payload, 'workflow_run.head_repository.full_name'))?.full
  return {
    id,
    headSha,
    attempt: countAt(payload, 'workflow_run.run_attempt') || 1,
    event: textAt(payload, 'workflow_run.event') ?? '',
    name: textAt(payload, 'workflow_run.name') ?? '',
    path: toWorkflowPath(textAt(payload, 'workflow_run.path')),
    ...(headRepository && { headRepository }),
  }
}

/** Returns `.github/workflows/tests.yml` for `.github/workflows/tests.yml@refs/heads/main`; empty for other places. */
const toWorkflowPath = (path = ''): string =>
  path.split('@', 1)[0]?.match(/^\.github\/workflows\/[^/]{1,200}$/)?.[0] ?? ''

const readPayload = (path: string | undefined): unknown => {
  try {
    return path && statSync(path).size <= MOST_EVENT_BYTES ? parseJson(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

export const isPlace = (number: unknown): number is number =>
  typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= LARGEST

/** Removes undefined fields. */
const present = <T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T
