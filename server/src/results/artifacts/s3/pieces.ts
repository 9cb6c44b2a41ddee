import { randomUUID } from 'node:crypto'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { ArtifactFolder } from '../folder.ts'
import { type Incoming, openIncoming, TooManyBytes } from '../incoming.ts'
import { openWithin, readWithin } from '../read-file.ts'
import type { Bucket } from './bucket.ts'
import { bodyOfFile } from './store.ts'

/** A piece of an upload, as an object. */
interface Piece {
  name: string
  start: number
  /** Position after its last byte. */
  end: number
}

const FOLDER = 'incoming/'

/**
 * Uploads whose pieces are objects, so that each piece may come to another server. A piece first comes to a file of this
 * machine; the one that completes the upload stays there, and gets the others before it.
 *
 * Servers do not exclude each other: an object never changes, since its name has its place, and pieces may overlap.
 * Whoever has all of them checks the sum of the whole. A kill loses the bytes of requests that are under way.
 */
export function openPieces(folder: ArtifactFolder, bucket: Bucket): Incoming {
  const here = openIncoming(folder, false)
  // Servers of one machine may have one folder.
  const server = randomUUID()
  const wholeOf = (name: string) => `${name}.${server}`
  const lastOf = (name: string) => `${name}.${server}.last`
  /** An upload of one piece is whole as it came. */
  const resultOf = (name: string) => (endOf(heldOf(name)) === 0 ? lastOf(name) : wholeOf(name))
  /** The pieces of uploads that this server is working on. */
  const known = new Map<string, Piece[]>()

  const readPieces = async (name: string): Promise<Piece[]> => {
    const pieces: Piece[] = []
    for await (const { name: object } of bucket.list(`${FOLDER}${name}/`)) {
      const [, start, end] = /\/(\d+)-(\d+)$/.exec(object) ?? []
      if (end !== undefined) pieces.push({ name: object, start: Number(start), end: Number(end) })
    }
    if (known.has(name)) known.set(name, pieces)
    return pieces
  }
  const heldOf = (name: string) => known.get(name) ?? []
  /** Turns the received bytes into an object. */
  const keep = async (name: string, start: number, sizeBytes: number) => {
    const file = lastOf(name)
    const end = start + sizeBytes
    const object = `${FOLDER}${name}/${start}-${end}`
    await bucket.put(object, await bodyOfFile(folder.limit, here.pathOf(file), await here.sha256Of(file)))
    heldOf(name).push({ name: object, start, end })
  }
  async function* all(name: string): AsyncGenerator<Uint8Array, void> {
    for (const { piece, from } of coverOf(heldOf(name))) {
      const length = piece.end - piece.start
      const bytes = await bucket.get(piece.name, { start: from - piece.start, end: length - 1 })
      if (bytes === null) throw endedElsewhere()
      yield* bytes
    }
    if ((await here.sizeOf(lastOf(name))) === 0) return
    yield* readWithin(folder.limit, await openWithin(folder.limit, here.pathOf(lastOf(name)), 'r'))
  }
  const clear = async (name: string) => {
    await here.remove(wholeOf(name))
    await here.remove(lastOf(name))
  }
  return {
    pathOf: (name) => here.pathOf(resultOf(name)),
    async sha256Of(name) {
      const result = resultOf(name)
      if (result === wholeOf(name)) await here.append(result, all(name), Number.POSITIVE_INFINITY)
      return here.sha256Of(result)
    },
    sizeOf: async (name) => endOf(await readPieces(name)),
    async append(name, bytes, limitBytes) {
      const start = endOf(heldOf(name))
      let received: number
      try {
        received = await here.append(lastOf(name), bytes, limitBytes - start)
      } catch (error) {
        if (error instanceof TooManyBytes) throw error
        const arrived = await here.sizeOf(lastOf(name))
        if (arrived > 0) await keep(name, start, arrived)
        throw error
      }
      const size = start + received
      if (size < limitBytes && received > 0) await keep(name, start, received)
      return size
    },
    async remove(name) {
      await clear(name)
      for (const { name: object } of known.get(name) ?? (await readPieces(name))) await bucket.delete(object)
      known.delete(name)
    },
    async removeOlder(than) {
      let removed = await here.removeOlder(than)
      for await (const { name, storedAt } of bucket.list(FOLDER)) {
        if (storedAt >= than) continue
        await bucket.delete(name)
        removed++
      }
      return removed
    },
    alone: (name, work) =>
      here.alone(name, async () => {
        known.set(name, [])
        try {
          return await work()
        } finally {
          known.delete(name)
          // What stays is removed with abandoned uploads.
          await clear(name).catch(() => undefined)
        }
      }),
  }
}

/** The number of bytes from the first one on that pieces cover without a gap. */
const endOf = (pieces: Piece[]): number => coverOf(pieces).at(-1)?.piece.end ?? 0

/** The fewest pieces that cover as much as all of them, each from the end of the one before it. */
function coverOf(pieces: Piece[]): { piece: Piece; from: number }[] {
  const cover: { piece: Piece; from: number }[] = []
  for (let from = 0; ; ) {
    const next = pieces
      .filter(({ start, end }) => start <= from && end > from)
      .reduce<Piece | null>((best, one) => (best && best.end >= one.end ? best : one), null)
    if (next === null) return cover
    cover.push({ piece: next, from })
    from = next.end
  }
}

const endedElsewhere = () =>
  new Problem('CONFLICT', 'Another server ended this upload meanwhile. Ask for its progress.', {
    heldBytes: 0,
    retryAfterSeconds: 1,
  })
