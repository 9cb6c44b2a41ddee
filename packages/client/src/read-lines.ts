import { createReadStream } from 'node:fs'
import type { JournalSource } from './journal.ts'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 10

/**
 * The content of a journal from byte `start` on, in pieces of complete lines, each ending in a line
 * break. Ends at the first incomplete line, which a kill or a full disk leaves behind.
 */
export async function* readWhole(source: JournalSource, start = 0): AsyncGenerator<Buffer> {
  if (source.path && source.bytes > start) {
    const options = { highWaterMark: CHUNK_BYTES, start, end: source.bytes - 1 }
    let rest: Buffer[] = []
    for await (const chunk of createReadStream(source.path, options) as AsyncIterable<Buffer>) {
      const end = chunk.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        const piece =
          rest.length > 0 ? Buffer.concat([...rest, chunk.subarray(0, end)]) : chunk.subarray(0, end)
        const whole = source.isFound ? untorn(piece) : piece
        if (whole.length > 0) yield whole
        if (whole !== piece) return
        rest = []
      }
      if (end < chunk.length) rest.push(chunk.subarray(end))
    }
  }
  if (source.lines.length > 0) yield Buffer.from(`${source.lines.join('\n')}\n`)
}

/** Returns the bytes before the first torn line: another process may have left any line incomplete. */
const untorn = (piece: Buffer): Buffer => {
  const lines = piece.toString().split('\n').slice(0, -1)
  const torn = lines.findIndex((line) => !isWhole(line))
  return torn === -1
    ? piece
    : Buffer.from(
        lines
          .slice(0, torn)
          .map((line) => `${line}\n`)
          .join(''),
      )
}

const isWhole = (line: string): boolean => {
  try {
    const parsed: unknown = JSON.parse(line)
    return Array.isArray(parsed) && typeof parsed[0] === 'string'
  } catch {
    return false
  }
}

/** Calls `visit` with the position of each line, including its line break. */
export const eachLine = (piece: Buffer, visit: (start: number, end: number) => void): void => {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf(NEWLINE, start) + 1
    visit(start, end)
    start = end
  }
}
