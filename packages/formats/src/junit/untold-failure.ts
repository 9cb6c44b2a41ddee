import type { Dialect } from './dialect.ts'
import type { JUnitSuite } from './elements.ts'
import { saidErrors, saidTests, saidToFail } from './wrong-totals.ts'

/** A failure that only the numbers of a suite show, in words; undefined if they show none. */
export function untoldFailure(
  suite: Pick<JUnitSuite, 'name' | 'attributes' | 'counts' | 'ownSuites' | 'commented'>,
  dialect: Pick<Dialect, 'countsOutside' | 'countsInComments' | 'mergesEqualNames' | 'countsLastTries'>,
): string | undefined {
  const { countsOutside, countsInComments, mergesEqualNames, countsLastTries } = dialect
  const { tests, runs, failed, failures, failedRuns, errors } = suite.counts
  const named = suite.name ? `The suite ${suite.name}` : 'The report'
  if (suite.name === ABORTED_SUITE && tests === 0)
    return 'ScalaTest aborted a suite before its first test. Only the output of the tool contains the reason.'
  if (failures === 0 && failedRuns === 0 && saidToFail(suite) > 0) {
    const held = tests === 0 ? 'it contains no tests' : 'none of its tests did'
    return `${named} says that ${saidToFail(suite)} failed, but ${held}.`
  }
  const commented = (suite.commented.get('fail') ?? 0) + (suite.commented.get('cancelled') ?? 0)
  if (countsInComments && failed === 0 && commented > 0)
    return `${named} counts ${count(commented, 'failed test', 'failed tests')}, but has none: a test or a block failed that contains others, for example in a hook. Only the output of the tool contains the error.`
  if (countsLastTries && saidToFail(suite) > failed)
    return `${named} says that ${saidToFail(suite)} failed, but has ${count(failed, 'failed test', 'failed tests')}: one that it marks as flaky may have failed.`
  const outside = saidErrors(suite) - errors
  if (countsOutside && outside > 0)
    return `${named} says that there were ${count(outside, 'error', 'errors')} outside tests, such as a package that does not build. Only the output of the tool contains them.`
  const said = saidTests(suite) ?? 0
  const retries = runs - tests
  const mayMerge = mergesEqualNames && suite.ownSuites === 0 && retries > 0
  // Fewer than ran: the totals are those of the last re-run, which nothing but failed tests leaves with a failure.
  if (mayMerge && said < runs && failedRuns > failures && saidToFail(suite) > failed)
    return `${named} says that ${saidToFail(suite)} failed in its last run, but has ${count(failed, 'failed test', 'failed tests')}: tests of one name, such as repetitions or dynamic tests, were merged, and one that it marks as flaky failed in the end.`
  if (mayMerge && said > runs)
    return `${named} says that ${said} tests ran, but has ${count(tests, 'name', 'names')} and ${count(retries, 'retry', 'retries')}: it merged tests with equal names, and one that it marks as flaky may have failed. Give rows of different methods different names.`
  return undefined
}

/** The only trace of it in a report of ScalaTest before 3.3. */
const ABORTED_SUITE = 'DeferredAbortedSuite'

const count = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`
