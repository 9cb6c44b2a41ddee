import type { Answer } from '@svc/client/action'
import { textAt } from '../fields.ts'
import { describeExchange, EXCHANGE } from './describe-exchange.ts'

/** An answer of the svc server, or of what stands before it, that is no success: what it says and what to do next. */
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
    return `${url} sends elsewhere (${status}). Set the input url to the address that it leads to: ${oneLine(answer.header('location') ?? 'unknown')}`
  if (!isOurs)
    return `${url} does not answer like an svc server (${status} for ${operation}). Check the input url: it takes the address alone, such as https://tests.example.com.`
  if (operation === EXCHANGE) return describeExchange(status, said, url)
  if (status === 401 && isOidc)
    return `The server no longer takes the key that it gave for the token of this job (401: ${said}). It lives for an hour and ends with its trust: re-run the job, and if it stays so, an admin sees to the trust.`
  if (status === 403 && isOidc)
    return `The key for the token of this job may not do this (403: ${said}). Its trust may be for another project: set the input project to that, or let an admin change the trust.`
  if (status === 401)
    return `The server does not accept the API key (401: ${said}). It may have been revoked: make a new one, and set it as the secret that the input api-key reads.`
  if (status === 403)
    return `The API key may not do this (403: ${said}). It needs the role editor and the scopes ingest and read.`
  if (status === 404 && isMissingOperation(said))
    return `The server at ${url} does not know ${operation}${versionOf(answer)}: it is older than this action. Update the server, or use the action of the server's version.`
  if (status === 400 && said.startsWith('There is no parameter'))
    return `The server at ${url} does not take what this action sends${versionOf(answer)} (${said}). Use action and server of the same version.`
  if (status === 429)
    return `The server asks to send less (429: ${said}). Run again later, or raise SVC_RATE_READ and SVC_RATE_WRITE on the server.`
  if (status >= 500)
    return `The server at ${url} has trouble (${status}: ${said}). See its log, then run this again.`
  return `The server refused ${operation} (${status}: ${said}).`
}

/** The server tells an address without a door from an object that is not there. */
const isMissingOperation = (said: string): boolean =>
  /^There is (?:nothing at|no (?:GET|POST|PUT|DELETE|PATCH)) /.test(said)

const versionOf = (answer: Pick<Answer, 'header'>): string => {
  const version = answer.header('svc-version')
  return version ? ` (version ${oneLine(version).slice(0, 40)})` : ''
}

/** Words of another machine, on one line and not for ever. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)
