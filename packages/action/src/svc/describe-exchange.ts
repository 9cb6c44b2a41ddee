/** The path at which the token of a job is exchanged for a key. */
export const EXCHANGE = '/auth/oidc'

/** Returns the audience of a token: one organization of one server. */
export const audienceOf = (url: string, organization: string): string =>
  `${url}/organizations/${organization}`

const HELP = 'docs/reference/github-action.md#without-a-stored-secret'

/** Returns why the server issued no key for the token of a job, and what to do. */
export const describeExchange = (status: number, said: string, url: string): string => {
  const quoted = `(${status}: ${said})`
  if (status >= 500)
    return `The server at ${url} could not check the token of this job ${quoted}. It reports an error, or cannot reach the issuer of the tokens: check its log, then re-run the job. The trust needs no change.`
  if (status === 400) return `The server needs more information ${quoted}. Set the input with that name.`
  if (status === 429) return `Rate limit for new keys reached ${quoted}. Re-run the job later.`
  if (status === 404)
    return `The server at ${url} does not know ${EXCHANGE}: it is older than this action. Update the server, or use api-key instead of oidc.`
  if (said.includes('was used before'))
    return `The token of this job was already used ${quoted}. Re-run the job to get a new token.`
  const audience = /\baudience "?(https?:\/\/[^\s,"]+)/.exec(said)?.[1]?.replace(/\.$/, '')
  const [, server = ''] = /^(.*)\/organizations\/[^/]*$/.exec(audience ?? '') ?? []
  if (audience && server === '')
    return `The server at ${url} expects tokens without an organization ${quoted}: it is older than this action. Update the server, or use the action with the server's version.`
  if (audience && server !== url)
    return `The token of this job was signed for ${url}, but the address of the server is ${server} ${quoted}. Set the input url to ${server}, or SVC_BASE_URL on the server to ${url}.`
  if (/"(?:exp|nbf|iat)"|expired/.test(said))
    return `The token of this job has expired, or the clocks of server and issuer differ ${quoted}. Re-run the job; if this persists, set the clock of the server.`
  const claim = claimOf(said)
  if (claim)
    return `The server does not trust this workflow: ${claim} does not match a trust ${quoted}. Ask an admin to add or change the trust: ${HELP}.`
  return `The server rejected the token of this job ${quoted}. Ask an admin to check the trust and its issuer: ${HELP}.`
}

/** Returns the claim of the token that matches no trust, from the server's message. */
const claimOf = (said: string): string | undefined => {
  if (/\bevent\b.* is not among/.test(said)) return 'the event (event_name)'
  if (/\bref\b.* is not among/.test(said)) return 'the branch or tag (ref)'
  if (/\bnot for the project\b/.test(said)) return 'the project'
  if (/\b(?:accepts|takes) no tokens (?:from|of) that issuer\b/.test(said))
    return 'the issuer of the token (iss)'
  return /No admin\b.* trusts repository/.test(said)
    ? 'the repository (repository_id), or the input organization,'
    : undefined
}
