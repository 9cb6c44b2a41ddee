import {
  type Answer,
  type Config,
  describeNetworkError,
  makePost,
  pauseMs,
  retryAfterMs,
  sleep,
} from '@svc/client/cli'
import { parseJson } from '../project/json.ts'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/text.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request that a host rejected, with the status of its answer. */
export class HostRefusal extends Refusal {
  readonly status: number

  constructor(status: number, message: string, more: ConstructorParameters<typeof Refusal>[1]) {
    super(message, more)
    this.status = status
  }

  /** True for a rate limit, which GitHub reports with the status of a missing permission. */
  get isLimit(): boolean {
    return this.code === 'RATE_LIMITED'
  }
}

interface Access {
  /** GitLab. */
  name: string
  /** Address of its API, without a trailing slash. */
  url: string
  headers: Record<string, string>
  proxy: Config['proxy']
  /** What to do if the token is rejected (401), lacks a permission (403) or finds nothing (404). */
  advice: { token: string; permission: string; place: string }
  say(text: string): void
}

/** The answer of a host. */
interface HostAnswer {
  body: unknown
  header(name: string): string | null
}

export type CallHost = (method: Method, path: string, body?: object) => Promise<HostAnswer>

const TRIES = 4
/** A longer rate limit is reported instead of waited for. */
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 30_000
const ANSWER_BYTES = 32 * 1024 * 1024

/** Returns a function for requests to a host's API. Retries temporary errors; throws a `HostRefusal` for others. */
export const makeCallHost = async (access: Access): Promise<CallHost> => {
  const { url, headers, name, say } = access
  const post = makePost(access.proxy)
  return async (method, path, body) => {
    const sent = body && Buffer.from(JSON.stringify(body))
    const all = {
      accept: 'application/json',
      'user-agent': 'svc-cli',
      ...headers,
      ...(sent && { 'content-type': 'application/json' }),
    }
    for (let tried = 1; ; tried += 1) {
      const answer = await post(`${url}${path}`, all, sent, PATIENCE_MS, method, ANSWER_BYTES).catch(
        (error: unknown) => describeNetworkError(error, url),
      )
      // A POST is not retried, because it could create a note twice.
      const mayRepeat = method !== 'POST' && tried < TRIES
      if ('patience' in answer) {
        if (!mayRepeat || answer.patience === 'none') throw unreachable(answer.reason, access)
        await sleep(pauseMs(tried))
        continue
      }
      const { status, header } = answer
      const parsed = parseJson(answer.bytes.toString())
      if (status >= 200 && status < 300) return { body: parsed, header }
      const said = saidIn(answer.bytes, parsed)
      const limitMs = limitOf(status, header, said)
      const refusal = refusalOf(answer, said, limitMs, access)
      const isPassing = limitMs !== undefined || status >= 500
      const ms = limitMs ?? pauseMs(tried)
      if (!isPassing || tried >= TRIES || ms > LONGEST_PAUSE_MS || (status >= 500 && !mayRepeat))
        throw refusal
      if (limitMs !== undefined)
        say(`waiting ${Math.ceil(ms / 1_000)} s: rate limit of ${name} reached (${status})`)
      await sleep(ms)
    }
  }
}

/** Returns how long a rate limit asks to wait, in milliseconds; undefined for other answers. */
const limitOf = (status: number, header: HostAnswer['header'], said: string): number | undefined => {
  if (status !== 403 && status !== 429 && status !== 503) return undefined
  const after = retryAfterMs(header('retry-after'), header('date'))
  if (after !== undefined || status === 503) return after
  // GitHub reports an exhausted limit as 403 without a time to wait.
  const reset = Number(header('x-ratelimit-reset') ?? Number.NaN) * 1_000
  if (header('x-ratelimit-remaining') === '0' && reset > 0)
    return Math.max(1_000, reset - (Date.parse(header('date') ?? '') || Date.now()))
  return status === 429 || /secondary rate limit|abuse detection/i.test(said) ? LONGEST_PAUSE_MS : undefined
}

const unreachable = (reason: string, { name }: Access) => {
  const [what = reason] = reason.split('; ')
  return new HostRefusal(0, what, {
    code: 'UNREACHABLE',
    next: `check that this machine can reach ${name}, then run the command again`,
  })
}

const refusalOf = (
  { status, header }: Pick<Answer, 'status' | 'header'>,
  said: string,
  limitMs: number | undefined,
  { name, advice }: Access,
): HostRefusal => {
  const quoted = said === '' ? '' : `: ${said}`
  if (limitMs !== undefined)
    return new HostRefusal(status, `rate limit of ${name} reached (${status})${quoted}`, {
      code: 'RATE_LIMITED',
      retryAfterSeconds: Math.ceil(limitMs / 1_000),
      next: `run the command again in ${Math.ceil(limitMs / 1_000)} s`,
    })
  if (status >= 300 && status < 400)
    return new HostRefusal(
      status,
      `${name} redirects (${status}), and the command does not follow with the token`,
      {
        code: 'WRONG_ADDRESS',
        next: `set the address of the API itself, which begins with https: ${oneLine(header('location') ?? '').slice(0, 200)}`,
      },
    )
  const known: Record<number, [what: string, code: string, next: string]> = {
    401: [`${name} rejected the token (401)${quoted}`, 'HOST_UNAUTHORIZED', advice.token],
    403: [`the token lacks the permission at ${name} (403)${quoted}`, 'HOST_FORBIDDEN', advice.permission],
    404: [`${name} found nothing with this token (404)${quoted}`, 'HOST_NOT_FOUND', advice.place],
  }
  const [what, code, next] = known[status] ?? [
    `${name} rejected the request (${status})${quoted}`,
    'HOST_REFUSED',
    status >= 500 ? `${name} reports an error: run the command again later` : undefined,
  ]
  return new HostRefusal(status, what, { code, ...(next && { next }) })
}

/** Returns what an answer says in one line. */
const saidIn = (bytes: Buffer, parsed: unknown): string =>
  oneLine(parsed === undefined ? bytes.toString().slice(0, 200) : wordsOf(parsed)).slice(0, 300)

/** Returns the message of an error, from any field that hosts use. */
const wordsOf = (parsed: unknown): string => {
  if (typeof parsed === 'string') return parsed
  if (typeof parsed !== 'object' || parsed === null) return ''
  for (const name of ['message', 'error_description', 'error', 'detail']) {
    const value: unknown = Reflect.get(parsed, name)
    if (typeof value === 'string') return value
    if (typeof value === 'object' && value !== null) return wordsOf(value) || JSON.stringify(value)
  }
  return ''
}
