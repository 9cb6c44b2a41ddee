import type { Env, Post } from '@svc/client/action'
import { parseJson, textAt } from '../fields.ts'
import { Trouble, wordsOf } from '../trouble.ts'

/** Returns the token that GitHub signs for this job and one audience; throws a `Trouble` with the reason if it cannot. */
export const askIdToken = async (
  env: Env,
  {
    audience,
    isFork,
    makePost,
    timeoutMs,
  }: { audience: string; isFork: boolean; makePost: (url: string) => Promise<Post>; timeoutMs: number },
): Promise<string> => {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = env
  if (!url || !bearer || !URL.canParse(url))
    throw new Trouble(
      isFork
        ? 'GitHub signs no tokens for pull requests from forks, so oidc is not available. The companion workflow in docs/reference/github-action.md reports them.'
        : 'The input oidc is true, but GitHub signs no token for this job. Add `permissions: id-token: write` to the job, and to the caller of a reusable workflow.',
    )
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  const headers = { authorization: `Bearer ${bearer}`, 'user-agent': 'svc-action' }
  const post = await makePost(address.href)
  const answer = await post(address.href, headers, undefined, timeoutMs).catch((error: unknown) => {
    throw new Trouble(`GitHub's token service could not be reached: ${wordsOf(error)}. Re-run the job.`)
  })
  const token = textAt(parseJson(answer.body), 'value')
  if (answer.status !== 200 || !token)
    throw new Trouble(
      `GitHub signed no token (${answer.status}). Re-run the job, or use api-key instead of oidc.`,
    )
  return token
}
