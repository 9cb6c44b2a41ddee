import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isPublic } from './address.ts'

const WITHIN_MS = 10_000
/** The number of bytes read from an error answer. */
const READ_BYTES = 1_024
const READ_WITHIN_MS = 1_000
const WORDS = 200
const LONGEST_WAIT_MS = 3_600_000

/** The outcome of an attempt; `problem` is null if it was accepted. */
export interface Answer {
  status: number | null
  problem: string | null
  /** How long the receiver asks to wait before the next attempt. */
  retryAfterMs: number
}

export interface Posting {
  url: URL
  headers: Record<string, string>
  body: string
  /** Aborts it when the server stops. */
  signal: AbortSignal
  allowPrivate: boolean
  /** Rejects with a system error that has a code. */
  resolve(host: string, signal: AbortSignal): Promise<LookupAddress[]>
}

/**
 * Sends a message once. Never rejects. It checks the resolved addresses of the name and connects to one of
 * those: a later change of the name has no effect. It does not follow redirects.
 */
export async function post(posting: Posting): Promise<Answer> {
  const { url, body, allowPrivate } = posting
  const host = hostOf(url)
  // A webhook may be older than the setting.
  if (!allowPrivate && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublic(host))))
    return failure(notPublic(host))
  const limit = AbortSignal.timeout(WITHIN_MS)
  const signal = AbortSignal.any([posting.signal, limit])
  return new Promise<Answer>((resolve) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...posting.headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      lookup: lookupBy((name) => posting.resolve(name, signal), allowPrivate),
      signal,
    })
    const end = (answer: Answer) => {
      resolve(answer)
      request.destroy()
    }
    request.on('response', (response) => void readAnswer(response).then(end))
    request.on('error', (error) => end(failure(limit.aborted ? TOO_SLOW : reasonOf(error))))
    request.on('close', () =>
      end(failure(limit.aborted ? TOO_SLOW : 'It closed the connection without an answer.')),
    )
    request.end(body)
  })
}

const failure = (problem: string): Answer => ({ status: null, problem, retryAfterMs: 0 })

const TOO_SLOW = `It did not answer within ${WITHIN_MS / 1_000} s.`
const notPublic = (host: string) =>
  `${host} does not resolve to a public https address, and this server may not send elsewhere.`

/**
 * Fails if an address of the name is outside of the internet, unless that is allowed. An unknown name gets the
 * same error, so that the names in this server's network stay private.
 */
const lookupBy = (
  resolve: (host: string) => Promise<LookupAddress[]>,
  allowPrivate: boolean,
): LookupFunction => {
  const find = async (host: string) => {
    const addresses = await resolve(host).catch((error: Error) => {
      throw allowPrivate ? error : new NotPublic(host)
    })
    const [first] = addresses
    if (!first || !(allowPrivate || addresses.every(({ address }) => isPublic(address))))
      throw new NotPublic(host)
    return { first, addresses }
  }
  return (host, options, callback) =>
    void find(host).then(
      ({ first, addresses }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error) => callback(error, ''),
    )
}

class NotPublic extends Error {
  constructor(host: string) {
    super(notPublic(host))
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response
  if (status >= 200 && status < 300) return { status, problem: null, retryAfterMs: 0 }
  if (status >= 300 && status < 400)
    return {
      status,
      problem: `It answered ${status}; the server does not follow redirects.`,
      retryAfterMs: 0,
    }
  const words = clean(await readSome(response))
  const seconds = Number(headers['retry-after'])
  return {
    status,
    problem: `It answered ${status}${words === '' ? '.' : `: ${words}`}`,
    retryAfterMs: seconds > 0 ? Math.min(seconds * 1_000, LONGEST_WAIT_MS) : 0,
  }
}

/** The beginning of an answer, regardless of its length and whether it ends. */
function readSome(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const end = () => {
      clearTimeout(timer)
      resolve(Buffer.concat(pieces).subarray(0, READ_BYTES).toString())
    }
    const timer = setTimeout(end, READ_WITHIN_MS)
    response.on('data', (piece: Buffer) => {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= READ_BYTES) end()
    })
    response.on('end', end).on('error', end).on('close', end)
  })
}

const clean = (text: string) =>
  text
    .replace(/\p{C}|\s+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, WORDS)

function reasonOf(error: Error): string {
  if (error instanceof NotPublic) return error.message
  const { code } = error as NodeJS.ErrnoException
  const known = code === undefined ? undefined : REASONS[code]
  return known ?? `It could not be reached: ${clean(error.message)}`
}

const REASONS: Record<string, string> = {
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ETIMEOUT: 'The name servers of the host did not answer.',
  ECONNREFUSED: 'No server listens there.',
  ECONNRESET: 'It closed the connection without an answer.',
  ABORT_ERR: 'This server stopped during the delivery.',
}
