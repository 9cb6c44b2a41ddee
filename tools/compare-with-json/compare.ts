import type { Side, Told, ToldAttempt } from './told.ts'

/** A difference between the two sides. */
export interface Difference {
  what:
    | 'only in the report'
    | 'only in svc'
    | 'status'
    | 'attempts'
    | 'duration'
    | 'errors'
    | 'todo'
    | 'totals'
    | 'failed files'
    | 'errors outside tests'
    | 'errors without a word'
  test?: string
  report?: unknown
  svc?: unknown
}

/** Compares test by test; durations may differ by less than `toleranceMs`. */
export const compare = (report: Side, svc: Side, toleranceMs: number): Difference[] => {
  const hasVariants = report.tests.some(({ variant }) => variant !== undefined)
  const keyOf = ({ file, titles, variant }: Told) =>
    JSON.stringify([file, titles, hasVariants ? variant : ''])
  const theirs = Map.groupBy(report.tests, keyOf)
  const ours = Map.groupBy(svc.tests, keyOf)
  const tests = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((test) =>
    compareAlike(test, theirs.get(test) ?? [], ours.get(test) ?? [], toleranceMs),
  )
  return [...tests, ...compareSides(report, svc)]
}

// Tests that the report cannot distinguish are paired by their results.
const compareAlike = (test: string, theirs: Told[], ours: Told[], toleranceMs: number): Difference[] => {
  const [left, right] = [theirs, ours].map((tests) => tests.toSorted(byOutcome)) as [Told[], Told[]]
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [report, svc] = [left[index], right[index]]
    if (!report) return [{ what: 'only in svc', test, svc: svc?.status } as const]
    if (!svc) return [{ what: 'only in the report', test, report: report.status } as const]
    return compareTest(test, report, svc, toleranceMs)
  }).flat()
}

const byOutcome = (a: Told, b: Told): number =>
  a.status.localeCompare(b.status) || (a.durationMs ?? 0) - (b.durationMs ?? 0)

const compareTest = (test: string, report: Told, told: Told, toleranceMs: number): Difference[] => {
  const svc = report.attempts ? told : merged(told, report.durationMs)
  const differences: Difference[] = []
  const note = (what: Difference['what'], theirs: unknown, ours: unknown) =>
    differences.push({ what, test, report: theirs, svc: ours })
  if (report.status !== svc.status) note('status', report.status, svc.status)
  if (Boolean(report.isTodo) !== Boolean(svc.isTodo)) note('todo', report.isTodo, svc.isTodo)
  if (isApart(report.durationMs, svc.durationMs, toleranceMs))
    note('duration', report.durationMs, svc.durationMs)
  if (JSON.stringify(report.errors) !== JSON.stringify(svc.errors)) note('errors', report.errors, svc.errors)
  if (report.attempts && !areAlike(report.attempts, svc.attempts ?? [], toleranceMs))
    note('attempts', report.attempts, svc.attempts)
  return differences
}

// A report that counts no attempts calls a flaky test passed, puts the errors of all tries together,
// and gives one duration for all of them, which is more than their sum.
const merged = (svc: Told, reportedMs = 0): Told => {
  const { attempts = [] } = svc
  if (attempts.length < 2) return svc
  const sumMs = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return {
    ...svc,
    status: svc.status === 'flaky' ? 'passed' : svc.status,
    durationMs: Math.max(sumMs, reportedMs),
    errors: svc.status === 'flaky' ? [] : attempts.flatMap(({ errors }) => errors),
  }
}

const areAlike = (report: ToldAttempt[], svc: ToldAttempt[], toleranceMs: number): boolean =>
  report.length === svc.length &&
  report.every((attempt, index) => {
    const other = svc[index]
    if (attempt.status !== other?.status) return false
    // Without a duration, the attempt is only known to exist.
    if (Number.isNaN(attempt.durationMs)) return true
    const sameErrors = JSON.stringify(attempt.errors) === JSON.stringify(other.errors)
    return sameErrors && !isApart(attempt.durationMs, other.durationMs, toleranceMs)
  })

const isApart = (report: number | undefined, svc: number | undefined, toleranceMs: number): boolean =>
  report !== undefined && Math.abs(report - (svc ?? 0)) > toleranceMs

const compareSides = (report: Side, svc: Side): Difference[] => {
  const differences: Difference[] = []
  const note = (what: Difference['what'], theirs: unknown, ours: unknown) => {
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) differences.push({ what, report: theirs, svc: ours })
  }
  note('totals', report.totals, svc.totals)
  note('failed files', report.failedFiles.toSorted(), svc.failedFiles.toSorted())
  note('errors without a word', 0, svc.outsideErrors?.filter((text) => text === '').length ?? 0)
  if (report.outsideErrors)
    note('errors outside tests', report.outsideErrors.toSorted(), svc.outsideErrors?.toSorted())
  return differences
}
