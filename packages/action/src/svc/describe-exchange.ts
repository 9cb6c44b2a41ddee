/** Where the token of a job is given for a key. */
export const EXCHANGE = '/auth/oidc'

/** What a token is asked for: one organization of one server, and good for no other. */
export const audienceOf = (url: string, organization: string): string =>
  `${url}/organizations/${organization}`

const HELP = 'docs/github-action.md#without-a-stored-secret'

/** Why the server gave no key for the token of a job, in its own words, and what to do: there is no stored key to speak of. */
export const describeExchange = (status: number, said: string, url: string): string => {
  const quoted = `(${status}: ${said})`
  if (status >= 500)
    return `The server at ${url} could not check the token of this job ${quoted}. It has trouble, or cannot reach the issuer of the tokens: see its log, then run this again. The trust need not change.`
  if (status === 400) return `The server needs to know more ${quoted}. Set the input of that name.`
  if (status === 429) return `The server gives no more keys for now ${quoted}. Run this again later.`
  if (status === 404)
    return `The server at ${url} does not know ${EXCHANGE}: it is older than this action. Update the server, or use api-key instead of oidc.`
  if (said.includes('was used before'))
    return `The server has taken the token of this job before ${quoted}. Re-run the job, which gets a new one.`
  const audience = /\baudience "?(https?:\/\/[^\s,"]+)/.exec(said)?.[1]?.replace(/\.$/, '')
  const [, server = ''] = /^(.*)\/organizations\/[^/]*$/.exec(audience ?? '') ?? []
  if (audience && server === '')
    return `The server at ${url} takes tokens that name no organization ${quoted}: it is older than this action. Update the server, or use the action of the server's version.`
  if (audience && server !== url)
    return `The token of this job was signed for ${url}, and the server takes itself for ${server} ${quoted}. Set the input url to ${server}, or SVC_BASE_URL on the server to ${url}.`
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
  if (/\bnot for the project\b/.test(said)) return 'the project'
  if (/\b(?:accepts|takes) no tokens (?:from|of) that issuer\b/.test(said))
    return 'who signs the tokens (iss)'
  return /No admin\b.* trusts repository/.test(said)
    ? 'the repository (repository_id), or the input organization,'
    : undefined
}
