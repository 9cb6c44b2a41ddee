import { describeNetworkError, type Method, type Post, pauseMs, retryAfterMs } from '@svc/client/action'
import { at, textAt } from '../fields.ts'
import { LONGEST_PAUSE_MS, pause } from '../pause.ts'
import { Trouble, wordsOf } from '../trouble.ts'

/** A client of GitHub's API. All methods throw a `Trouble` that says what to do next. */
export interface GitHub {
  /** False without a token. */
  readonly hasToken: boolean
  call(method: Method, path: string, body?: object): Promise<unknown>
  /** Returns the entries of all pages of a list, at most `mostPages` of 100 each. */
  list(path: string, mostPages: number): Promise<unknown[]>
  graphql(query: string, variables: object): Promise<unknown>
  /** Downloads at most `mostBytes` bytes; follows one redirect, without the token. */
  download(path: string, mostBytes: number): Promise<Buffer>
}

interface Access {
  apiUrl: string
  graphqlUrl: string
  token: string
  post: Post
  /** In terms of `performance.now()`. */
  deadline: number
  /** Writes a line of the log. */
  say(text: string): void
}

const TRIES = 4
/** The largest answer that is read: GitHub sends a page of 100 comments of 64 KiB. */
const ANSWER_BYTES = 32 * 1024 * 1024

export const makeGitHub = (access: Access): GitHub => {
  let made: ReturnType<typeof makeOctokit> | undefined
  const octokit = () => {
    made ??= makeOctokit(access)
    return made
  }
  const request = async (method: Method, url: string, body?: object) =>
    (await octokit()).request({ method, url, ...body })
  return {
    hasToken: access.token !== '',
    call: async (method, path, body) => (await request(method, path, body)).data,
    graphql: async (query, variables) =>
      (await request('POST', access.graphqlUrl, { query, variables })).data,
    async list(path, mostPages) {
      const entries: unknown[] = []
      const url = `${path}${path.includes('?') ? '&' : '?'}per_page=100`
      let pages = 0
      for await (const { data } of (await octokit()).paginate.iterator({ method: 'GET', url })) {
        entries.push(...(Array.isArray(data) ? data : []))
        pages += 1
        if (pages === mostPages) break
      }
      return entries
    },
    async download(path, mostBytes) {
      const { data, headers } = await request('GET', path)
      const place = headers.location
      if (!place)
        return within(mostBytes, data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.alloc(0), path)
      if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol))
        throw new Trouble('GitHub returned no valid address for the artifact. Re-run the job.')
      // Not over octokit, which takes a colon of an address for a parameter.
      return patiently(access, { method: 'GET', url: place }, async () => {
        const response = await fetchOver(access, mostBytes)(place, { method: 'GET', headers: {} })
        if (!response.ok) throw Object.assign(new Error(), { response: { status: response.status } })
        return Buffer.from(await response.arrayBuffer())
      })
    },
  }
}

const within = (mostBytes: number, bytes: Buffer, what: string): Buffer => {
  if (bytes.length <= mostBytes) return bytes
  throw new Trouble(`GitHub's answer to ${what} is larger than ${mostBytes} bytes and was ignored.`)
}

/** Loaded with the first request, because most of a step's start would be the toolkit. */
const makeOctokit = async (access: Access) => {
  const { GitHub: Octokit } = await import('@actions/github/lib/utils').catch((error: unknown) => {
    // It reads the payload of the event, which may be malformed.
    throw new Trouble(`GitHub's toolkit did not start: ${wordsOf(error).slice(0, 200)}. Re-run the job.`)
  })
  const { token, apiUrl } = access
  const octokit = new Octokit({
    baseUrl: apiUrl,
    userAgent: 'svc-action',
    ...(token && { auth: token }),
    request: { fetch: fetchOver(access) },
  })
  octokit.hook.wrap('request', (request, options) => {
    options.headers['x-github-api-version'] = '2022-11-28'
    return patiently(access, options, async () => request(options))
  })
  return octokit
}

