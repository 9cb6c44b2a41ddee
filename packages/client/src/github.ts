import { readFileSync } from 'node:fs'
import type { Code } from '@svc/protocol'
import { type CiFacts, type Env, known, toBranch, toNumber } from './ci-facts.ts'

interface EventRepository {
  full_name?: string
  default_branch?: string
}

interface GitHubEvent {
  number?: number
  pull_request?: {
    number?: number
    head?: { sha?: string; ref?: string; repo?: EventRepository | null }
    base?: { ref?: string; repo?: EventRepository | null }
  }
  merge_group?: { head_sha?: string; base_ref?: string }
  repository?: EventRepository
}

/** GitHub Actions: the head of a pull request stands only in the event's payload. */
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

const toCode = (env: Env, event: GitHubEvent): Code => {
  const pull = event.pull_request
  const isBranch = env.GITHUB_REF_TYPE === 'branch' || env.GITHUB_REF?.startsWith('refs/heads/')
  return known<Code>({
    headSha: pull?.head?.sha ?? event.merge_group?.head_sha,
    branch: env.GITHUB_HEAD_REF || pull?.head?.ref || (isBranch ? env.GITHUB_REF_NAME : undefined),
    baseBranch: env.GITHUB_BASE_REF || pull?.base?.ref || toBranch(event.merge_group?.base_ref),
    pullRequest:
      pull?.number ??
      (pull && event.number) ??
      toNumber(/^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '')?.[1]),
    repository: env.GITHUB_REPOSITORY,
    defaultBranch: event.repository?.default_branch,
    fork: pull ? isFork(pull) : undefined,
  })
}

/** A head whose repository is gone was a fork that has been deleted. */
const isFork = (pull: NonNullable<GitHubEvent['pull_request']>): boolean | undefined => {
  if (pull.head?.repo === null) return true
  const head = pull.head?.repo?.full_name
  const base = pull.base?.repo?.full_name
  return head && base ? head.toLowerCase() !== base.toLowerCase() : undefined
}

const readEvent = (path: string | undefined): GitHubEvent => {
  if (!path) return {}
  try {
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    return {}
  }
}
