import { makePost } from '@svc/client/action'
import { textAt } from '../fields.ts'
import { askIdToken } from '../github/id-token.ts'
import type { Run } from '../run.ts'
import { Trouble } from '../trouble.ts'
import { makeSvc } from './call.ts'
import { EXCHANGE } from './describe-exchange.ts'

/** A key for an hour, for the token that GitHub signs for this job. */
export const exchangeKey = async ({
  env,
  settings,
  config,
  event,
  output,
  post,
  deadline,
}: Run): Promise<string> => {
  const token = await askIdToken(env, {
    audience: config.url,
    isFork: event.isFork || event.isDependabot,
    makePost: (url) => makePost(url, config.proxy),
    timeoutMs: Math.max(1_000, deadline - performance.now()),
  })
  output.mask(token)
  const svc = makeSvc({ url: config.url, apiKey: '', post, deadline, say: output.say })
  const { organization, project } = settings
  const answer = await svc.post(EXCHANGE, {
    token,
    ...(organization && { organization }),
    ...(project && { project }),
  })
  const key = textAt(answer, 'data.key')
  if (!key)
    throw new Trouble(
      'The server gave no key for the token of this job. Use action and server of the same version.',
    )
  output.mask(key)
  return key
}
