import { makePost } from '@svc/client/action'
import type { StepContext } from '../context.ts'
import { textAt } from '../fields.ts'
import { askIdToken } from '../github/id-token.ts'
import { Trouble } from '../trouble.ts'
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
  // The server accepts each token once, so every retry requests a new token.
  const makeBody = async () => {
    const token = await askIdToken(env, {
      audience: audienceOf(config.url, organization),
      isFork: event.isFork || event.isDependabot,
      makePost: (url) => makePost(url, config.proxy),
      timeoutMs: Math.max(1_000, deadline - performance.now()),
    })
    log.mask(token)
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
