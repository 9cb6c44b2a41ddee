import { Refusal } from '../refusal.ts'
import { HOSTS, type HostName } from './host.ts'

type Env = Record<string, string | undefined>

/** Which merge or pull request is meant. */
export interface Place {
  host: HostName
  number: number
  /** `owner/name`, as executions name it. */
  repository: string
}

interface Asked {
  host?: HostName | undefined
  number?: number | undefined
  repository?: string | undefined
}

/** Takes host, number and repository from options, else from what CI says, else from the remote of git. */
export const findPlace = (env: Env, asked: Asked, known: Asked): Place => {
  const host = asked.host ?? detectHost(env)
  if (!host)
    throw new Refusal('nothing says where the code is hosted', {
      code: 'NOT_SET_UP',
      next: `name it: --host ${HOSTS.join(', --host ')}`,
    })
  const number = asked.number ?? known.number
  if (number === undefined)
    throw new Refusal(`nothing says which ${NOUNS[host]} this is about`, {
      code: 'NOT_SET_UP',
      next: MISSING_NUMBER[host],
    })
  const repository = asked.repository ?? known.repository
  if (!repository || !/^[^/\s]+(?:\/[^/\s]+)+$/.test(repository))
    throw new Refusal('nothing says which repository this is about', {
      code: 'NOT_SET_UP',
      next: 'name it as its host does: --repo owner/name',
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
    "CI_MERGE_REQUEST_IID is set in merge request pipelines only: give the job the rule if: $CI_PIPELINE_SOURCE == 'merge_request_event', or name it with --pull-request",
  bitbucket:
    'BITBUCKET_PR_ID is set in pipelines of pull requests only: put the step below pull-requests in bitbucket-pipelines.yml, or name it with --pull-request',
  github: 'name it with --pull-request',
}

const detectHost = (env: Env): HostName | undefined => {
  if (env.GITLAB_CI) return 'gitlab'
  if (env.BITBUCKET_BUILD_NUMBER || env.BITBUCKET_REPO_FULL_NAME) return 'bitbucket'
  return env.GITHUB_ACTIONS ? 'github' : undefined
}
