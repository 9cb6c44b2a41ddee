import { Refusal } from '../refusal.ts'
import { HOSTS, type HostName } from './host.ts'

type Env = Record<string, string | undefined>

/** The merge or pull request of a command. */
export interface Place {
  host: HostName
  number: number
  /** `owner/name`, as executions name it. */
  repository: string
}

interface CommentPlace {
  host?: HostName | undefined
  number?: number | undefined
  repository?: string | undefined
}

/** Returns host, number and repository from options, else from CI, else from the git remote. */
export const findPlace = (env: Env, requested: CommentPlace, known: CommentPlace): Place => {
  const host = requested.host ?? detectHost(env)
  if (!host)
    throw new Refusal('the code host is unknown', {
      code: 'NOT_SET_UP',
      next: `name it with one of --host ${HOSTS.join(', --host ')}`,
    })
  const number = requested.number ?? known.number
  if (number === undefined)
    throw new Refusal(`the number of the ${NOUNS[host]} is unknown`, {
      code: 'NOT_SET_UP',
      next: MISSING_NUMBER[host],
    })
  const repository = requested.repository ?? known.repository
  if (!repository || !/^[^/\s]+(?:\/[^/\s]+)+$/.test(repository))
    throw new Refusal('the repository is unknown', {
      code: 'NOT_SET_UP',
      next: 'name it as on its host: --repo owner/name',
    })
  return { host, number, repository }
}

const NOUNS: Record<HostName, string> = {
  gitlab: 'merge request',
  bitbucket: 'pull request',
  github: 'pull request',
}

const MISSING_NUMBER: Record<HostName, string> = {
  gitlab:
    "only merge request pipelines set CI_MERGE_REQUEST_IID: add the rule if: $CI_PIPELINE_SOURCE == 'merge_request_event' to the job, or name it with --pull-request",
  bitbucket:
    'only pipelines of pull requests set BITBUCKET_PR_ID: move the step below pull-requests in bitbucket-pipelines.yml, or name it with --pull-request',
  github: 'name it with --pull-request',
}

const detectHost = (env: Env): HostName | undefined => {
  if (env.GITLAB_CI) return 'gitlab'
  if (env.BITBUCKET_BUILD_NUMBER || env.BITBUCKET_REPO_FULL_NAME) return 'bitbucket'
  return env.GITHUB_ACTIONS ? 'github' : undefined
}
