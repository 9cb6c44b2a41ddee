import {
  type AttemptStatus,
  type Failure,
  type Group,
  type Imports,
  type JournalLine,
  LIMITS,
  type TestName,
} from '@svc/protocol'
import type { ArtifactQueue } from './artifact-queue.ts'
import type { Cleaner } from './clean.ts'
import type { Config } from './config.ts'
import { hasCut } from './cut.ts'
import { roundDuration, roundMs, toDetail, toFailure } from './detail.ts'
import { makeGroups } from './groups.ts'
import type { RecordedAttempt } from './recorded.ts'
import { MASK } from './redact.ts'
import type { SteadyClock } from './steady-clock.ts'

/** Converts the calls of reporters to lines of the journal. */
export const makeLines = (
  config: Config,
  time: { clock: SteadyClock; startedAt: number },
  cleaner: Cleaner,
  append: (line: string) => void,
  artifacts?: ArtifactQueue,
) => {
  /** The number of counted lines, by which an artifact identifies its attempt. */
  let entries = 0
  const write = (line: JournalLine) => {
    if (line[0] !== 'group') entries += 1
    append(JSON.stringify(line))
  }
  const masked = makeMaskedNames()
  const groups = makeGroups(cleaner, (number, group) => {
    masked.define(number, group)
    write(['group', number, group])
  })
  const tally = makeTally()
  let warnings = 0
  let isFull = false
  /** Returns the sentence as it was written. */
  const warning = (message: string): string => {
    const text = cleaner.text(message, LIMITS.messageBytes, 'warning', new Set())
    warnings += 1
    if (warnings < LIMITS.warnings) write(['warning', text])
    if (warnings === LIMITS.warnings) write(['warning', 'Further warnings were omitted.'])
    return text
  }
  let hasLeftOut = false
  const leaveOut = () => {
    cleaner.cut('attempts', new Set())
    if (!hasLeftOut)
      warning(
        `Some attempts of tests with more than ${MOST_ALIKE} passed or ${MOST_ALIKE} failed attempts were omitted.`,
      )
    hasLeftOut = true
  }
  const refuse = () => {
    if (!isFull) warning(`Only the first ${LIMITS.results} results were kept.`)
    isFull = true
  }
  /** If a reporter breaks the declared types, the details are lost, but not the result. */
  const describe = (attempt: RecordedAttempt, occurrence: number, marks: Set<string>) => {
    try {
      return toDetail(attempt, occurrence, cleaner, marks)
    } catch {
      cleaner.cut('detail', marks)
      return { ...(occurrence > 0 && { occurrence }), truncated: [...marks] }
    }
  }
  return {
    warning,
    results: () => tally.results,
    attempt(test: TestName, recorded: RecordedAttempt) {
      if (tally.results >= LIMITS.results) return refuse()
      const marks = new Set<string>()
      const group = groups.numberOf(test.file, test.titles, test.variant || config.variant)
      const ownTitle = test.titles.at(-1) ?? ''
      const title = cleaner.title(ownTitle, marks)
      const occurrence = masked.occurrenceOf(group, {
        title: ownTitle,
        written: title,
        occurrence: test.occurrence || recorded.occurrence || 0,
      })
      const room = tally.room(group, title, occurrence, recorded)
      if (room === 'nothing') return leaveOut()
      const attempt = room === 'brief' ? toBrief(recorded) : recorded
      const detail = describe(attempt, occurrence, marks)
      const startMs = startOf(attempt, time)
      const durationMs = roundDuration(attempt.durationMs)
      entries += 1
      // Hand-written, because JSON of the title alone is faster than of the surrounding array.
      const line = `["attempt",${group},${JSON.stringify(title)},"${attempt.status}",${startMs},${durationMs}`
      append(detail ? `${line},${JSON.stringify(detail)}]` : `${line}]`)
      tally.count(group, title, occurrence, attempt)
      if (!attempt.attachments?.length || !artifacts) return
      if (wantsArtifacts(config.artifacts, attempt.status, tally.hasFailed(group, title, occurrence)))
        artifacts.add(entries - 1, attempt.attachments)
    },
    imports({ files, changed, ...listed }: Imports) {
      const clean = (paths: string[]) => paths.map((path) => cleaner.path(path))
      const cleaned = changed && {
        ...changed,
        files: clean(changed.files),
        removed: clean(changed.removed),
      }
      write(['imports', { files: clean(files), ...listed, ...(cleaned && { changed: cleaned }) }])
    },
    error(failure: Failure, file?: string) {
      const clean = toFailure(failure, cleaner, new Set())
      write(['error', file === undefined ? { failure: clean } : { file: cleaner.path(file), failure: clean }])
    },
  }
}

