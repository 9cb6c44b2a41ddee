import { getIDToken } from '@actions/core'
import { within } from '@svc/client/action'
import type { StepContext } from '../context.ts'
import { textAt } from '../fields.ts'
import { Trouble, wordsOf } from '../trouble.ts'
import { makeSvc } from './call.ts'
import { audienceOf, EXCHANGE } from './describe-exchange.ts'

/** Exchanges the token that GitHub signs for this job for a key that is valid for one hour. */
export const exchangeKey = async ({
  env,
  settings,
  config,
  event,
  log,
  post,
  deadline,
}: StepContext): Promise<string> => {
  const { organization, project } = settings
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL || !env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)
    throw new Trouble(event.isFork || event.isDependabot ? NOT_FOR_FORKS : NO_PERMISSION)
  // The server accepts each token once, so every retry requests a new token.
  const makeBody = async () => {
    const token = await askIdToken(audienceOf(config.url, organization), deadline)
    return { token, organization, ...(project && { project }) }
  }
  const svc = makeSvc({ url: config.url, apiKey: '', post, deadline, say: log.say })
  const answer = await svc.post(EXCHANGE, makeBody)
  const key = textAt(answer, 'data.key')
  if (!key)
    throw new Trouble(
      'The server returned no key for the token of this job. Use the same version of action and server.',
    )
  log.mask(key)
  const now = textAt(answer, 'data.organization')
  if (now && now !== organization)
    log.note(
      'notice',
      `The organization ${organization} now has the slug ${now}. The old slug still works; to use the new one, set "organization: ${now}".`,
    )
  return key
}

const NOT_FOR_FORKS =
  'GitHub signs no tokens for pull requests from forks, so oidc is not available. The companion workflow in docs/reference/github-action.md reports them.'
const NO_PERMISSION =
  'The input oidc is true, but GitHub signs no token for this job. Add `permissions: id-token: write` to the job, and to the caller of a reusable workflow.'

/** Returns the token that GitHub signs for this job and one audience, which the toolkit masks; throws a `Trouble`. */
const askIdToken = async (audience: string, deadline: number): Promise<string> => {
  const token = await within(getIDToken(audience), deadline).catch((error: unknown) => {
    throw unsigned(wordsOf(error).replace(/\s+/g, ' ').slice(0, 200))
  })
  if (!token) throw unsigned('no answer in time')
  return token
}

const unsigned = (why: string) =>
  new Trouble(`GitHub signed no token (${why}). Re-run the job, or use api-key instead of oidc.`)
