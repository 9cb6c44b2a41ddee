import { Refusal } from '../refusal.ts'
import { bitbucketHost } from './bitbucket.ts'
import { type CallHost, makeCallHost } from './call-host.ts'
import type { Place } from './find-place.ts'
import { githubHost } from './github.ts'
import { gitlabHost } from './gitlab.ts'
import type { Host, HostName } from './host.ts'

type Env = Record<string, string | undefined>

interface Given {
  env: Env
  proxy: Parameters<typeof makeCallHost>[0]['proxy']
  say(text: string): void
}

/** Returns the host of a place with the token from the environment; without `given` it can only convert text. */
export const makeHost = async (place: Place, given: Given | undefined): Promise<Host> => {
  const { host, number, repository } = place
  const call = given ? await CALLS[host](given) : unasked
  if (host === 'bitbucket') return bitbucketHost(call, repository, number)
  if (host === 'github') {
    const query = given ? await callGitHub(given, graphqlUrl(given.env)) : unasked
    return githubHost(call, query, repository, number)
  }
  const { CI_MERGE_REQUEST_PROJECT_ID: target, CI_PROJECT_ID: own, CI_PROJECT_PATH: path } = given?.env ?? {}
  // The number survives a rename. It belongs to the pipeline's own project, so it is used for no other.
  const project = (path === repository ? (target ?? own) : undefined) ?? repository
  return gitlabHost(call, { project, number, repository })
}

const unasked: CallHost = () => Promise.reject(new Error('Nothing is asked of the host.'))

const CALLS: Record<HostName, (given: Given) => Promise<CallHost>> = {
  gitlab: ({ env, proxy, say }) => {
    const token = tokenOf(env, ['SVC_GITLAB_TOKEN', 'GITLAB_TOKEN'], {
      missing: env.CI_JOB_TOKEN
        ? 'SVC_GITLAB_TOKEN is not set, and a CI_JOB_TOKEN cannot write notes'
        : 'SVC_GITLAB_TOKEN is not set',
      next: GITLAB_TOKEN,
    })
    const url = env.CI_API_V4_URL || `${env.CI_SERVER_URL || 'https://gitlab.com'}/api/v4`
    const access = { name: 'GitLab', url: addressOf(url, 'CI_API_V4_URL'), proxy, say }
    return makeCallHost({
      ...access,
      headers: { 'private-token': token },
      advice: {
        token: GITLAB_TOKEN,
        permission: `${GITLAB_TOKEN}; a locked discussion accepts notes only from members`,
        place:
          'check that the merge request exists and that the token belongs to its project or to a parent group',
      },
    })
  },
  bitbucket: ({ env, proxy, say }) => {
    const token = tokenOf(env, ['SVC_BITBUCKET_TOKEN', 'BITBUCKET_TOKEN'], {
      missing: 'SVC_BITBUCKET_TOKEN is not set',
      next: BITBUCKET_TOKEN,
    })
    const user = env.SVC_BITBUCKET_USER?.trim()
    const authorization = user
      ? `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`
      : `Bearer ${token}`
    return makeCallHost({
      name: 'Bitbucket',
      url: addressOf(env.SVC_BITBUCKET_URL || 'https://api.bitbucket.org/2.0', 'SVC_BITBUCKET_URL'),
      proxy,
      say,
      headers: { authorization },
      advice: {
        token: BITBUCKET_TOKEN,
        permission: BITBUCKET_TOKEN,
        place: 'check that the pull request exists and that the token belongs to its repository',
      },
    })
  },
  github: (given) => callGitHub(given, githubUrl(given.env)),
}

const callGitHub = ({ env, proxy, say }: Given, url: string): Promise<CallHost> => {
  const token = tokenOf(env, ['SVC_GITHUB_TOKEN', 'GITHUB_TOKEN'], {
    missing: 'SVC_GITHUB_TOKEN is not set',
    next: GITHUB_TOKEN,
  })
  return makeCallHost({
    name: 'GitHub',
    url,
    proxy,
    say,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    advice: {
      token: GITHUB_TOKEN,
      permission: GITHUB_TOKEN,
      place: 'check that the pull request exists and that the token can read its repository',
    },
  })
}

const githubUrl = (env: Env): string =>
  addressOf(env.GITHUB_API_URL || 'https://api.github.com', 'GITHUB_API_URL')

/** On an own server, the API is at `/api/v3` and GraphQL at `/api/graphql`. */
const graphqlUrl = (env: Env): string =>
  addressOf(env.GITHUB_GRAPHQL_URL || `${githubUrl(env).replace(/\/v3$/, '')}/graphql`, 'GITHUB_GRAPHQL_URL')

const GITLAB_TOKEN =
  'set SVC_GITLAB_TOKEN to an access token of the project with the role Developer and the scope api'
const BITBUCKET_TOKEN =
  "set SVC_BITBUCKET_TOKEN to an access token of the repository with the scope pullrequest:write; for a user's API token, also set SVC_BITBUCKET_USER to the e-mail address"
const GITHUB_TOKEN =
  'set SVC_GITHUB_TOKEN to a fine-grained token of the repository with the permission pull requests: write'

const tokenOf = (env: Env, names: string[], { missing, next }: { missing: string; next: string }): string => {
  const token = names.map((name) => env[name]?.trim()).find(Boolean)
  if (!token) throw new Refusal(missing, { code: 'NOT_SET_UP', next })
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new Refusal(`${names[0]} contains characters that are invalid in a token`, {
      code: 'NOT_SET_UP',
      next,
    })
  return token
}

const addressOf = (text: string, name: string): string => {
  const url = text.trim().replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Refusal(`${name} is not an http or https address`, {
      code: 'NOT_SET_UP',
      next: `set ${name} to the address of the API`,
    })
  return url
}
