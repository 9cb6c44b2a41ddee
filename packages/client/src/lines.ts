import { type Failure, type JournalLine, LIMITS, type TestName } from '@svc/protocol'
import type { ArtifactQueue } from './artifact-queue.ts'
import type { Cleaner } from './clean.ts'
import type { Config } from './config.ts'
import { roundDuration, roundMs, toDetail, toFailure } from './detail.ts'
import { makeGroups } from './groups.ts'
import { makeMaskedNames } from './masked-names.ts'
import type { RecordedAttempt } from './recorded.ts'
import type { SteadyClock } from './steady-clock.ts'
import { MOST_ALIKE, makeTally } from './tally.ts'
import { wantsArtifacts } from './wanted-artifacts.ts'

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
