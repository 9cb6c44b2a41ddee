import { type Counts, type Plain, sumOf } from './plain.ts'
import type { Reading } from './read-report.ts'

/** How a reading differs from the plain count. `explained` and `wrong` say why. */
export interface Verdict {
  kind: 'equal' | 'explained' | 'refused' | 'foreign' | 'wrong'
  why: string
}

/** Compares what was read with what the elements say; anything not explained by a rule of the format is `wrong`. */
export const compare = (plain: Plain, { outcome, status, isBroken, told }: Reading): Verdict => {
  const { statuses, problem } = outcome
  if (!isEqual(statuses, told) || told.errors !== outcome.errors + (problem && outcome.format ? 1 : 0))
    return { kind: 'wrong', why: `told ${show(told)}, and says ${show(statuses)}` }
  const isGreen = status === 'passed'
  if (problem && (isGreen || !isBroken)) return { kind: 'wrong', why: 'broken and green' }
  const isUnknown = problem !== undefined && !outcome.format
  if (isUnknown && (plain.kind === 'other' || plain.kind === 'broken'))
    return { kind: 'foreign', why: problem.reason }
  if (plain.kind === 'other') return { kind: 'wrong', why: `no report, and read as ${outcome.format}` }
  if (problem) {
    const place = problem.place ? `line ${problem.place.line}: ` : ''
    return { kind: 'refused', why: `${place}${problem.reason}` }
  }
  if (plain.kind === 'broken') return { kind: 'wrong', why: `broken (${plain.reason}), and read` }
  const { repeats, counts } = plain
  if (isGreen && counts.failed > 0 && repeats === 0)
    return { kind: 'wrong', why: `green with ${counts.failed} failed` }
  const isErrorsAlone = outcome.errors > 0 && !isGreen
  if (sumOf(plain.counts) === 0 && !isBroken && !isErrorsAlone)
    return { kind: 'wrong', why: 'no tests and no errors, and not broken' }
  if (isEqual(counts, statuses)) return { kind: 'equal', why: '' }
  const unknown = outcome.repairs.filter(({ kind }) => SAYS_STATUS.test(kind))
  const [repair] = unknown
  if (repair && sumOf(counts) === sumOf(statuses))
    return { kind: 'explained', why: `it is said: ${repair.count} × ${repair.kind} (${repair.detail})` }
  return explain(plain, statuses, told.attempts)
}

/** Repairs that tell of a status: one that is unknown counts as failed. */
const SAYS_STATUS = /that is not known$|^unknown status|^wrong status/

const explain = (plain: Plain, statuses: Counts, attempts: number): Verdict => {
  const { expectedFailures, outside } = plain
  const told = { ...plain.counts }
  const why: string[] = []
  if (expectedFailures > 0) {
    told.skipped -= expectedFailures
    told.passed += expectedFailures
    why.push(`${expectedFailures} expected failures are passes`)
  }
  if (outside.failed + outside.skipped > 0) {
    told.failed -= outside.failed
    told.skipped -= outside.skipped
    why.push(`${outside.failed + outside.skipped} elements are no tests but errors of files`)
  }
  if (isEqual(told, statuses)) return { kind: 'explained', why: why.join('; ') }
  const joined = sumOf(told) - sumOf(statuses)
  if (joined > 0 && joined <= plain.repeats && attempts >= sumOf(told)) {
    why.push(`${joined} elements are retries of a test above them`)
    return { kind: 'explained', why: why.join('; ') }
  }
  return { kind: 'wrong', why: `elements say ${show(plain.counts)}, read as ${show(statuses)}` }
}

const isEqual = (one: Counts, other: Counts): boolean =>
  (['passed', 'failed', 'flaky', 'skipped'] as const).every((status) => one[status] === other[status])

const show = ({ passed, failed, flaky, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${flaky} flaky, ${skipped} skipped`
