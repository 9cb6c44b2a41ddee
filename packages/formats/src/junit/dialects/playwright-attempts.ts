import { type Failure, LIMITS } from '@svc/protocol'
import { printedFailure } from '../../common/printed.ts'
import type { ReportedAttempt } from '../../format.ts'
import type { JUnitCase, JUnitOutcome } from '../elements.ts'

/** The location of the test, then a line to the edge. */
const HEADER = /^ {2}\S.*:\d+:\d+ /
const RETRY = /^Retry #\d+ ─+$/
/** The text after the errors of an attempt. */
const APPENDIX = /^(?:Error Context: |attachment #\d+: )/
const FRAME = /^ {4}at /
const CAUSE = /^\s*\[cause\]: (.*)$/
const TIMED_OUT =
  /^(?:Test timeout of \d+ms exceeded|"\w+" hook timeout of \d+ms exceeded|Test finished within timeout)/

/**
 * Attempts with the errors that Playwright prints for people: all attempts of a test in one text. Without
 * `includeRetries`, only that text shows that there were several; the single time is that of the last.
 */
export const playwrightAttempts = (attempts: ReportedAttempt[], test: JUnitCase): ReportedAttempt[] => {
  const { outcomes } = test
  const failure = outcomes.find(({ kind }) => kind === 'failure' || kind === 'error')
  const tries = failure ? triesIn(failure.text) : []
  const retries = outcomes.filter(({ kind }) => /^(?:flaky|rerun)/.test(kind))
  const isOnlyAttempt = attempts.length === 1 && tries.length > 1
  return Array.from({ length: Math.max(attempts.length, tries.length) }, (_, index): ReportedAttempt => {
    const attempt = (isOnlyAttempt ? attempts[index - tries.length + 1] : attempts[index]) ?? {
      durationMs: 0,
      status: 'failed',
    }
    const errors = tries[index] ?? []
    if (errors.length === 0) return withStack(attempt, retries[failure ? index - 1 : index])
    const status = errors.some(({ message }) => TIMED_OUT.test(message)) ? 'timedOut' : 'failed'
    return { ...attempt, status, errors }
  })
}

const withStack = (attempt: ReportedAttempt, retry: JUnitOutcome | undefined): ReportedAttempt => {
  const text = retry?.text.trim() ?? ''
  return text === '' || !attempt.errors ? attempt : { ...attempt, errors: [toFailure(text.split('\n'))] }
}

/** The errors of each attempt; empty if the text has another form. */
const triesIn = (text: string): Failure[][] => {
  const [header = '', ...lines] = text.replace(/^(?:[ \t]*\n)+/, '').split('\n')
  if (!HEADER.test(header)) return []
  const tries: string[][] = [[]]
  for (const line of lines.map((each) => each.replace(/^ {4}/, ''))) {
    if (RETRY.test(line)) tries.push([])
    else tries.at(-1)?.push(line)
  }
  return tries.slice(0, LIMITS.attempts).map((each) => {
    const end = each.findIndex((line) => APPENDIX.test(line))
    return errorsIn(end < 0 ? each : each.slice(0, end))
  })
}

/**
 * The next error follows the frames of the previous one, or the sentence about a time-out, which
 * has no frames.
 */
const errorsIn = (lines: string[]): Failure[] => {
  const errors: string[][] = []
  let hasEnded = true
  for (const line of lines) {
    const isFrame = FRAME.test(line)
    if (line !== '' && hasEnded && !isFrame && !CAUSE.test(line)) errors.push([])
    errors.at(-1)?.push(line)
    if (isFrame || CAUSE.test(line)) hasEnded = true
    else if (line !== '') hasEnded = TIMED_OUT.test(line)
  }
  return errors.map(toFailure)
}

const toFailure = (lines: string[]): Failure => {
  const index = lines.findIndex((line) => CAUSE.test(line))
  if (index < 0) return printedFailure(lines)
  const [, first = ''] = CAUSE.exec(lines[index] ?? '') ?? []
  return { ...printedFailure(lines.slice(0, index)), cause: toFailure([first, ...lines.slice(index + 1)]) }
}
