import { describeNetworkError, type Method, type Post, pauseMs, retryAfterMs } from '@svc/client/action'
import { parseJson, textAt } from '../fields.ts'
import { LONGEST_PAUSE_MS, pause } from '../pause.ts'
import { Trouble } from '../trouble.ts'

/** A client of GitHub's API. All methods throw a `Trouble` that says what to do next. */
export interface GitHub {
  /** False without a token. */
  readonly hasToken: boolean
  call(method: Method, path: string, body?: object): Promise<unknown>
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
/** A longer rate limit is reported instead of waited for. */
const ANSWER_BYTES = 32 * 1024 * 1024

export const makeGitHub = (access: Access): GitHub => ({
  hasToken: access.token !== '',
  call: async (method, path, body) => {
    const { bytes } = await ask(access, method, `${access.apiUrl}${path}`, body)
    return bytes.length > 0 ? parseJson(bytes.toString()) : undefined
  },
  graphql: async (query, variables) => {
    const { bytes } = await ask(access, 'POST', access.graphqlUrl, { query, variables }, true)
    return parseJson(bytes.toString())
  },
  download: async (path, mostBytes) => {
    const first = await ask(access, 'GET', `${access.apiUrl}${path}`, undefined, true, mostBytes)
    const place = first.location
    if (!place) return first.bytes
    if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol))
      throw new Trouble('GitHub returned no valid address for the artifact. Re-run the job.')
    return (await ask({ ...access, token: '' }, 'GET', place, undefined, true, mostBytes)).bytes
  },
})

interface Got {
  bytes: Buffer
  location?: string
}

const ask = async (
  access: Access,
  method: Method,
  url: string,
  body?: object,
  isRead = method !== 'POST',
  mostBytes = ANSWER_BYTES,
): Promise<Got> => {
  const { token, post, deadline, say } = access
  const sent = body && Buffer.from(JSON.stringify(body))
  const headers = {
    ...(token && {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    ...(sent && { 'content-type': 'application/json' }),
    'user-agent': 'svc-action',
  }
  const what = `${method} ${new URL(url).pathname}`
  for (let tried = 1; ; tried += 1) {
    const left = deadline - performance.now()
    if (left <= 0)
      throw new Trouble(
        'Time ran out before GitHub answered. To allow more time, raise the input timeout-seconds.',
      )
    const answer = await post(url, headers, sent, left, method, mostBytes).catch((error: unknown) =>
      describeNetworkError(error, 'GitHub'),
    )
    if ('patience' in answer) {
      const trouble = new Trouble(`GitHub could not be reached (${what}): ${answer.reason.slice(0, 200)}.`)
      // A write is not retried, because it may have succeeded and a retry could duplicate a comment.
      if (!isRead || tried >= TRIES) throw trouble
      await pause(pauseMs(tried), deadline, trouble)
      continue
    }
    const { status } = answer
    const location = answer.header('location')
    if (status >= 300 && status < 400 && location) return { bytes: answer.bytes, location }
    if (status >= 200 && status < 300) {
      if (answer.bytes.length > mostBytes)
        throw new Trouble(`GitHub's answer to ${what} is larger than ${mostBytes} bytes and was ignored.`)
      return { bytes: answer.bytes }
    }
    const said = (textAt(parseJson(answer.body), 'message') ?? '').replace(/\s+/g, ' ').slice(0, 200)
    const limitMs = limitOf(status, answer.header, said)
    const trouble = new Trouble(describe(what, status, said, limitMs), status, {
      said,
      isLimit: limitMs !== undefined,
    })
    const mayHelp = limitMs !== undefined || (status >= 500 && isRead)
    if (!mayHelp || tried >= TRIES) throw trouble
    await pause(limitMs ?? pauseMs(tried), deadline, trouble, () => {
      if (limitMs !== undefined)
        say(`waiting ${Math.ceil(limitMs / 1_000)} s: GitHub rate limit reached (${status}: ${said})`)
    })
  }
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
