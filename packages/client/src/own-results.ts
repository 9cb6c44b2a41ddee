import { isExplained } from '@svc/protocol'
import type { Gated } from './gate.ts'
import { type Tally, tallyNameOf } from './journal-tally.ts'

/** A failure as an execution's report lists it. */
interface ReportedFailure {
  kind: string
  titles: string[]
  variant: string
  leg: string
  /** File of the test; `file` may be a different one, in which the error occurred. */
  testFile: string | null
  file: string | null
  verdict: string | null
  because: string | null
}

/** The fields of an execution's report that tell one job's failures from those of others. */
export interface GatedReport extends Omit<Gated, 'failures'> {
  failures: ReportedFailure[]
}

/** Failures outside tests are identified only by their file. */
export const nameOfReported = ({
  testFile,
  file,
  titles,
  variant,
  leg,
}: Pick<ReportedFailure, 'testFile' | 'file' | 'titles' | 'variant' | 'leg'>): string =>
  tallyNameOf({ file: testFile ?? file, titles, variant, leg })

/**
 * Returns the reports reduced to the failures of this job, for its gate. Returns whole reports if the two cannot be told
 * apart: a failure of this job that no report lists must not open the gate.
 */
export const ownResults = <Report extends GatedReport>(
  reports: Report[],
  tally: Tally | undefined,
): Report[] => {
  if (!tally || tally.failures.length < tally.failed + tally.errors) return reports
  const listed = new Set(reports.flatMap(({ failures }) => failures.map(nameOfReported)))
  const isListed = tally.failures.every((each) => each.titles.length === 0 || listed.has(tallyNameOf(each)))
  const hasAllErrors = reports.every(({ failures, totals }) => count(failures, isError) === totals.errors)
  if (!isListed || !hasAllErrors) return reports
  const names = new Set(tally.failures.map(tallyNameOf))
  return reports.map((report) => reduced(report, (each) => names.has(nameOfReported(each)), tally))
}

/**
 * Returns a report reduced to the failures of one leg, and to those outside tests, whose leg is unknown. Returns the whole
 * report if it does not list all failures.
 */
export const resultsOfLeg = <Report extends ReportOfAll>(report: Report, leg: string): Report => {
  const { regressions, newFailures, stillFailing, failuresNotCompared, errors } = report.totals
  const all = regressions + newFailures + stillFailing + failuresNotCompared + errors
  if (report.failures.length < all) return report
  const cutOff = report.cutOff.length
  const isOwn = (failure: ReportedFailure) => failure.leg === leg || isError(failure)
  return reduced(report, isOwn, { errors: report.execution.counts.errors, cutOff })
}

interface ReportOfAll extends GatedReport {
  totals: GatedReport['totals'] & { stillFailing: number }
}

const reduced = <Report extends GatedReport>(
  report: Report,
  isOwn: (failure: ReportedFailure) => boolean,
  tally: Pick<Tally, 'errors' | 'cutOff'>,
): Report => {
  const { execution, totals } = report
  const failures = report.failures.filter(isOwn)
  const ofKind = (kind: string) => count(failures, (each) => each.kind === kind)
  const { failed, errors } = execution.counts
  const own = { failed: failures.length - ofKind('error'), errors: Math.min(errors, tally.errors) }
  const isOthers = failed + errors > 0 && own.failed + own.errors === 0
  return {
    ...report,
    failures,
    // The server knows what the base explains.
    cutOff: tally.cutOff > 0 ? report.cutOff : [],
    totals: {
      ...totals,
      regressions: ofKind('regression'),
      newFailures: ofKind('new'),
      failuresNotCompared: ofKind('not-compared'),
      failingDifferently: count(failures, isUnclear),
      errors: ofKind('error'),
      mine: count(failures, isBlamed('mine')),
      unknown: count(failures, isBlamed('unknown')),
    },
    // A run that failed without a failure belongs to no job, so it stays failed.
    execution: {
      ...execution,
      state: isOthers ? 'passed' : execution.state,
      counts: { ...execution.counts, ...own },
    },
  }
}

const isError = ({ kind }: ReportedFailure) => kind === 'error'

/** As the server counts verdicts: an earlier failure is not this change's. */
const isBlamed =
  (verdict: string) =>
  ({ kind, verdict: own }: ReportedFailure) =>
    (kind === 'regression' || kind === 'new') && own === verdict

/** A failure that the base has too; its own error may be hidden behind that of the base. */
const isUnclear = ({ kind, verdict }: ReportedFailure) => kind === 'still-failing' && !isExplained(verdict)

const count = <T>(all: T[], isWanted: (one: T) => boolean): number => all.filter(isWanted).length
