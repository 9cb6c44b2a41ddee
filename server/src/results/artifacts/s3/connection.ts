import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../../ground/kernel/clock.ts'
import { Outage } from '../../../ground/kernel/outage.ts'
import type { S3Address, S3Credentials } from '../s3-address.ts'
import { textIn } from './xml.ts'

/** Without a byte in either direction for this long, the server hangs. */
const QUIET_MS = 10_000
/** Before the second, third and fourth try. */
const PAUSES_MS = [100, 300, 900]
/** S3 refuses a signature whose time differs by more than 15 minutes. */
const CLOCK_TOLERANCE_MS = 5 * 60_000
/** No answer that is read whole has more. A page of a list has 1,000 names of at most 1 KiB. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024

interface S3Request {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  /** Below the bucket; empty for the bucket itself. */
  name: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
  /** Statuses besides 2xx that the caller expects. */
  also?: number[]
}

export interface S3Body {
  sizeBytes: number
  /** Of the content, in hex: the server refuses other bytes. */
  sha256: string
  /** Opens the content; a second try does so again. */
  open(): Promise<Readable>
}

interface S3Answer {
  status: number
  headers: IncomingMessage['headers']
  body: IncomingMessage
}

/** What the server said against a request. */
export class S3Refusal extends Error {
  readonly status: number
  /** Of S3, such as `NoSuchBucket`; empty if the answer has none. */
  readonly code: string

  constructor(doing: string, status: number, text: string) {
    const code = textIn(text, 'Code') ?? ''
    super([`${doing}: ${status}`, code, textIn(text, 'Message') ?? ''].join(' ').trim())
    this.status = status
    this.code = code
  }
}

export interface S3Connection {
  /**
   * Sends a signed request, up to four times. The caller reads the answer's body, or calls `resume`. Throws `Outage`, whose
   * cause is a `S3Refusal` if the server answered.
   */
  send(request: S3Request): Promise<S3Answer>
  /** An address from which anyone may get an object, for so long, with these headers of the answer. */
  presign(name: string, answer: { seconds: number; type: string; disposition: string }): Promise<string>
}

export interface S3Parts {
  address: S3Address
  credentials: S3Credentials
  clock: Clock
}

export function openS3Connection({ address, credentials, clock }: S3Parts): S3Connection {
  const { endpoint, region, bucket } = address
  const isHttps = endpoint.startsWith('https:')
  const agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true })
  const open = isHttps ? overHttps : overHttp
  /** How far the server's clock is ahead of this machine's. */
  let aheadMs = 0

  const urlOf = (name: string, query: Record<string, string> = {}) => {
    const url = new URL(`${endpoint}/${bucket}${name === '' ? '' : `/${name}`}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    return url
  }
  const sign = (method: string, url: URL, headers: Record<string, string>, signQuery = false) =>
    new AwsV4Signer({
      ...{ method, url: url.href, headers, region, service: 's3', signQuery, ...credentials },
      datetime: new Date(clock() + aheadMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign()

  const sendOnce = async ({ method, name, query, headers, body }: S3Request): Promise<S3Answer> => {
    const signed = await sign(method, urlOf(name, query), {
      ...headers,
      'X-Amz-Content-Sha256': body?.sha256 ?? EMPTY_SHA256,
      ...(method === 'PUT' && { 'Content-Length': String(body?.sizeBytes ?? 0) }),
    })
    const content = body && body.sizeBytes > 0 ? await body.open() : null
    try {
      return await new Promise<S3Answer>((resolve, reject) => {
        const headers = Object.fromEntries(signed.headers)
        // As an option it also applies while the connection is made.
        const sent = open(signed.url, { method, agent, headers, timeout: QUIET_MS })
        let answer: IncomingMessage | null = null
        sent.on('timeout', () => {
          // With bytes that nobody has taken yet, the reader is the slow one.
          if (answer && answer.readableLength > 0) sent.setTimeout(QUIET_MS)
          else (answer ?? sent).destroy(new Hangs(`No byte for ${QUIET_MS} ms.`))
        })
        sent.on('error', reject)
        sent.on('response', (response) => {
          answer = response
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
        })
        if (content === null) sent.end()
        else content.on('error', (error) => sent.destroy(error)).pipe(sent)
      })
    } finally {
      content?.destroy()
    }
  }

  /** True if the machine's clock was wrong, and is corrected now. */
  const correctsClock = ({ status, headers }: S3Answer): boolean => {
    const serverMs = Date.parse(headers.date ?? '')
    if (status !== 403 || Number.isNaN(serverMs)) return false
    if (Math.abs(serverMs - clock() - aheadMs) < CLOCK_TOLERANCE_MS) return false
    aheadMs = serverMs - clock()
    return true
  }

  const send = async (request: S3Request, tried = 0): Promise<S3Answer> => {
    const doing = `${request.method} ${request.name || bucket}`
    let cause: Error
    try {
      const answer = await sendOnce(request)
      const { status, body } = answer
      if ((status >= 200 && status < 300) || request.also?.includes(status)) return answer
      cause = new S3Refusal(doing, status, await readText(body))
      if (!isPassing(status) && !correctsClock(answer)) throw outage(cause)
    } catch (error) {
      if (error instanceof Outage || error instanceof Hangs || !isOfConnection(error)) throw outage(error)
      cause = error
    }
    const pauseMs = PAUSES_MS[tried]
    if (pauseMs === undefined) throw outage(cause)
    await sleep(pauseMs)
    return send(request, tried + 1)
  }

  return {
    send: (request) => send(request),
    async presign(name, { seconds, type, disposition }) {
      const url = urlOf(name, {
        'X-Amz-Expires': String(seconds),
        'response-content-type': type,
        'response-content-disposition': disposition,
        'response-cache-control': 'private, no-store',
      })
      // Some servers read a plus as itself.
      return (await sign('GET', url, {}, true)).url.href.replaceAll('+', '%20')
    },
  }
}

class Hangs extends Error {}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** 503 is also S3's word for too many requests. */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 408

const isOfConnection = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  /^(E[A-Z]+|HPE_\w+|ERR_SSL_\w+)$/.test((error as NodeJS.ErrnoException).code ?? '')

export function outage(cause: unknown): Outage {
  if (cause instanceof Outage) return cause
  const isFull = cause instanceof S3Refusal && (cause.status === 507 || /quota|full/i.test(cause.code))
  return new Outage('artifacts', isFull ? 'full' : 'away', { cause })
}

/** Reads a whole answer as text. */
export async function readText(body: Readable): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_TEXT_BYTES) throw new Error(`An answer has more than ${MOST_TEXT_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
