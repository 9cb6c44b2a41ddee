import { type Answer, oneLine } from '@svc/client/action'
import { textAt } from '../fields.ts'
import { describeExchange, EXCHANGE } from './describe-exchange.ts'

/** Returns the message for an error answer of the svc server or a proxy, with the next step. */
export const describeRefusal = (
  answer: Pick<Answer, 'status' | 'header'>,
  parsed: unknown,
  url: string,
  path: string,
  isOidc = false,
): string => {
  const { status } = answer
  const isOurs = textAt(parsed, 'error.code') !== undefined
  const said = oneLine(textAt(parsed, 'error.message') ?? '')
  const operation = path.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
  if (status >= 300 && status < 400)
    return `${url} redirects (${status}). Set the input url to the target of the redirect: ${oneLine(answer.header('location') ?? 'unknown')}`
  if (!isOurs)
    return `The answer of ${url} is not from an svc server (${status} for ${operation}). Check the input url: it must be the address without a path, such as https://tests.example.com.`
  if (operation === EXCHANGE) return describeExchange(status, said, url)
  if (status === 401 && isOidc)
    return `The server rejected the key that it issued for the token of this job (401: ${said}). The key expires after one hour and ends with its trust. Re-run the job; if this persists, ask an admin to check the trust.`
  if (status === 403 && isOidc)
    return `The key for the token of this job lacks the permission (403: ${said}). Its trust may be for another project: set the input project to that project, or ask an admin to change the trust.`
  if (status === 401)
    return `The server rejected the API key (401: ${said}). The key may be revoked: create a new one, and store it in the secret that the input api-key reads.`
  if (status === 403)
    return `The API key lacks the permission (403: ${said}). It needs the role editor and the scopes ingest and read.`
  if (status === 404 && isMissingOperation(said))
    return `The server at ${url} does not know ${operation}${versionOf(answer)}: it is older than this action. Update the server, or use the action with the server's version.`
  if (status === 400 && said.startsWith('There is no parameter'))
    return `The server at ${url} does not accept a parameter of this action${versionOf(answer)} (${said}). Use the same version of action and server.`
  if (status === 429)
    return `Rate limit reached (429: ${said}). Re-run the job later, or raise SVC_RATE_READ and SVC_RATE_WRITE on the server.`
  if (status >= 500)
    return `The server at ${url} reports an error (${status}: ${said}). Check its log, then re-run the job.`
  return `The server rejected ${operation} (${status}: ${said}).`
}

/** True for an unknown path, which the server distinguishes from a missing object. */
const isMissingOperation = (said: string): boolean =>
  /^There is (?:nothing at|no (?:GET|POST|PUT|DELETE|PATCH)) /.test(said)

const versionOf = (answer: Pick<Answer, 'header'>): string => {
  const version = answer.header('svc-version')
  return version ? ` (version ${oneLine(version).slice(0, 40)})` : ''
}