/** The facts that distinguish a failure: its times, location and first error. Omitted fields are marked. */
const toBrief = (attempt: RecordedAttempt): RecordedAttempt => {
  const { stdout, stderr, steps, attachments, annotations, tags, errors = [], ...brief } = attempt
  const left = { stdout, stderr, steps, attachments, annotations, tags, errors: errors[1] }
  const truncated = Object.entries(left).flatMap(([field, value]) => (value ? [field] : []))
  return { ...brief, ...(errors[0] && { errors: [errors[0]] }), ...(truncated[0] && { truncated }) }
}

/**
 * Milliseconds after the part's start; a start outside the part comes from a clock that was set
 * during the run.
 */
const startOf = (
  { startedAt }: RecordedAttempt,
  { clock, startedAt: begin }: { clock: SteadyClock; startedAt: number },
): number => {
  // Nearly always true, and checked for every test.
  if (startedAt >= begin && clock.isPast(startedAt)) return roundMs(startedAt - begin)
  const aheadMs = clock.aheadMs()
  const isOutside = aheadMs !== 0 && (startedAt < begin || startedAt > clock.now())
  return roundMs(startedAt - begin - (isOutside ? aheadMs : 0))
}

/** True if the artifacts of an attempt are sent: with `failed`, those of attempts that failed and of their retries. */
const wantsArtifacts = (mode: Config['artifacts'], status: AttemptStatus, isTriedAgain: boolean): boolean =>
  mode === 'all' || (mode === 'failed' && ((status !== 'passed' && status !== 'skipped') || isTriedAgain))

/** A cut may have removed the mask. */
const mayHideSecret = (written: string) => written.includes(MASK) || hasCut(written)
/** Characters of a title that are kept as they are. */
const LONG = 256
const digest = (text: string) =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('base64')

/** Distinguishes tests whose names differ only in their masked part, by giving them different occurrences. */
const makeMaskedNames = () => {
  const groups = new Map<number, string>()
  const occurrences = new Map<string, Map<string, number>>()
  return {
    /** Call it with every group when it is written. */
    define(number: number, group: Group) {
      const text = JSON.stringify(group)
      if (mayHideSecret(text)) groups.set(number, text)
    },
    /** The occurrence to write for a test; the given one unless part of its name was masked. */
    occurrenceOf(group: number, name: { title: string; written: string; occurrence: number }): number {
      const { title, written, occurrence } = name
      const above = groups.get(group)
      if (above === undefined && !mayHideSecret(written)) return occurrence
      const key = `${above ?? group}\0${written}`
      const known = occurrences.get(key) ?? new Map<string, number>()
      occurrences.set(key, known)
      const test = `${group}\0${title.length > LONG ? digest(title) : title}\0${occurrence}`
      const number = known.get(test) ?? known.size
      known.set(test, number)
      return number
    },
  }
}

/**
 * Counts tests, not attempts. It remembers only failed tests: others are retried only if a runner repeats a group of
 * tests, and then the runner says so.
 */
interface Tally {
  /**
   * How much of an attempt to keep: after 50 failures of a test `brief`, its times and first error; `nothing` after
   * `MOST_ALIKE` of its kind.
   */
  room(group: number, title: string, occurrence: number, attempt: RecordedAttempt): Room
  /** True if an attempt of the test has failed so far. */
  hasFailed(group: number, title: string, occurrence: number): boolean
  count(group: number, title: string, occurrence: number, attempt: RecordedAttempt): void
  readonly results: number
}

type Room = 'whole' | 'brief' | 'nothing'

/** Attempts of one test that passed, and as many that failed. */
const MOST_ALIKE = LIMITS.attempts / 2
/** Further failures of the same test rarely add anything, and their output would fill the disk. */
const WHOLE_FAILURES = 50

export const makeTally = (): Tally => {
  /** The number of failures of each. */
  const failed = new Map<string, number>()
  let results = 0
  const keyOf = (group: number, title: string, occurrence: number) => `${group}\0${occurrence}\0${title}`
  return {
    room(group, title, occurrence, { status, repeat = 0 }) {
      if (!isFailure(status)) return repeat < MOST_ALIKE ? 'whole' : 'nothing'
      const failures = failed.get(keyOf(group, title, occurrence)) ?? 0
      return failures < WHOLE_FAILURES ? 'whole' : failures < MOST_ALIKE ? 'brief' : 'nothing'
    },
    hasFailed: (group, title, occurrence) => failed.has(keyOf(group, title, occurrence)),
    count(group, title, occurrence, { status, repeat, retry }) {
      if (failed.size > 0 || isFailure(status)) {
        const key = keyOf(group, title, occurrence)
        const failures = failed.get(key)
        if (isFailure(status)) failed.set(key, (failures ?? 0) + 1)
        if (failures !== undefined) return
      }
      if (!repeat && !retry) results += 1
    },
    get results() {
      return results
    },
  }
}

const isFailure = (status: RecordedAttempt['status']) => status !== 'passed' && status !== 'skipped'
