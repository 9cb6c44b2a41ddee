import { readFileSync } from 'node:fs'
import type { Code } from '@svc/protocol'
import { type CiFacts, type Env, known, toBranch, toNumber } from './ci-facts.ts'
import { at, textAt } from './fields.ts'

/** The facts of GitHub Actions. Only the event's payload contains the head of a pull request. */
export const readGitHub = (env: Env): CiFacts => {
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
