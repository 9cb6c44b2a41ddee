import { LIMITS, type OpenLine } from '@svc/protocol'
import type { JournalSource } from './journal.ts'
import { eachLine, readWhole } from './read-lines.ts'

/** The content of a journal, counted without parsing its lines. */
export interface JournalSummary {
  /** The last `open` line, which takes precedence. */
  open?: string
  opens: number
  entries: number
  /** False if the run was cut off. */
  hasEnd: boolean
}

/** A self-contained piece of a journal: the open line, the groups it needs, its entries. */
export interface Segment {
  /** Number of its first entry. */
  from: number
  count: number
  body: Buffer
}

/**
 * How far a journal was read: the part before `bytes` contains this many entries and defines these
 * groups.
 */
export interface Mark {
  bytes: number
  entries: number
  groups: Map<number, Buffer>
}

export const atStart = (): Mark => ({ bytes: 0, entries: 0, groups: new Map() })

/** A segment is closed at this size before compression; the server bounds the bytes in `LIMITS`. */
const SEGMENT_BYTES = 7 * 1024 * 1024

/** Lines other than attempts may add this many to the entries of a segment. */
const MORE_ENTRIES = 1_000

export const summarize = async (source: JournalSource): Promise<JournalSummary> => {
  const summary: JournalSummary = { opens: 0, entries: 0, hasEnd: false }
  for await (const piece of readWhole(source))
    eachLine(piece, (start, end) => {
      const kind = kindOf(piece, start)
      if (kind === 'open') {
        summary.open = piece.toString('utf8', start, end - 1)
        summary.opens += 1
      } else if (kind !== 'group') summary.entries += 1
      if (kind === 'end') summary.hasEnd = true
    })
  return summary
}

/**
 * Cuts a journal into segments, from entry number `from` on; one without entries if there are none. Reads from
 * `mark` on, whose groups it adds to. Bytes go as they are: a run of 100,000 tests must not become as many strings.
 */
export async function* segments(
  source: JournalSource,
  open: string,
  from: number,
  mark: Mark = atStart(),
): AsyncGenerator<Segment> {
  const { groups } = mark
  let entry = mark.entries
  let segment = makeSegment(from === 0 ? open : withoutCodeowners(open), from)
  for await (const piece of readWhole(source, mark.bytes)) {
    const full: Segment[] = []
    eachLine(piece, (start, end) => {
      const kind = kindOf(piece, start)
      if (kind === 'open') return
      if (kind === 'group')
        return void groups.set(numberAt(piece, start + GROUP), Buffer.from(piece.subarray(start, end)))
      entry += 1
      if (entry <= from) return
      // The end of a run, or a few warnings and errors, do not need a request of their own.
      const most = LIMITS.segmentEntries + (kind === 'attempt' ? 0 : MORE_ENTRIES)
      const hasMost = kind !== 'end' && segment.count >= most
      const line: Line = { piece, start, end, errors: errorsOf(piece, start, end) }
      if (kind === 'attempt') line.group = numberAt(piece, start + ATTEMPT)
      if (hasMost || !segment.hasRoom(line, groups)) {
        full.push(segment.close())
        segment = makeSegment(withoutCodeowners(open), entry - 1)
      }
      segment.add(line, groups)
    })
    segment.leave()
    yield* full
  }
  if (segment.count > 0 || entry === 0) yield segment.close()
}

/** They may take megabytes, and the first segment contains them. */
const withoutCodeowners = (open: string): string => {
  if (!open.includes('"codeowners":')) return open
  const [kind, version, { codeowners: _, ...rest }] = JSON.parse(open) as OpenLine
  return JSON.stringify([kind, version, rest])
}

/** The first letter and the closing quote of its name determine a line's kind, without creating a string. */
const kindOf = (piece: Buffer, start: number): 'open' | 'group' | 'attempt' | 'end' | 'other' => {
  const isNamed = (letter: number, length: number) =>
    piece[start + 2] === letter && piece[start + 2 + length] === QUOTE
  if (isNamed(0x61, 7)) return 'attempt'
  if (isNamed(0x67, 5)) return 'group'
  if (isNamed(0x6f, 4)) return 'open'
  return isNamed(0x65, 3) ? 'end' : 'other'
}

const QUOTE = 0x22
const GROUP = '["group",'.length
const ATTEMPT = '["attempt",'.length

const numberAt = (piece: Buffer, start: number): number => {
  let number = 0
  for (let position = start; ; position += 1) {
    const digit = (piece[position] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return number
    number = number * 10 + digit
  }
}

/** Position of a line, and what the server counts of it. */
interface Line {
  piece: Buffer
  start: number
  end: number
  errors: number
  group?: number
}

/** At least as many errors and skip reasons as a line has; plain passes end in a number. */
const errorsOf = (piece: Buffer, start: number, end: number): number => {
  if (piece[end - 3] !== CLOSING_CURLY) return 0
  const line = piece.subarray(start, end)
  return timesIn(line, '"message":') + timesIn(line, '"reason":')
}

const CLOSING_CURLY = 0x7d

/** A quote inside a text has a backslash, so only keys match. */
const timesIn = (line: Buffer, key: string): number => {
  let times = 0
  for (let found = line.indexOf(key); found !== -1; found = line.indexOf(key, found + key.length)) times += 1
  return times
}

const makeSegment = (open: string, from: number) => {
  const first = Buffer.from(`${open}\n`)
  const parts: Buffer[] = [first]
  const defined = new Set<number>()
  let count = 0
  let bytes = 0
  let names = 0
  let errors = 0
  /** Consecutive lines are copied together. */
  let range: { piece: Buffer; start: number; end: number } | undefined
  const leave = () => {
    if (range) parts.push(range.piece.subarray(range.start, range.end))
    range = undefined
  }
  return {
    leave,
    /** False if the server would refuse the segment with one more line; a group's line is longer than its names. */
    hasRoom({ start, end, errors: more, group = -1 }: Line, groups: Map<number, Buffer>): boolean {
      if (count === 0) return true
      const name = groups.get(group)?.length ?? 0
      const definition = defined.has(group) ? 0 : name
      return (
        bytes < SEGMENT_BYTES &&
        first.length + bytes + definition + end - start <= LIMITS.segmentBytes &&
        names + name <= LIMITS.bodyNamesBytes &&
        errors + more <= LIMITS.bodyEntries
      )
    },
    add({ piece, start, end, errors: more, group = -1 }: Line, groups: Map<number, Buffer>) {
      const definition = groups.get(group)
      if (definition && !defined.has(group)) {
        leave()
        defined.add(group)
        parts.push(definition)
        bytes += definition.length
      }
      if (range?.end === start) range.end = end
      else {
        leave()
        range = { piece, start, end }
      }
      bytes += end - start
      names += definition?.length ?? 0
      errors += more
      count += 1
    },
    close(): Segment {
      leave()
      return { from, count, body: Buffer.concat(parts) }
    },
    get count() {
      return count
    },
  }
}
