import { SvcError } from '@svc/api'

/** The content at the address of a trace; `reason` is the server's, in sentences. */
export type Trace = { is: 'whole' } | { is: 'damaged' } | { is: 'gone'; reason: string }

/** The last record of a zip archive with a comment of maximum length. */
const MOST_TAIL_BYTES = 22 + 65_535
const END_OF_ARCHIVE = [0x50, 0x4b, 0x05, 0x06]
/** Larger archives store their sizes elsewhere. */
const ZIP64 = 0xffffffff

/** Reads the end of a trace, because the viewer reports every failure as a trace that could not be loaded. */
export async function readTrace(address: string, signal: AbortSignal): Promise<Trace> {
  const answer = await fetch(address, { headers: { Range: `bytes=-${MOST_TAIL_BYTES}` }, signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new SvcError('UNREACHABLE', 'The server is not responding.', { cause })
    },
  )
  // A range request for an empty file is invalid.
  if (answer.status === 416) return { is: 'damaged' }
  if (!answer.ok) return refused(answer)
  const tail = new Uint8Array(await answer.arrayBuffer())
  return { is: isEndOfArchive(tail, sizeOf(answer, tail)) ? 'whole' : 'damaged' }
}

async function refused(answer: Response): Promise<Trace> {
  const body = (await answer.json().catch(() => null)) as {
    error?: { code?: SvcError['code']; message?: string }
  } | null
  const { code = 'UNREACHABLE', message = `The server answered with status ${answer.status}.` } =
    body?.error ?? {}
  if (code === 'NOT_FOUND') return { is: 'gone', reason: message }
  throw new SvcError(code, message, { status: answer.status })
}

const sizeOf = (answer: Response, tail: Uint8Array): number =>
  Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? tail.byteLength)

/**
 * Whether a file of `size` bytes ends like an archive, with its complete directory before the last
 * record.
 */
function isEndOfArchive(tail: Uint8Array, size: number): boolean {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (!END_OF_ARCHIVE.every((byte, i) => tail[at + i] === byte)) continue
    const record = new DataView(tail.buffer, tail.byteOffset + at, 22)
    const [length, start] = [record.getUint32(12, true), record.getUint32(16, true)]
    return start === ZIP64 || start + length <= size - tail.length + at
  }
  return false
}
