import {
  type Answer,
  type Config,
  describeNetworkError,
  makePost,
  pauseMs,
  retryAfterMs,
  sleep,
} from '@svc/client/doctor'
import { parseJson } from '../doctor/json.ts'
import { Refusal } from '../refusal.ts'
import { oneLine } from '../terminal/width.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a host refused, with the status of its answer. */
export class HostRefusal extends Refusal {
  readonly status: number

  constructor(status: number, message: string, more: ConstructorParameters<typeof Refusal>[1]) {
    super(message, more)
    this.status = status
  }
}

interface Access {
  /** GitLab. */
  name: string
  /** Where its API is, without a slash at the end. */
  url: string
  headers: Record<string, string>
  proxy: Config['proxy']
  /** What to do where the token is not accepted (401), may not (403) or sees nothing there (404). */
  advice: { token: string; permission: string; place: string }
  say(text: string): void
}

/** What a host answered. */
interface HostAnswer {
  body: unknown
  header(name: string): string | null
}

export type CallHost = (method: Method, path: string, body?: object) => Promise<HostAnswer>

const TRIES = 4
/** A limit that takes longer to pass is told instead of sat out. */
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 30_000
const ANSWER_BYTES = 32 * 1024 * 1024

/** Requests to a host's API: what passes by itself is tried again, what does not is told with what to do. */
export const makeCallHost = async (access: Access): Promise<CallHost> => {
  const { url, headers, name, say } = access
  const post = await makePost(url, access.proxy)
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
      // What was made twice would stand there twice.
      const mayRepeat = method !== 'POST' && tried < TRIES
      if ('patience' in answer) {
        if (!mayRepeat || answer.patience === 'none') throw unreachable(answer.reason, access)
        await sleep(pauseMs(tried))
        continue
      }
      const { status, header } = answer
      const parsed = parseJson(answer.bytes.toString())
      if (status >= 200 && status < 300) return { body: parsed, header }
      const limitMs = limitOf(status, header)
      const refusal = refusalOf(answer, parsed, limitMs, access)
      const isPassing = limitMs !== undefined || status >= 500
      const ms = limitMs ?? pauseMs(tried)
      if (!isPassing || tried >= TRIES || ms > LONGEST_PAUSE_MS || (status >= 500 && !mayRepeat))
        throw refusal
      if (limitMs !== undefined)
        say(`waiting ${Math.ceil(ms / 1_000)} s: ${name} asks to send less (${status})`)
      await sleep(ms)
    }
  }
}

/** How long a limit asks to wait, in milliseconds; undefined where it is none. */
const limitOf = (status: number, header: HostAnswer['header']): number | undefined => {
  const after = retryAfterMs(header('retry-after'), header('date'))
  if (status === 429) return after ?? LONGEST_PAUSE_MS
  return status === 403 || status === 503 ? after : undefined
}

const unreachable = (reason: string, { name }: Access) => {
  const [what = reason] = reason.split('; ')
  return new HostRefusal(0, what, {
    code: 'UNREACHABLE',
    next: `see that ${name} can be reached from this machine, then run it again`,
  })
}

const refusalOf = (
  { status, bytes, header }: Pick<Answer, 'status' | 'bytes' | 'header'>,
  parsed: unknown,
  limitMs: number | undefined,
  { name, advice }: Access,
): HostRefusal => {
  const said = oneLine(parsed === undefined ? bytes.toString().slice(0, 200) : wordsOf(parsed)).slice(0, 300)
  const quoted = said === '' ? '' : `: ${said}`
  if (limitMs !== undefined)
    return new HostRefusal(status, `${name} asks to send less (${status})${quoted}`, {
      code: 'RATE_LIMITED',
      retryAfterSeconds: Math.ceil(limitMs / 1_000),
      next: `run it again in ${Math.ceil(limitMs / 1_000)} s`,
    })
  if (status >= 300 && status < 400)
    return new HostRefusal(status, `${name} sends elsewhere (${status}), and the token does not follow`, {
      code: 'WRONG_ADDRESS',
      next: `give the address of the API itself, which begins with https: ${oneLine(header('location') ?? '').slice(0, 200)}`,
    })
  const known: Record<number, [what: string, code: string, next: string]> = {
    401: [`${name} does not accept the token (401)${quoted}`, 'HOST_UNAUTHORIZED', advice.token],
    403: [`the token may not do that at ${name} (403)${quoted}`, 'HOST_FORBIDDEN', advice.permission],
    404: [`${name} shows nothing there to this token (404)${quoted}`, 'HOST_NOT_FOUND', advice.place],
  }
  const [what, code, next] = known[status] ?? [
    `${name} refused it (${status})${quoted}`,
    'HOST_REFUSED',
    status >= 500 ? `${name} has trouble: run it again in a while` : undefined,
  ]
  return new HostRefusal(status, what, { code, ...(next && { next }) })
}

/** The message of an error, wherever this host puts it. */
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
