import { type Group, INGEST_HEADERS, JOURNAL_VERSION, LIMITS, type Open } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { refuse, whole } from './check.ts'
import { describeMistake } from './parse-json.ts'
import { JOURNAL, KNOWN_STATUS, LONGEST_MS, readEntry, readGroup } from './read-entry.ts'
import { readOpen } from './read-open.ts'
import { Reasons } from './reasons.ts'
import type { KeptAttempt, KeptEntry, ReadBody } from './segment.ts'
import { type Batch, splitLines } from './split-lines.ts'

/** Reads a journal or a piece of one. Errors name the line, counted from 1. */
export function readJournal(body: Uint8Array): ReadBody {
  let open: Open | undefined
  const groups = new Map<number, Group>()
  const entries: KeptEntry[] = []
  const reasons = new Reasons()
  let hasImports = false
  for (const batch of splitLines(body)) {
    const lines = parseLines(batch)
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]
      if (isPlainAttempt(line, groups)) {
        entries.push(line)
        continue
      }
      const place = `line ${batch.numbers[i]}`
      if (!Array.isArray(line)) refuse(place, 'a JSON array', line)
      if (line[0] === 'open') {
        open = openOf(place, line)
      } else if (open === undefined) {
        refuse(place, 'the "open" line first', line[0])
      } else if (line[0] === 'group') {
        groups.set(whole(`${place}, group[1]`, line[1]), readGroup(`${place}, group[2]`, line[2], JOURNAL))
        if (groups.size > LIMITS.groups) refuse(place, `at most ${LIMITS.groups} groups`)
      } else {
        // Packing and storing thousands of lists would take the server's time.
        if (line[0] === 'imports') {
          if (hasImports) refuse(place, 'one list of imports a part')
          hasImports = true
        }
        const entry = readEntry(place, line, groups, reasons)
        if (entry === null) refuse(place, 'a line that begins with its kind, such as "attempt"', line[0])
        entries.push(entry)
      }
    }
    if (entries.length > LIMITS.bodyEntries) throw tooManyEntries()
  }
  if (open === undefined) refuse('line 1', 'the "open" line; the body is empty')
  return { open, groups, entries, reasons }
}

/** Recognizes nearly every line by comparisons alone. Other lines go to the checks with error messages. */
const isPlainAttempt = (line: unknown, groups: Map<number, Group>): line is KeptAttempt =>
  Array.isArray(line) &&
  line.length === 6 &&
  line[0] === 'attempt' &&
  groups.has(line[1]) &&
  isPlainTitle(line[2]) &&
  KNOWN_STATUS.has(line[3]) &&
  isTime(line[4]) &&
  isTime(line[5])

const isPlainTitle = (title: unknown) =>
  typeof title === 'string' &&
  title.length * 3 <= LIMITS.titleBytes &&
  !title.includes('\0') &&
  title.isWellFormed()

const isTime = (ms: unknown) => typeof ms === 'number' && ms >= 0 && ms <= LONGEST_MS

/**
 * One parse for many lines is several times as fast as one per line; only a bad batch is parsed line by line.
 */
function parseLines({ json, lines, numbers, isTorn }: Batch): unknown[] {
  if (json !== null) {
    try {
      return JSON.parse(json) as unknown[]
    } catch {
      // The code below parses the lines one by one, to name the wrong one.
    }
  }
  return lines().map((line, i) => {
    try {
      return JSON.parse(line)
    } catch (cause) {
      const number = numbers[i] as number
      const isEnd = isTorn && i === numbers.length - 1
      throw new Problem(
        'INVALID_REQUEST',
        isEnd
          ? `line ${number}: expected one JSON array, but the body ends in the middle of the line; send whole lines.`
          : `line ${number}: expected one JSON array (${describeMistake(line, cause, number)}).`,
        { cause },
      )
    }
  })
}

const tooManyEntries = () =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `The body: expected at most ${LIMITS.bodyEntries} entries. Send the rest in further requests, with the header ${INGEST_HEADERS.from}.`,
  )

function openOf(place: string, line: unknown[]): Open {
  if (line[1] !== JOURNAL_VERSION) {
    refuse(
      `${place}, open[1] (version)`,
      `journal version ${JOURNAL_VERSION} (update ${typeof line[1] === 'number' && line[1] > JOURNAL_VERSION ? 'the server' : 'the reporter'})`,
      line[1],
    )
  }
  return readOpen(`${place}, open`, line[2], JOURNAL)
}
