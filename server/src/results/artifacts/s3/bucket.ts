import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../artifact-store.ts'
import { openS3Connection, outage, readText, type S3Body, type S3Parts } from './connection.ts'
import { elementsIn, textIn } from './xml.ts'

interface S3Object {
  name: string
  sizeBytes: number
  /** Milliseconds since the epoch. */
  storedAt: number
}

/** The objects below the prefix of an address, whose names here are without it. All methods throw `Outage`. */
export interface Bucket {
  put(name: string, body: S3Body): Promise<void>
  get(name: string, range?: ByteRange): Promise<Readable | null>
  sizeOf(name: string): Promise<number | null>
  delete(name: string): Promise<void>
  /** In the order of their names. */
  list(start: string): AsyncIterable<S3Object>
  presign: ReturnType<typeof openS3Connection>['presign']
  /** Throws unless the bucket answers and accepts this key; with `isToWrite`, also unless it stores objects. */
  check(isToWrite: boolean): Promise<void>
}

const PROBE = '.svc-write-probe'
/** An answer that breaks off more often ends the reading. */
const MOST_BROKEN = 3

export function openBucket(parts: S3Parts): Bucket {
  const { prefix } = parts.address
  const connection = openS3Connection(parts)
  const requireBucket = async () => {
    const { body } = await connection.send({ method: 'HEAD', name: '' })
    body.resume()
  }
  /** Unlike HEAD, it says what is wrong. It costs more. */
  const listOne = async () => {
    const query = { 'list-type': '2', 'max-keys': '1', prefix }
    const { body } = await connection.send({ method: 'GET', name: '', query })
    body.resume()
  }
  /** Null for an object that does not exist in a bucket that does. */
  const sendFor = async (method: 'GET' | 'HEAD', name: string, headers: Record<string, string> = {}) => {
    const answer = await connection.send({ method, name: prefix + name, headers, also: [404] })
    if (answer.status !== 404) return answer
    answer.body.resume()
    await requireBucket()
    return null
  }
  const getFrom = async (name: string, range?: ByteRange) => {
    const answer = await sendFor('GET', name, range && { Range: `bytes=${range.start}-${range.end}` })
    if (!range || answer === null || answer.status === 206) return answer
    answer.body.destroy()
    throw outage(new Error('The server ignores Range.'))
  }
  const put = async (name: string, body: S3Body) => {
    const answer = await connection.send({ method: 'PUT', name: prefix + name, body })
    answer.body.resume()
  }
  const remove = async (name: string) => {
    const answer = await connection.send({ method: 'DELETE', name: prefix + name, also: [404] })
    answer.body.resume()
    if (answer.status === 404) await requireBucket()
  }
  return {
    put,
    delete: remove,
    async get(name, range) {
      const answer = await getFrom(name, range)
      if (answer === null) return null
      const start = range?.start ?? 0
      const end = range?.end ?? Number(answer.headers['content-length']) - 1
      let { body } = answer
      const reopen = async (at: number) => {
        body = (await getFrom(name, { start: at, end }))?.body ?? body
        return body
      }
      const stream = Readable.from(readOn(body, { start, end }, reopen), { objectMode: false })
      // Also runs if nobody has read the first piece.
      return stream.on('close', () => body.destroy())
    },
    async sizeOf(name) {
      const answer = await sendFor('HEAD', name)
      answer?.body.resume()
      return answer && Number(answer.headers['content-length'])
    },
    async *list(start) {
      let token: string | null = null
      do {
        const query = {
          'list-type': '2',
          prefix: prefix + start,
          ...(token !== null && { 'continuation-token': token }),
        }
        const answer = await connection.send({ method: 'GET', name: '', query })
        const xml = await readText(answer.body).catch((cause: unknown) => {
          throw outage(cause)
        })
        for (const each of elementsIn(xml, 'Contents'))
          yield {
            name: (textIn(each, 'Key') ?? '').slice(prefix.length),
            sizeBytes: Number(textIn(each, 'Size')),
            storedAt: Date.parse(textIn(each, 'LastModified') ?? ''),
          }
        token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null
      } while (token !== null)
    },
    presign: (name, answer) => connection.presign(prefix + name, answer),
    async check(isToWrite) {
      if (!isToWrite)
        return requireBucket().catch(async (error: unknown) => {
          await listOne()
          throw error
        })
      await listOne()
      await put(PROBE, bodyOf(PROBE))
      await remove(PROBE)
    },
  }
}

/** The pieces of an answer; if it breaks off, those of another one from there on. */
async function* readOn(
  first: Readable,
  { start, end }: ByteRange,
  reopen: (at: number) => Promise<Readable>,
): AsyncGenerator<Buffer, void> {
  let body = first
  for (let at = start, broken = 0; ; broken++) {
    try {
      for await (const piece of body as AsyncIterable<Buffer>) {
        at += piece.length
        yield piece
      }
      return
    } catch (cause) {
      if (broken === MOST_BROKEN || at > end) throw outage(cause)
    }
    body = await reopen(at)
  }
}

/** A short text as the content of an object. */
export const bodyOf = (text: string): S3Body => ({
  sizeBytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  open: async () => Readable.from([Buffer.from(text)]),
})
