import type { Dialect } from './dialect.ts'
import type { JUnitSuite } from './elements.ts'

/**
 * The contradictions between a suite's attributes and its elements; empty if they agree, or there
 * are no totals.
 */
export const wrongTotals = ({
  attributes,
  counts,
  ownTests,
  ownSuites,
}: Pick<JUnitSuite, 'attributes' | 'counts' | 'ownTests' | 'ownSuites'>): string[] => {
  const wrong: string[] = []
  const { tests, runs, failed, failedRuns, failures, skipped } = counts
  const said = saidTests({ attributes })
  // Some tools count a nested suite as one test, which may fail.
  if (ownSuites > 0 && said === ownTests + ownSuites) return []
  // Some tools count nested suites, some do not, and some count attempts.
  if (said !== undefined && ![tests, ownTests, runs].includes(said))
    wrong.push(`tests says ${said}, has ${tests}`)
  const saidFailures = numberOf(attributes.get('failures'))
  const saidErrors = numberOf(attributes.get('errors'))
  if (saidFailures !== undefined || saidErrors !== undefined) {
    const sum = (saidFailures ?? 0) + (saidErrors ?? 0)
    const warned = numberOf(attributes.get('warnings')) ?? 0
    // Some tools count failed tests, some their failures, and some count errors among the failures.
    const fits = [failed, failures, failedRuns].some(
      (each) => sum === each || sum + warned === each || (saidFailures === each && saidErrors === undefined),
    )
    if (!fits && ownTests + tests > 0) wrong.push(`failures and errors say ${sum}, has ${failed}`)
  }
  const saidSkipped = attributes.get('skipped') ?? attributes.get('skips') ?? attributes.get('skip')
  const skips = numberOf(saidSkipped)
  const disabled =
    numberOf(attributes.get('disabled') ?? attributes.get('ignored') ?? attributes.get('aborted')) ?? 0
  if (skips !== undefined && skips !== skipped && skips + disabled !== skipped && tests > 0)
    wrong.push(`skipped says ${skips}, has ${skipped}`)
  return wrong
}

/** True for the suite of a file that the tool did not start, as it lists them. */
export const isUnstarted = (
  suite: Pick<JUnitSuite, 'attributes' | 'counts'>,
  { listsUnstarted }: Pick<Dialect, 'listsUnstarted'>,
): boolean =>
  listsUnstarted === true && saidTests(suite) === 0 && suite.counts.tests === 0 && saidToFail(suite) === 0

/** The number of tests according to a suite. */
export const saidTests = ({ attributes }: Pick<JUnitSuite, 'attributes'>): number | undefined =>
  numberOf(attributes.get('tests') ?? attributes.get('total'))

/** The number of errors according to a suite. */
export const saidErrors = ({ attributes }: Pick<JUnitSuite, 'attributes'>): number =>
  numberOf(attributes.get('errors')) ?? 0

/** The number of failures and errors according to a suite. */
export const saidToFail = ({ attributes }: Pick<JUnitSuite, 'attributes'>): number =>
  (numberOf(attributes.get('failures')) ?? 0) + (numberOf(attributes.get('errors')) ?? 0)

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
