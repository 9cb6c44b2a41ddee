import {
  type AttemptLine,
  type EntryLine,
  type Group,
  JOURNAL_VERSION,
  LIMITS,
  type Open,
} from '@svc/protocol'
import { Problem } from '../kernel/problem.ts'
import { refuse, whole } from './check.ts'
import { describeMistake } from './parse-json.ts'
import { KNOWN_STATUS, LONGEST_MS, readEntry, readGroup } from './read-entry.ts'
import { readOpen } from './read-open.ts'
import type { Segment } from './segment.ts'

/** Reads a journal or a piece of one; refusals name the line, counted from 1. */
export function readJournal(body: string): Pick<Segment, 'open' | 'groups' | 'entries'> {
  let open: Open | undefined
  const groups = new Map<number, Group>()
  const entries: EntryLine[] = []
  const lines = parseLines(body)
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    if (isPlainAttempt(line, groups)) {
      entries.push(line)
      continue
    }
    if (line === undefined) continue
    const place = `line ${i + 1}`
    if (!Array.isArray(line)) refuse(place, 'a JSON array', line)
    if (line[0] === 'open') {
      open = openOf(place, line)
    } else if (open === undefined) {
      refuse(place, 'the "open" line first', line[0])
    } else if (line[0] === 'group') {
      groups.set(whole(`${place}, group[1]`, line[1]), readGroup(`${place}, group[2]`, line[2]))
      if (groups.size > LIMITS.groups) refuse(place, `at most ${LIMITS.groups} groups`)
    } else {
      const entry = readEntry(place, line, groups)
      if (entry === null) refuse(place, 'a line of kind open, group, attempt, error, warning or end', line[0])
      entries.push(entry)
    }
  }
  if (open === undefined) refuse('line 1', 'the "open" line; the body is empty')
  return { open, groups, entries }
}

/** Nearly every line is this: told by comparisons alone. What is not takes the way that finds words for it. */
const isPlainAttempt = (line: unknown, groups: Map<number, Group>): line is AttemptLine =>
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

/** One parse for the whole body is several times as fast as one a line; only a bad body is taken apart. */
function parseLines(body: string): unknown[] {
  const text = body.endsWith('\n') ? body.slice(0, -1) : body
  if (text === '') return []
  const count = countLines(text)
  try {
    const parsed = JSON.parse(`[${text.replaceAll('\n', ',')}]`) as unknown[]
    if (parsed.length === count) return parsed
  } catch {
    // Taken apart below, to say which line it is.
  }
  return text.split('\n').map((line, i) => {
    if (line.trim() === '') return undefined
    try {
      return JSON.parse(line)
    } catch (cause) {
      const torn = i === count - 1 && !body.endsWith('\n')
      throw new Problem(
        'INVALID_REQUEST',
        torn
          ? `line ${i + 1}: expected one JSON array, but the body ends in the middle of the line; send whole lines.`
          : `line ${i + 1}: expected one JSON array (${describeMistake(line, cause, i + 1)}).`,
        { cause },
      )
    }
  })
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

function openOf(place: string, line: unknown[]): Open {
  if (line[1] !== JOURNAL_VERSION) {
    refuse(
      `${place}, open[1] (version)`,
      `journal version ${JOURNAL_VERSION} (update ${typeof line[1] === 'number' && line[1] > JOURNAL_VERSION ? 'the server' : 'the reporter'})`,
      line[1],
    )
  }
  return readOpen(`${place}, open`, line[2])
}
