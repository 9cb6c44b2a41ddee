import type { Config } from './config.ts'
import { type Answer, type Method, makePost } from './http.ts'
import {
  type Described,
  describeNetworkError,
  describeProxyRefusal,
  NetworkError,
  type Patience,
} from './http-errors.ts'
import { MASK } from './redact.ts'
import { pauseAfter, retryAfterMs, sleep } from './retry.ts'

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

/** Why artifacts cannot be sent: `denied` until settings change, `postponed` until later. */
export class ArtifactTrouble extends Error {
  readonly kind: 'denied' | 'postponed'

  constructor(kind: ArtifactTrouble['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

interface ArtifactRequest {
  method: Method
  path: string
  headers: Record<string, string>
  body: Uint8Array
}

/** Repeats a request until its answer is final; throws `ArtifactTrouble`. */
export type AskArtifacts = (request: ArtifactRequest) => Promise<Answer>

const TRIES: Record<Patience, number> = { none: 1, once: 2, little: 3, some: 4 }

export const makeAsk = async (
  config: Pick<Config, 'url' | 'apiKey' | 'proxy' | 'problem'>,
  deadline: number,
): Promise<AskArtifacts> => {
  const { url, apiKey: key } = config
  if (!key) throw new ArtifactTrouble('denied', 'no API key; set SVC_API_KEY')
  if (config.problem) throw new ArtifactTrouble('denied', config.problem)
  const post = makePost(config.proxy)
  const trouble = (kind: ArtifactTrouble['kind'], reason: string) =>
    new ArtifactTrouble(kind, reason.replaceAll(key, MASK))

  return async ({ method, path, headers, body }) => {
    for (let tried = 1; ; tried += 1) {
      const left = deadline - performance.now()
      if (left <= 0) throw trouble('postponed', TIME_WAS_UP)
      const all = { authorization: `Bearer ${key}`, ...headers }
      const answer = await post(`${url}${path}`, all, body, left, method).catch((error: unknown) =>
        isTimeUp(error) ? LATE : describeNetworkError(error, url),
      )
      if ('status' in answer && !isPassing(answer.status)) {
        const { status } = answer
        if (status === 401 || status === 403 || status === 407 || (status >= 300 && status < 400))
          throw trouble('denied', describeAnswer(answer, url))
        return answer
      }
      const reason = 'status' in answer ? describeAnswer(answer, url) : answer.reason
      const waitMs =
        'status' in answer ? (retryAfterMs(answer.header('retry-after'), answer.header('date')) ?? 0) : 0
      const patience = 'status' in answer ? 'some' : answer.patience
      const pause = Math.max(waitMs, pauseAfter(patience, tried))
      const isHopeless = performance.now() + pause >= deadline
      if (tried >= TRIES[patience] || isHopeless) throw trouble('postponed', reason)
      await sleep(pause)
    }
  }
}

export const TIME_WAS_UP =
  'time ran out before all artifacts were sent; to allow more time, raise the option artifactsTimeoutMs or SVC_ARTIFACTS_TIMEOUT_MS'

const LATE: Described = { reason: TIME_WAS_UP, patience: 'none' }

const isTimeUp = (error: unknown): boolean =>
  error instanceof NetworkError && (error.code === 'TIME_UP' || isTimeUp(error.cause))

const isPassing = (status: number) => status === 429 || status === 408 || status === 425 || status >= 500
