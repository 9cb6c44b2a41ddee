import { type ErrorCode, SvcError } from './error.ts'
import type { OPERATIONS, OperationCall, Operations } from './generated.ts'

export interface ClientOptions {
  /** The server's address, such as https://tests.example.com; absent on its own pages. */
  url?: string
  /** An API key, or the token of a session; absent on the server's own pages, whose cookie signs the person in. */
  apiKey?: string
  /** The organization that a person's session uses; a key has exactly one. Reads name it in their address. */
  organization?: string
  /** If the server asks to wait, waits and retries, at most five times; if false, throws an error. */
  waitForRateLimit?: boolean
  /** Used instead of the runtime's own. */
  fetch?: typeof fetch
}

export type Name = keyof Operations
export type Data<N extends Name> = Operations[N]['data']
export type Input = Record<string, unknown>

/** `data` of an answer; for a list also the cursor of its next page, null on the last. */
export interface Answer<T> {
  data: T
  nextCursor: string | null
}

/** Input may be omitted if none of it is required. */
export type Arguments<N extends Name> =
  Record<never, never> extends Operations[N]['input']
    ? [input?: Operations[N]['input'], options?: CallOptions]
    : [input: Operations[N]['input'], options?: CallOptions]

export interface CallOptions {
  signal?: AbortSignal
  /** In addition to the client's own, such as Range or svc-from. */
  headers?: Record<string, string>
}

/** Each operation as a method. */
export type PartialClient<N extends Name> = {
  [K in N]: (...given: Arguments<K>) => Promise<Answer<Data<K>>>
}

/**
 * Creates a client of these operations only, for a page that must not load the table of all of
 * them. Throws `SvcError`.
 */
export function createPartialClient<N extends Name>(
  operations: Pick<typeof OPERATIONS, N>,
  options: ClientOptions,
): PartialClient<N> {
  const methods = Object.entries<OperationCall>(operations).map(([name, operation]) => [
    name,
    (input: Input = {}, call: CallOptions = {}) => answerTo(options, operation, input, call),
  ])
  return Object.fromEntries(methods) as PartialClient<N>
}

const MOST_WAITS = 5

type Body = NonNullable<RequestInit['body']>

async function answerTo(
  options: ClientOptions,
  operation: OperationCall,
  input: Input,
  call: CallOptions,
): Promise<Answer<unknown>> {
  for (let waits = 0; ; waits++) {
    try {
      return await askOnce(options, operation, input, call)
    } catch (error) {
      const mayWait = options.waitForRateLimit === true && waits < MOST_WAITS
      if (!mayWait || !(error instanceof SvcError) || error.code !== 'RATE_LIMITED') throw error
      await wait(error.retryAfterSeconds ?? 1, call.signal)
    }
  }
}

async function askOnce(
  { url = '', apiKey, organization, fetch: ask = fetch }: ClientOptions,
  operation: OperationCall,
  input: Input,
  call: CallOptions,
): Promise<Answer<unknown>> {
  const { method = 'GET' } = operation
  const { body, type } = bodyOf(operation, input)
  // In the address, so that a browser's cache separates the answers of two organizations.
  const isInAddress = method === 'GET' && apiKey === undefined && organization !== undefined
  const response = await ask(addressOf(url, operation, isInAddress ? { ...input, organization } : input), {
    method,
    ...(apiKey === undefined && { credentials: 'same-origin' as const }),
    headers: {
      ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      ...(organization !== undefined && !isInAddress && { 'Svc-Organization': organization }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...call.headers,
    },
    ...(body !== undefined && { body }),
    ...(call.signal && { signal: call.signal }),
  }).catch((cause: unknown) => {
    if (call.signal?.aborted) throw cause
    throw new SvcError('UNREACHABLE', `${url || 'The server'} cannot be reached. Check the address.`, {
      cause,
    })
  })
  if (operation.answer === 'bytes' && (response.ok || response.status === 304))
    return { data: response, nextCursor: null }
  const answered = await readAnswer(response)
  if (!answered.success) throw refusal(response, answered.error)
  return { data: answered.data, nextCursor: answered.page?.nextCursor ?? null }
}

type Answered =
  | { success: true; data: unknown; page?: { nextCursor: string | null } }
  | { success: false; error: { code: ErrorCode; message: string } }

/** A proxy in between may answer with something else. */
async function readAnswer(response: Response): Promise<Answered> {
  try {
    const answered: unknown = await response.json()
    if (typeof answered === 'object' && answered !== null && 'success' in answered)
      return answered as Answered
  } catch (cause) {
    throw strange(response, cause)
  }
  throw strange(response)
}

const strange = (response: Response, cause?: unknown): SvcError =>
  new SvcError('UNREACHABLE', `${response.url} answered ${response.status}, and not as an svc server does.`, {
    status: response.status,
    cause,
  })

function refusal(response: Response, { code, message }: { code: ErrorCode; message: string }): SvcError {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new SvcError(code, message, {
    status: response.status,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
  })
}

/** Unknown parameters also go into the query, so that the server refuses them by name. */
function addressOf(url: string, { path, query = [], body }: OperationCall, input: Input): string {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const isElsewhere = (name: string) =>
    path.includes(`{${name}}`) || (body === 'whole' ? name === 'body' : body === 'fields')
  const given = Object.entries(input)
    .filter(([name]) => query.includes(name) || !isElsewhere(name))
    .filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return `${url.replace(/\/+$/, '')}${at}${search ? `?${search}` : ''}`
}

/** Everything that is neither in the path nor in the query; a document or bytes are sent unchanged. */
function bodyOf(
  { method, body, path, query = [], type }: OperationCall,
  input: Input,
): { body?: Body; type?: string } {
  // With a cookie, the server refuses a POST that a form could send.
  if (body === undefined) return method === 'POST' ? { type: 'application/json' } : {}
  const isJson = body === 'fields' || type === 'application/json'
  const rest = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`) && !query.includes(name))
  const sent = body === 'fields' ? Object.fromEntries(rest) : input.body
  return {
    body: isJson ? JSON.stringify(sent) : (sent as Body),
    type: isJson ? 'application/json' : (type ?? 'application/octet-stream'),
  }
}

const wait = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
