import type { Failure } from '@svc/protocol'
import type { Head, ReportedAttempt, ReportedName } from '../format.ts'
import type { JUnitCase, JUnitOutcome, JUnitSuite } from './elements.ts'

/** The differences between files of one tool and plain JUnit XML. */
export interface Dialect {
  name: string
  /** The tool that runs the tests, if all files of the dialect come from one tool. */
  tool?: string
  detect(head: Head): boolean
  /** `suites` are those around the test, from the outside in; `path` is the report's. */
  nameOf(test: JUnitCase, suites: readonly JUnitSuite[], path: string): ReportedName
  /** How its user makes the tool write the files of tests, which it omits by default: a sentence. */
  howToNameFiles?: string
  /** For tools that write a further element for each retry. Default: equal names are tests of their own. */
  equalNames?: EqualNames
  /** For tools that never do, because a retry is in the element of its test: the tool's name. */
  marksRetries?: string
  /** True if `errors` of the report counts failures outside tests that it does not contain. */
  countsOutside?: boolean
  /** True if comments of the report count the tests that failed: `fail 1`, `cancelled 0`. */
  countsInComments?: boolean
  /** True if tests with one name may be merged, and one of them that failed be marked as a retry of the other. */
  mergesEqualNames?: boolean
  /** True if the failures of its totals are tests whose last try failed. */
  countsLastTries?: boolean
  /** True if files that a bail did not start are suites without a test. */
  listsUnstarted?: boolean
  /** True if the file of one suite applies to the suites after it, until another suite has one. */
  fileGoesOn?: boolean
  /** True if it represents a failure outside any test. */
  isOutside?(test: JUnitCase, suites: readonly JUnitSuite[]): boolean
  /** True if it tells the failure outside any test again that the case before it told. */
  repeatsOutside?(test: JUnitCase, before: JUnitCase): boolean
  /**
   * A failure in the form that the runner prints; undefined for other forms, which are parsed like
   * those of any tool.
   */
  failureOf?(outcome: JUnitOutcome): Failure | undefined
  /** Corrects results for which the generic parser lacks information. */
  adjust?(attempts: ReportedAttempt[], test: JUnitCase): ReportedAttempt[]
}

/** What equal names in one suite can mean. They are retries only if the file shows it. */
export interface EqualNames {
  /** True if no two tests of a suite have one name: without signs of retries, equal names are repetitions of one test. */
  areOneTest?: boolean
  /**
   * For tools that repeat all tests of a suite or only failed ones: the name of the test that contains it, or its own;
   * undefined if no repetition includes it.
   */
  rootOf?(test: JUnitCase): string | undefined
  /** If the tool marks tries, nothing else counts: true if the marks say that a name's elements are tries of one test. */
  areTries?(elements: JUnitCase[]): boolean
  /** How its user makes the tool mark retries: a sentence. */
  howToMark?: string
}

/** The file of a test: its own, else that of the surrounding suites. */
export const fileOf = (test: JUnitCase, suites: readonly JUnitSuite[]): string => {
  if (test.file) return test.file
  for (let index = suites.length - 1; index >= 0; index -= 1) {
    const suite = suites[index]
    const file =
      suite?.attributes.get('file') ||
      suite?.attributes.get('filepath') ||
      suite?.properties.get('file') ||
      suite?.properties.get('test.fileName')
    if (file) return file
  }
  return ''
}

/** True for a text that can only be the path of a source file. */
export const isPath = (text: string): boolean =>
  /^[^\s<>|*?"]+\.[A-Za-z][A-Za-z0-9]{0,5}$/.test(text) && (/[\\/]/.test(text) || SOURCE.test(text))

const SOURCE = /\.(?:[cm]?[jt]sx?|py|rb|php|robot|feature|bats)$/

/** File, class and name, as most tools write them; without a class, the surrounding suites. */
export const plainName = (test: JUnitCase, suites: readonly JUnitSuite[]): ReportedName => {
  const file = fileOf(test, suites)
  const { className, name } = test
  if (className && isPath(className)) return { file: file || className, titles: [name] }
  if (className) return { file, titles: [className, name] }
  const names = suites.map((suite) => suite.name).filter((each) => each !== '')
  const inner = names.at(-1) ?? ''
  if (isPath(inner)) return { file: file || inner, titles: [name] }
  return { file, titles: [...names, name] }
}

/** Splits a name into non-empty titles. */
export const partTitles = (name: string, separator: string): string[] => {
  const titles = name.split(separator).filter((title) => title !== '')
  return titles.length > 0 ? titles : [name]
}
