import { makePost } from '@svc/client/action'
import { textAt } from '../fields.ts'
import { askIdToken } from '../github/id-token.ts'
import type { Run } from '../run.ts'
import { Trouble } from '../trouble.ts'
import { makeSvc } from './call.ts'
import { audienceOf, EXCHANGE } from './describe-exchange.ts'

/** A key for an hour, for the token that GitHub signs for this job and one organization of the server. */
export const exchangeKey = async ({
  env,
  settings,
  config,
  event,
  output,
  post,
  deadline,
}: Run): Promise<string> => {
  const { organization, project } = settings
  // The server takes each token once: what asks again, after an outage or an answer that got lost, brings a new one.
  const makeBody = async () => {
    const token = await askIdToken(env, {
      audience: audienceOf(config.url, organization),
      isFork: event.isFork || event.isDependabot,
      makePost: (url) => makePost(url, config.proxy),
      timeoutMs: Math.max(1_000, deadline - performance.now()),
    })
    output.mask(token)
    return { token, organization, ...(project && { project }) }
  }
  const svc = makeSvc({ url: config.url, apiKey: '', post, deadline, say: output.say })
  const answer = await svc.post(EXCHANGE, makeBody)
  const key = textAt(answer, 'data.key')
  if (!key)
    throw new Trouble(
      'The server gave no key for the token of this job. Use action and server of the same version.',
    )
  output.mask(key)
  const now = textAt(answer, 'data.organization')
  if (now && now !== organization)
    output.note(
      'notice',
      `The organization ${organization} has the slug ${now} now. The old one goes on working; "organization: ${now}" names it as it is.`,
    )
  return key
}
