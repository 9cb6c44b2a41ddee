import type { SentError } from '@svc/client/wrapped'
import { errorLine } from '@svc/protocol'
import type { FailedTest } from './failed-test.ts'
import type { Side } from './rule/causes.ts'
import type { Ran } from './runners/run-file.ts'

type Judged = ({ kind: 'failed' | 'passed' } | { kind: 'void'; reason: string }) & { error?: SentError }

/**
 * Tells how a trial ended. Here, an error may have other numbers than the one that is looked into, as times do. On the
 * base it must be the same to the letter as one that was seen here, because `expected 503` and `expected 2` differ.
 */
export const makeComparison = () => {
  const seen = new Map<FailedTest, Set<string>>()
  /** How many tests of its name this tree has. */
  const counts = new Map<FailedTest, number>()
  return (test: FailedTest, side: Side, ran: Ran): Judged => {
    if (ran.kind === 'void') return ran
    const { tests, errors } = ran.outcomes
    const named = tests.filter((each) => sameName(test, each))
    // By its number, if this side has as many tests of the name; else any of them counts.
    if (side === 'here') counts.set(test, named.length)
    const isByNumber = named.length > 1 && (counts.get(test) ?? named.length) === named.length
    const found = named.filter((each) => each.result !== 'skipped' && (!isByNumber || sameNumber(test, each)))
    const [loadError] = errors
    if (found.length === 0)
      return {
        kind: 'void',
        reason: loadError
          ? `the file does not load: ${errorLine(loadError.message)}`
          : 'the test did not run',
      }
    const failed = found.filter(({ result }) => result === 'failed')
    const lines = failed.map(({ message }) => errorLine(message))
    if (lines.length === 0) return { kind: 'passed' }
    const known = seen.get(test) ?? new Set([errorLine(test.message)])
    seen.set(test, known)
    const isAlike = (line: string) =>
      side === 'here' ? withoutNumbers(line) === withoutNumbers(errorLine(test.message)) : known.has(line)
    const alike = lines.find(isAlike)
    const error = failed[alike === undefined ? 0 : lines.indexOf(alike)]?.error
    const seenError = error ? { error } : {}
    if (alike === undefined) return { kind: 'void', reason: `${OTHER_ERROR}: ${lines[0]}`, ...seenError }
    if (side === 'here') known.add(alike)
    return { kind: 'failed', ...seenError }
  }
}

/** Begins the reason of a void trial in which the test ran. */
export const OTHER_ERROR = 'it fails with another error'

const sameNumber = ({ occurrence = 0 }: FailedTest, other: Pick<FailedTest, 'occurrence'>): boolean =>
  occurrence === (other.occurrence ?? 0)

const sameName = (one: FailedTest, other: Pick<FailedTest, 'file' | 'titles' | 'variant'>): boolean =>
  one.file === other.file &&
  one.variant === other.variant &&
  one.titles.length === other.titles.length &&
  one.titles.every((title, at) => title === other.titles[at])

const withoutNumbers = (line: string): string => line.replace(/0x[\da-f]+|\d+/gi, '0')
