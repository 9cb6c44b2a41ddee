import { visible, withoutControls } from '@svc/protocol'
import type { StoredArtifact } from '../../../results/artifacts/find-artifact.ts'

/** The size of a text that is read for an answer. */
export const MOST_READ_BYTES = 4 * 1024 * 1024

/** The first bytes of an artifact. */
export async function readBytes(artifact: StoredArtifact, most: number): Promise<Buffer> {
  if (artifact.sizeBytes === 0) return Buffer.alloc(0)
  return collect(await artifact.read({ start: 0, end: Math.min(most, artifact.sizeBytes) - 1 }), most)
}

/** All bytes of a stream, at most `most` of them. */
export async function collect(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    kept.push(piece)
    size += piece.length
    if (size >= most) break
  }
  return Buffer.concat(kept).subarray(0, most)
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, and removes terminal controls; lines end with `\n`. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const text = withoutControls(new TextDecoder(encoding).decode(bytes))
  return visible(text.replace(/\r\n?/g, '\n')).toWellFormed()
}
