import { describeNetworkError, type Post, pauseMs, retryAfterMs } from '@svc/client/action'
import { parseJson, textAt } from '../fields.ts'
import { pause } from '../pause.ts'
import { Trouble } from '../trouble.ts'
import { describeRefusal } from './describe.ts'

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
/** Longest wait before a retry. */
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
