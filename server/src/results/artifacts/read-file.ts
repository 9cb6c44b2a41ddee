import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ByteRange } from './artifact-store.ts'
import type { OperationLimit } from './operation-limit.ts'

const PIECE_BYTES = 64 * 1024

/** Opens a file through the limit; a file that opens too late is closed again. */
export const openWithin = (
  limit: OperationLimit,
  path: string,
  flags: string,
  mode?: number,
): Promise<FileHandle> =>
  limit.run(
    () => open(path, flags, mode),
    (file) => limit.close(file),
  )

/**
 * The bytes of an open file, or a range within them. Node's own stream would read past the limit; here each piece takes
 * its turn, and a client that reads slowly keeps no turn. Destroying the stream closes the file.
 */
export function readWithin(limit: OperationLimit, file: FileHandle, range?: ByteRange): Readable {
  let position = range?.start ?? 0
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      const length = Math.min(PIECE_BYTES, end - position)
      if (length <= 0) {
        this.push(null)
        return
      }
      limit
        .run(() => file.read(Buffer.allocUnsafe(length), 0, length, position))
        .then(
          ({ bytesRead, buffer }) => {
            position += bytesRead
            this.push(bytesRead === 0 ? null : buffer.subarray(0, bytesRead))
          },
          (error: Error) => void this.destroy(error),
        )
    },
    destroy(error, done) {
      const closed = limit.close(file)
      if (error === null) return void closed.then(() => done(null), done)
      closed.catch(() => undefined)
      done(error)
    },
  })
}
