import type { Answer } from './http.ts'

/** What is used of the server's answer to a segment. */
export interface Receipt {
  accepted: number
  url?: string
  warnings: string[]
}

/**
 * Reads an answer of 200; undefined for anything a proxy, a login page or another server may
 * send: a journal is deleted on the strength of this.
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

/** An answer that is not a success, in one line. */
export const describeAnswer = (answer: Answer, url: string): string => {
  const error = field(parse(answer.body), 'error')
  const message = field(error, 'message')
  const said = typeof message === 'string' && message !== '' ? `: ${oneLine(message)}` : ''
  const { status } = answer
  if (status >= 300 && status < 400)
    return `${url} sends elsewhere (${status} to ${oneLine(answer.header('location') ?? 'nowhere')}); set SVC_URL to that address`
  if (status === 401) return `the server does not accept the API key (401${said}); check SVC_API_KEY`
  if (status === 403) return `the API key may not send results (403${said})`
  if (status === 404) return `${url} has no place for results (404${said}); check SVC_URL`
  if (status === 429) return `the server asks to send less (429${said})`
  if (status >= 500) return `the server has trouble (${status}${said})`
  return `the server refused the results (${status}${said})`
}

/** Text of another machine goes to a terminal: no control characters, and not for ever. */
const oneLine = (text: string): string =>
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
