import type { Answer } from './http.ts'
import { describeProxyRefusal } from './http-errors.ts'
import { retryAfterMs } from './retry.ts'

/** The fields of the server's answer to a segment that are used. */
export interface Receipt {
  accepted: number
  url?: string
  warnings: string[]
}

/**
 * Parses an answer of 200; undefined for anything that a proxy, a login page or another server may
 * send, because the client deletes a journal on the basis of this answer.
 */
export const readReceipt = (body: string, base: string): Receipt | undefined => {
  const data = field(parse(body), 'data')
  const accepted = field(data, 'accepted')
  if (typeof accepted !== 'number' || !Number.isSafeInteger(accepted) || accepted < 0) return undefined
  const warnings = field(data, 'warnings')
  const url = field(field(data, 'execution'), 'url')
  return {
    accepted,
    warnings: Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string').map(oneLine) : [],
    ...(typeof url === 'string' && URL.canParse(url, base) && { url: new URL(url, base).href }),
  }
}

/** True for an error body of an svc server; false for that of a proxy, a gateway or a login page. */
export const isOurs = (answer: Answer): boolean =>
  typeof field(field(parse(answer.body), 'error'), 'code') === 'string'

/** An answer that is not a success, in one line that says what to do. */
export const describeAnswer = (answer: Answer, url: string): string => {
  const { status, proxy } = answer
  if (status === 407) return describeProxyRefusal(proxy ?? 'on the way', status)
  const message = field(field(parse(answer.body), 'error'), 'message')
  const said = typeof message === 'string' && message !== '' ? `: ${oneLine(message)}` : ''
  const server = proxy && !isOurs(answer) ? `${url} or the proxy ${proxy}` : url
  if (status >= 300 && status < 400) return describeRedirect(answer, url)
  if (status === 401)
    return isOurs(answer)
      ? `the server rejected the API key (401${said}); check SVC_API_KEY`
      : `${server} requires a sign-in that is not from svc (401); check SVC_URL`
  if (status === 403)
    return isOurs(answer)
      ? `the API key cannot send results (403${said})${said ? '' : '; create one with the role editor and the scope ingest'}`
      : `${server} blocks uploads (403); check SVC_URL`
  if (status === 404 || status === 405)
    return `${server} does not accept uploads (${status}${said}); check SVC_URL, or update the server`
  if (status === 413 && !isOurs(answer))
    return `${server} rejects a request of this size (413); raise its limit (nginx: client_max_body_size)`
  if (status === 429) return `rate limit reached (429${said}${pauseOf(answer)})`
  if (status >= 500)
    return isOurs(answer)
      ? `the server reports an error (${status}${said})`
      : `${server} answered ${status}, and the answer is not from an svc server`
  if (!isOurs(answer)) return `the answer of ${server} is not from an svc server (${status}); check SVC_URL`
  return `the server rejected the results (${status}${said})`
}

/** A pause that the server asked for, in one line. */
export const describeWait = (ms: number, reason: string, url: string): string =>
  `waiting for ${url}, which asked for ${Math.ceil(ms / 1000)} s: ${reason}`

const describeRedirect = (answer: Answer, url: string) => {
  const target = answer.header('location')
  const place = target && URL.canParse(target, url) ? new URL(target, url) : undefined
  if (!place) return `${url} redirects (${answer.status}); check SVC_URL`
  const base = `${place.origin}${place.pathname}`.replace(/\/api\/ingest\/*$/, '')
  return place.pathname.endsWith('/api/ingest')
    ? `${url} redirects (${answer.status}); set SVC_URL to ${oneLine(base)}`
    : `${url} redirects (${answer.status} to ${oneLine(base)}), possibly to a sign-in page; check SVC_URL`
}

const pauseOf = (answer: Answer) => {
  const ms = retryAfterMs(answer.header('retry-after'), answer.header('date'))
  return ms ? `; retry after ${Math.ceil(ms / 1000)} s` : ''
}

/** Text from another machine goes to a terminal, so it is cut and has no control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300)

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
