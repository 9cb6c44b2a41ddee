import { createReadStream } from 'node:fs'
import { LIMITS } from '@svc/protocol'
import type { JournalSource } from './journal.ts'

/** What a journal holds, told without parsing its lines. */
export interface JournalSummary {
  /** The last `open` line, which is the one that counts. */
  open?: string
  opens: number
  entries: number
  /** False where the run was cut off. */
  hasEnd: boolean
}

/** A piece of a journal that stands on its own: the open line, the groups it needs, its entries. */
export interface Segment {
  /** Number of its first entry. */
  from: number
  count: number
  body: string
}

/** How far a journal was read: what stands before `bytes` holds so many entries and defines these groups. */
export interface Mark {
  bytes: number
  entries: number
  groups: Map<string, string>
}

export const atStart = (): Mark => ({ bytes: 0, entries: 0, groups: new Map() })

/** Bounds a segment's length before compression, well below what the server takes. */
const SEGMENT_CHARACTERS = 16 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

export const summarize = async (source: JournalSource): Promise<JournalSummary> => {
  const summary: JournalSummary = { opens: 0, entries: 0, hasEnd: false }
  for await (const lines of readLines(source))
    for (const line of lines) {
      if (isOpen(line)) {
        summary.open = line
        summary.opens += 1
      } else if (!isGroup(line)) {
        summary.entries += 1
        if (line.startsWith('["end",')) summary.hasEnd = true
      }
    }
  return summary
}

/**
 * Cuts a journal into segments, from entry number `from` on; one without entries where there are none.
 * Reads from `mark` on, whose groups it adds to.
 */
export async function* segments(
  source: JournalSource,
  open: string,
  from: number,
  mark: Mark = atStart(),
): AsyncGenerator<Segment> {
  const { groups } = mark
  let segment = makeSegment(open, from)
  let entry = mark.entries
  for await (const lines of readLines(source, mark.bytes))
    for (const line of lines) {
      if (isOpen(line)) continue
      if (isGroup(line)) {
        groups.set(groupNumber(line, '["group",'), line)
        continue
      }
      entry += 1
      if (entry <= from) continue
      const isAttempt = line.startsWith(ATTEMPT)
      // The end of a run, or a warning, is not worth a request of its own.
      const hasMost = isAttempt && segment.count >= LIMITS.segmentEntries
      if (hasMost || segment.length >= SEGMENT_CHARACTERS) {
        yield segment.close()
        segment = makeSegment(open, entry - 1)
      }
      segment.add(line, isAttempt ? groups.get(groupNumber(line, ATTEMPT)) : undefined)
    }
  if (segment.count > 0 || entry === 0) yield segment.close()
}

const ATTEMPT = '["attempt",'

const makeSegment = (open: string, from: number) => {
  const lines = [open]
  const defined = new Set<string>()
  let count = 0
  let length = open.length
  const push = (line: string) => {
    lines.push(line)
    length += line.length + 1
  }
  return {
    add(line: string, group: string | undefined) {
      if (group !== undefined && !defined.has(group)) {
        defined.add(group)
        push(group)
      }
      push(line)
      count += 1
    },
    close: (): Segment => ({ from, count, body: `${lines.join('\n')}\n` }),
    get count() {
      return count
    },
    get length() {
      return length
    },
  }
}

/** Whole lines in batches; ends at the first that is torn, which a kill or a full disk leaves behind. */
async function* readLines(source: JournalSource, start = 0): AsyncGenerator<string[]> {
  if (source.path && source.bytes > start) {
    let rest = ''
    const options = { encoding: 'utf8', highWaterMark: CHUNK_BYTES, start, end: source.bytes - 1 } as const
    for await (const chunk of createReadStream(source.path, options)) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      const torn = source.isFound ? lines.findIndex((line) => !isWhole(line)) : -1
      yield torn === -1 ? lines : lines.slice(0, torn)
      if (torn !== -1) break
    }
  }
  yield source.lines
}

const isWhole = (line: string): boolean => {
  try {
    const parsed: unknown = JSON.parse(line)
    return Array.isArray(parsed) && typeof parsed[0] === 'string'
  } catch {
    return false
  }
}

const isOpen = (line: string) => line.startsWith('["open",')
const isGroup = (line: string) => line.startsWith('["group",')
const groupNumber = (line: string, prefix: string) =>
  line.slice(prefix.length, line.indexOf(',', prefix.length))
