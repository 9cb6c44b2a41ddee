/** Where the token of a job is given for a key. */
export const EXCHANGE = '/auth/oidc'

const HELP = 'docs/github-action.md#without-a-stored-secret'

/** Why the server gave no key for the token of a job, in its own words, and what to do: there is no stored key to speak of. */
export const describeExchange = (status: number, said: string, url: string): string => {
  const quoted = `(${status}: ${said})`
  if (status >= 500)
    return `The server at ${url} could not check the token of this job ${quoted}. It has trouble, or cannot reach who signs the tokens: see its log, then run this again. The trust itself need not be changed.`
  if (status === 400) return `The server needs to know more ${quoted}. Set the input of that name.`
  if (status === 429) return `The server gives no more keys for now ${quoted}. Run this again later.`
  if (status === 404)
    return `The server at ${url} does not know ${EXCHANGE}: it is older than this action. Update the server, or use api-key instead of oidc.`
  const audience = /\baudience (https?:\/\/[^\s,]+)/.exec(said)?.[1]?.replace(/\.$/, '')
  if (audience && audience.replace(/\/+$/, '') !== url)
    return `The token of this job was signed for ${url}, and the server takes itself for ${audience} ${quoted}. Set the input url to ${audience}, or SVC_BASE_URL on the server to ${url}.`
  if (/"(?:exp|nbf|iat)"|expired/.test(said))
    return `The token of this job has expired, or the clocks of server and issuer differ ${quoted}. Re-run the job; if it stays so, set the clock of the server.`
  const claim = claimOf(said)
  if (claim)
    return `The server does not trust this workflow: ${claim} is not what an admin said ${quoted}. An admin adds or changes the trust: ${HELP}.`
  return `The server does not accept the token of this job ${quoted}. An admin sees to the trust and its issuer: ${HELP}.`
}

/** The part of the token that meets no trust, by the server's words. */
const claimOf = (said: string): string | undefined => {
  if (/\bevent\b.* is not among/.test(said)) return 'the event (event_name)'
  if (/\bref\b.* is not among/.test(said)) return 'the branch or tag (ref)'
  if (/Check organization and project/.test(said)) return 'the organization or the project'
  return /No admin\b.* trusts repository/.test(said) ? 'the repository (repository_id)' : undefined
}