/** The headers of an answer that somebody reads. */
const HEADERS = [
  'content-type',
  'date',
  'link',
  'location',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

/** Sends as all requests of svc: with its proxies, its time limits and no redirects. */
const fetchOver =
  ({ post, deadline }: Access, mostBytes = ANSWER_BYTES) =>
  async (
    to: string,
    { method, headers, body }: { method: Method; headers: Record<string, string>; body?: string },
  ): Promise<Response> => {
    const left = deadline - performance.now()
    if (left <= 0)
      throw new Trouble(
        'Time ran out before GitHub answered. To allow more time, raise the input timeout-seconds.',
      )
    const sent = body === undefined ? undefined : Buffer.from(body)
    const { status, header, bytes } = await post(to, headers, sent, left, method, mostBytes)
    const kept = HEADERS.flatMap((name): [string, string][] => {
      const value = header(name)
      return value === null ? [] : [[name, value]]
    })
    const isEmpty = status === 204 || status === 205 || status === 304
    const whole = within(mostBytes, bytes, `${method} ${new URL(to).pathname}`)
    const response = new Response(isEmpty ? null : new Uint8Array(whole), { status, headers: kept })
    // Octokit computes the next page from it.
    return Object.defineProperty(response, 'url', { value: to })
  }

/**
 * Repeats a request that a later try may answer. Not by the plugins of octokit: they repeat writes that may have
 * succeeded, know only some of the answers that ask for a pause, and wait beyond the deadline.
 */
const patiently = async <T>(
  { apiUrl, graphqlUrl, deadline, say }: Access,
  { method, url }: { method: string; url: string },
  act: () => Promise<T>,
): Promise<T> => {
  const what = `${method} ${new URL(/^https?:/.test(url) ? url : `${apiUrl}${url}`).pathname}`
  const isRead = method !== 'POST' || url === graphqlUrl
  for (let tried = 1; ; tried += 1) {
    try {
      return await act()
    } catch (error) {
      const { trouble, limitMs, mayHelp } = judge(error, what, isRead)
      if (!mayHelp || tried >= TRIES) throw trouble
      await pause(limitMs ?? pauseMs(tried), deadline, trouble, () => {
        if (limitMs !== undefined)
          say(
            `waiting ${Math.ceil(limitMs / 1_000)} s: GitHub rate limit reached (${trouble.status}: ${trouble.said})`,
          )
      })
    }
  }
}

/** Returns what to tell of a failed request, and whether another try may help. */
const judge = (error: unknown, what: string, isRead: boolean) => {
  // octokit wraps what its fetch throws.
  const thrown = at(error, 'request') ? at(error, 'cause') : error
  if (thrown instanceof Trouble) throw thrown
  const status = at(error, 'response.status')
  if (typeof status !== 'number') {
    const { reason } = describeNetworkError(thrown, 'GitHub')
    const trouble = new Trouble(`GitHub could not be reached (${what}): ${reason.slice(0, 200)}.`)
    // A write is not retried, because it may have succeeded and a retry could duplicate a comment.
    return { trouble, mayHelp: isRead }
  }
  const header = (name: string) => textAt(error, `response.headers.${name}`) ?? null
  const said = (textAt(error, 'response.data.message') ?? '').replace(/\s+/g, ' ').slice(0, 200)
  const limitMs = limitOf(status, header, said)
  const trouble = new Trouble(describe(what, status, said, limitMs), status, {
    said,
    isLimit: limitMs !== undefined,
  })
  return { trouble, limitMs, mayHelp: limitMs !== undefined || (status >= 500 && isRead) }
}

/** Returns how long a rate limit of GitHub asks to wait, in milliseconds; undefined for other answers. */
const limitOf = (
  status: number,
  header: (name: string) => string | null,
  said: string,
): number | undefined => {
  if (status !== 403 && status !== 429) return undefined
  const after = retryAfterMs(header('retry-after'), header('date'))
  if (after !== undefined) return after
  const reset = Number(header('x-ratelimit-reset') ?? Number.NaN) * 1_000
  if (header('x-ratelimit-remaining') === '0' && reset > 0)
    return Math.max(1_000, reset - (Date.parse(header('date') ?? '') || Date.now()))
  // For a secondary limit without a time, GitHub asks for at least one minute.
  return status === 429 || /secondary rate limit|abuse/i.test(said) ? LONGEST_PAUSE_MS : undefined
}

const describe = (what: string, status: number, said: string, limitMs: number | undefined): string => {
  if (limitMs !== undefined)
    return `GitHub rate limit reached (${status} for ${what}). Re-run the job in ${Math.ceil(limitMs / 60_000)} min, or set the input github-token to the token of an app with its own limit.`
  if (status === 401)
    return `GitHub rejected the token (401 for ${what}). Remove the input github-token, or renew its secret.`
  if (status === 403 || status === 404)
    return `The token lacks the permission for ${what} (${status}: ${said}). Grant the permissions in docs/reference/github-action.md, such as pull-requests: write.`
  return `GitHub rejected ${what} (${status}: ${said}).`
}
