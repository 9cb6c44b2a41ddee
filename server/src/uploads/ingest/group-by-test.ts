import { LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { ATTEMPT, VERDICT } from '../../ground/store/tables.ts'
import type { Tried } from './derive.ts'
import type { KeptAttempt, KeptDetail, KeptEntry, Segment } from './segment.ts'

/** An attempt in stored form; `reasons` and `reason` are tokens of `Reasons`. */
interface NewAttempt extends Tried {
  reason: string | null
  entry: number
  reasons: string[]
  detail: string | null
}

/** A test that did not simply pass at the first attempt: its attempts in this segment, in order. */
export interface DetailedTest {
  /** Its position in the columns. */
  at: number
  testId: number
  attempts: NewAttempt[]
  /** Attempts of earlier segments; their reasons are ids. */
  earlier: Tried[]
  /** True if the row in `result` describes it completely. */
  plain: boolean
}

/**
 * One row per test, in columns as they are stored: nearly all of 20,000 tests then need no object
 * of their own.
 */
export interface ResultColumns {
  test_id: number[]
  verdict: number[]
  start_ms: number[]
  duration_us: number[]
  reason_id: (number | null)[]
}

/** A segment's attempts, grouped by test in order of test id. */
export interface GroupedTests {
  columns: ResultColumns
  /** The number of the first entry of each row. */
  entries: number[]
  /** Rows that are incomplete so far, by their position. */
  detailed: Map<number, DetailedTest>
  /** Entries other than attempts. */
  others: Exclude<KeptEntry, KeptAttempt>[]
  /** Tokens of the reasons that its attempts and errors have. */
  reasons: Set<string>
}

/** The maximum of the column: 24 days after the part's start. Only a broken clock exceeds it. */
const LATEST_START_MS = 2_147_483_647

/** More than the positions in a segment. A double can represent a test's id times this number exactly. */
const PLACES = 2 ** 21

/** Groups the entries of a segment, starting at `first`. */
export function groupByTest(segment: Segment, testIds: number[], first: number): GroupedTests {
  const { entries } = segment
  const gathered: GroupedTests = {
    columns: { test_id: [], verdict: [], start_ms: [], duration_us: [], reason_id: [] },
    entries: [],
    detailed: new Map(),
    others: [],
    reasons: new Set(),
  }
  const order = new Float64Array(entries.length - first)
  let count = 0
  for (let index = first; index < entries.length; index++) {
    const entry = entries[index] as KeptEntry
    if (entry[0] === 'attempt') order[count++] = (testIds[index] as number) * PLACES + index
    else {
      if (entry[0] === 'error') gathered.reasons.add(entry[1].reason)
      gathered.others.push(entry)
    }
  }
  // Rows in key order are appended to the table's tree; other rows split its pages.
  const sorted = order.subarray(0, count).sort()
  for (let i = 0; i < count; ) {
    const testId = Math.floor((sorted[i] as number) / PLACES)
    const base = testId * PLACES
    const begin = i++
    while (i < count && (sorted[i] as number) < base + PLACES) i++
    const index = (sorted[begin] as number) - base
    const line = entries[index] as KeptAttempt
    const row = addRow(gathered, testId, line, segment.from + index)
    if (i === begin + 1 && line[3] === 'passed' && line[6] === undefined) continue
    const places = Array.from(sorted.subarray(begin, i), (key) => key - base)
    gathered.detailed.set(row, tell(segment, row, testId, places, gathered.reasons))
  }
  return gathered
}

/** Adds a row for a pass, and returns its position. */
function addRow(
  { columns, entries }: GroupedTests,
  testId: number,
  line: KeptAttempt,
  entry: number,
): number {
  columns.verdict.push(VERDICT.passed)
  columns.start_ms.push(toStart(line[4]))
  columns.duration_us.push(Math.round(line[5] * 1000))
  columns.reason_id.push(null)
  entries.push(entry)
  return columns.test_id.push(testId) - 1
}

function tell(
  segment: Segment,
  position: number,
  testId: number,
  places: number[],
  wanted: Set<string>,
): DetailedTest {
  const tooMany = places[LIMITS.attempts]
  if (tooMany !== undefined) throw tooManyAttempts(segment.from + tooMany)
  const attempts = places.map((place) =>
    toAttempt(segment.entries[place] as KeptAttempt, segment.from + place, wanted),
  )
  const plain = attempts.length === 1 && isPlain(attempts[0] as NewAttempt)
  return { at: position, testId, attempts, earlier: [], plain }
}

/** Turns a complete row into an attempt, because its test was retried in another segment. */
export function tellPass({ columns, entries, detailed }: GroupedTests, position: number): DetailedTest {
  const attempt: NewAttempt = {
    entry: entries[position] as number,
    repeat: 0,
    status: ATTEMPT.passed,
    startMs: columns.start_ms[position] as number,
    durationUs: columns.duration_us[position] as number,
    reason: null,
    reasons: [],
    detail: null,
  }
  const test = {
    at: position,
    testId: columns.test_id[position] as number,
    attempts: [attempt],
    earlier: [],
    plain: true,
  }
  detailed.set(position, test)
  return test
}

const toStart = (ms: number) => Math.min(Math.round(ms), LATEST_START_MS)

function toAttempt(entry: KeptAttempt, number: number, wanted: Set<string>): NewAttempt {
  const [, , , status, startMs, durationMs, detail] = entry
  const attempt: NewAttempt = {
    entry: number,
    repeat: 0,
    status: ATTEMPT[status],
    startMs: toStart(startMs),
    durationUs: Math.round(durationMs * 1000),
    reason: null,
    reasons: [],
    detail: null,
  }
  return detail === undefined ? attempt : withDetail(attempt, detail, wanted)
}

function withDetail(attempt: NewAttempt, kept: KeptDetail, wanted: Set<string>): NewAttempt {
  attempt.repeat = kept.repeat
  attempt.reasons = kept.errors
  if (attempt.status === ATTEMPT.skipped || attempt.status === ATTEMPT.interrupted) attempt.reason = kept.skip
  else if (attempt.status !== ATTEMPT.passed) attempt.reason = kept.errors[0] ?? null
  attempt.detail = kept.rest
  for (const token of kept.errors) wanted.add(token)
  if (attempt.reason !== null) wanted.add(attempt.reason)
  return attempt
}

const isPlain = (attempt: NewAttempt) =>
  (attempt.status === ATTEMPT.passed || attempt.status === ATTEMPT.skipped) &&
  attempt.repeat === 0 &&
  attempt.detail === null &&
  attempt.reasons.length === 0

export const tooManyAttempts = (entry: number) =>
  new Problem('INVALID_REQUEST', `entry ${entry}: expected at most ${LIMITS.attempts} attempts of one test.`)
