import {
  type Answer,
  describeNetworkError,
  oneLine,
  type Post,
  pauseMs,
  retryAfterMs,
} from '@svc/client/action'
import { parseJson, textAt } from '../fields.ts'
import { pause } from '../pause.ts'
import { Trouble } from '../trouble.ts'
import { describeExchange, EXCHANGE } from './describe-exchange.ts'

/** A client of the svc server. All methods throw a `Trouble`. */
export interface Svc {
  url: string
  get(path: string, query?: Record<string, string | number | undefined>): Promise<unknown>
  /** A function as body is called again for each attempt. */
  post(path: string, body: object | (() => Promise<object>)): Promise<unknown>
}

interface Access {
  url: string
  /** Empty for requests without a key. */
  apiKey: string
  /** True if the key was issued for the token of this job. */
  isOidc?: boolean
  post: Post
  /** In terms of `performance.now()`. */
  deadline: number
  /** Writes a line of the log. */
  say(text: string): void
}

const TRIES = 4
/** The largest answer that is read. */
const ANSWER_BYTES = 16 * 1024 * 1024

export const makeSvc = (access: Access): Svc => ({
  url: access.url,
  get: (path, query = {}) => ask(access, `${path}${toSearch(query)}`),
  post: (path, body) =>
    ask(access, path, async () =>
      Buffer.from(JSON.stringify(typeof body === 'function' ? await body() : body)),
    ),
})

const toSearch = (query: Record<string, string | number | undefined>): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

const ask = async (access: Access, path: string, makeBody?: () => Promise<Buffer>): Promise<unknown> => {
  const { url, apiKey, isOidc, post, deadline, say } = access
  const headers = {
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...(makeBody && { 'content-type': 'application/json' }),
    'user-agent': 'svc-action',
  }
  for (let tried = 1; ; tried += 1) {
    const left = deadline - performance.now()
    if (left <= 0)
      throw new Trouble(
        `Time ran out before ${url} answered. To allow more time, raise the input timeout-seconds.`,
      )
    const method = makeBody ? 'POST' : 'GET'
    const body = await makeBody?.()
    const answer = await post(`${url}${path}`, headers, body, left, method, ANSWER_BYTES).catch(
      (error: unknown) => describeNetworkError(error, url),
    )
    if ('patience' in answer) {
      const trouble = new Trouble(`${inInputs(answer.reason)}.`)
      if (answer.patience === 'none' || tried >= TRIES) throw trouble
      await pause(pauseMs(tried), deadline, trouble)
      continue
    }
    const parsed = parseJson(answer.body)
    if (answer.status === 200 && textAt(parsed, 'error.code') === undefined && isAnswer(parsed)) return parsed
    const trouble = new Trouble(describeRefusal(answer, parsed, url, path, isOidc), answer.status, {
      said: textAt(parsed, 'error.message') ?? '',
    })
    const mayHelp = answer.status === 429 || answer.status >= 500
    if (!mayHelp || tried >= TRIES) throw trouble
    const retryMs = retryAfterMs(answer.header('retry-after'), answer.header('date'))
    const ms = Math.max(retryMs ?? 0, pauseMs(tried))
    const reason = `rate limit reached (${answer.status}: ${trouble.said})`
    await pause(ms, deadline, trouble, () => retryMs && say(waitingFor(ms, reason)))
  }
}

const isAnswer = (parsed: unknown) => typeof parsed === 'object' && parsed !== null && 'data' in parsed

/** Returns a log line for a wait, so that a waiting step does not look stuck. */
export const waitingFor = (ms: number, reason: string): string =>
  `waiting ${Math.ceil(ms / 1_000)} s: ${reason}`

/** Replaces names of variables and options in the client's messages with the action's inputs. */
export const inInputs = (reason: string): string =>
  reason
    .replaceAll(/the option timeoutMs or SVC_TIMEOUT_MS/g, 'the input timeout-seconds')
    .replaceAll(/SVC_URL or the option url/g, 'the input url')
    .replaceAll('SVC_URL', 'the input url')
    .replaceAll('SVC_API_KEY', 'the input api-key')

/** Returns the message for an error answer of the svc server or a proxy, with the next step. */
const describeRefusal = (
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
