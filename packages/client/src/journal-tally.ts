import { stat } from 'node:fs/promises'
import { type AttemptStatus, LIMITS, RANK, type ResultStatus, statusAfter } from '@svc/protocol'
import { at, countAt, listAt, parseJson, textAt } from './fields.ts'
import { filesOf, type RanFile, type Span, spanOf } from './ran-files.ts'
import { eachLine, readWhole } from './read-lines.ts'
import type { SentError } from './send-experiments.ts'

/** A test that failed, as its journal says. */
export interface FailedTest {
  file: string
  titles: string[]
  /** Of a test that runs in several ways, such as in each browser. */
  variant: string
  /** Its number among the tests of its name in its file; absent for the first. */
  occurrence?: number
  /** The leg of the matrix that it failed on. */
  leg: string
  message: string
  /** The location that the error names. */
  place?: { file: string; line: number }
  /** When the files of its run ran, by their start; absent for a failure outside any test. */
  ran?: RanFile[]
}

/** What journals say without a server: no more than counts, failures, and when files ran. */
export interface Tally {
  passed: number
  failed: number
  flaky: number
  skipped: number
  /** Failures outside any test. */
  errors: number
  /** Tests and files that a bail, an interruption or a failed hook did not let run; a run that was cut off is one more. */
  cutOff: number
  failures: FailedTest[]
  /** The code that ran, as the journal says; absent outside of a repository. */
  code?: { commit: string; dirty: boolean }
  /** The leg of the matrix, if all journals are of one. */
  leg?: string
}

/** The sum of two. */
export const together = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: one.flaky + other.flaky,
  skipped: one.skipped + other.skipped,
  errors: one.errors + other.errors,
  cutOff: one.cutOff + other.cutOff,
  failures: [...one.failures, ...other.failures],
  ...(one.code && { code: one.code }),
  ...(one.leg !== undefined && one.leg === other.leg && { leg: one.leg }),
})

const MOST_TALLIED_BYTES = 256 * 1024 * 1024
const MOST_TESTS = 200_000
const MOST_FAILURES = 50

/** The same for a failure of a journal and one of a report; of those outside tests there is one name for each file. */
export const tallyNameOf = ({
  file,
  titles,
  variant,
  leg,
}: Pick<FailedTest, 'titles' | 'variant' | 'leg'> & { file: string | null }): string =>
  JSON.stringify(titles.length === 0 ? [file ?? ''] : [file ?? '', variant, leg, ...titles])

interface Counting extends Omit<Tally, 'leg'> {
  mostFailures: number
  /** Of the journal that is read. */
  leg: string
  /** Whether that journal has an end that no interruption caused. */
  hasEnded: boolean
}

interface Test extends Omit<FailedTest, 'leg'> {
  /** The outcome of each of its repeats. */
  repeats: Map<number, ResultStatus>
  error?: SentError
  /** Of its attempts that ran; absent if none did. */
  span?: Span
}

/** Counts the tests of journals. Lines that cannot be counted are omitted. */
export const tally = async (paths: string[], mostFailures = MOST_FAILURES): Promise<Tally> => {
  const counted = nothingCounted(mostFailures)
  const legs = new Set<string>()
  for (const path of paths) {
    const tests = [...(await readTests(path, counted))]
    const ran = filesOf(tests)
    for (const test of tests) count(test, ran, counted)
    legs.add(counted.leg)
  }
  const { mostFailures: _, leg, hasEnded: __, ...tally } = counted
  return { ...tally, ...(legs.size === 1 && { leg }) }
}

/** A test and how it ended, over all of its attempts. */
export interface TestOutcome
  extends Pick<FailedTest, 'file' | 'titles' | 'variant' | 'occurrence' | 'leg' | 'message'> {
  span?: Span
  result: ResultStatus
  /** The error of its last failed attempt. */
  error?: SentError
}

/** Returns the tests of journals, and the failures outside any test. */
export const outcomesOf = async (
  paths: string[],
): Promise<{ tests: TestOutcome[]; errors: FailedTest[]; files: RanFile[]; code?: Tally['code'] }> => {
  const counted = nothingCounted(MOST_FAILURES)
  const tests: TestOutcome[] = []
  for (const path of paths)
    for (const test of await readTests(path, counted))
      tests.push({ ...test, leg: counted.leg, result: resultOf(test) })
  return {
    tests,
    errors: counted.failures,
    files: paths.length === 1 ? filesOf(tests) : [],
    ...(counted.code && { code: counted.code }),
  }
}

const nothingCounted = (mostFailures: number): Counting => ({
  passed: 0,
  failed: 0,
  flaky: 0,
  skipped: 0,
  errors: 0,
  cutOff: 0,
  failures: [],
  mostFailures,
  leg: '',
  hasEnded: false,
})

/** Errors outside tests are added to what is counted. */
const readTests = async (path: string, counted: Counting): Promise<Iterable<Test>> => {
  const bytes = (await stat(path)).size
  if (bytes > MOST_TALLIED_BYTES) return []
  counted.leg = ''
  counted.hasEnded = false
  const tests = new Map<string, Test>()
  const groups = new Map<unknown, unknown>()
  for await (const piece of readWhole({ path, bytes, lines: [], isFound: true }))
    eachLine(piece, (start, end) =>
      takeLine(parseJson(piece.toString('utf8', start, end)), tests, groups, counted),
    )
  if (!counted.hasEnded) counted.cutOff += 1
  return tests.values()
}

const takeLine = (
  line: unknown,
  tests: Map<string, Test>,
  groups: Map<unknown, unknown>,
  counted: Counting,
): void => {
  if (!Array.isArray(line)) return
  const [kind, number, third, status, startMs, durationMs, detail] = line
  if (kind === 'open') {
    counted.leg = textAt(third, 'part.leg') ?? counted.leg
    const commit = textAt(third, 'code.testedSha')
    if (commit) counted.code = { commit, dirty: at(third, 'code.dirty') === true }
  }
  if (kind === 'group') groups.set(number, third)
  if (kind === 'end') {
    counted.cutOff += countAt(number, 'unfinished') ?? 0
    counted.hasEnded = textAt(number, 'status') !== 'interrupted'
  }
  if (kind === 'attempt' && status === 'skipped' && isCutOff(at(detail, 'skip'))) counted.cutOff += 1
  if (kind === 'error') {
    counted.errors += 1
    fail(counted, {
      file: textAt(number, 'file') ?? '',
      titles: [],
      variant: '',
      leg: counted.leg,
      message: textAt(number, 'failure.message') ?? '',
      ...failurePlaceOf(at(number, 'failure')),
    })
  }
  if (kind !== 'attempt' || typeof third !== 'string' || typeof status !== 'string') return
  const group = groups.get(number)
  const titles = [...listAt(group, 'titles').filter((title) => typeof title === 'string'), third]
  const file = textAt(group, 'file') ?? ''
  const occurrence = countAt(detail, 'occurrence') ?? 0
  const variant = textAt(group, 'variant') ?? ''
  const key = JSON.stringify([file, titles, variant, occurrence])
  const known = tests.get(key)
  if (!known && tests.size >= MOST_TESTS) return
  const [error] = listAt(detail, 'errors')
  const repeats = known?.repeats ?? new Map<number, ResultStatus>()
  const repeat = countAt(detail, 'repeat') ?? 0
  repeats.set(repeat, statusAfter(repeats.get(repeat) ?? 'skipped', status as AttemptStatus))
  tests.set(key, {
    file,
    titles,
    variant,
    ...(occurrence > 0 && { occurrence }),
    repeats,
    message: textAt(error, 'message') ?? known?.message ?? '',
    ...(known?.place && { place: known.place }),
    ...failurePlaceOf(error),
    ...errorOf(error, known),
    ...spanOf(known?.span, status, startMs, durationMs),
  })
}

/** What identifies an error, within the limits of an experiment. */
const errorOf = (failure: unknown, known: Test | undefined): Pick<Test, 'error'> => {
  const named = (from: unknown) => {
    const message = textAt(from, 'message')
    const name = textAt(from, 'name')
    return message === undefined
      ? undefined
      : { message: cut(message), ...(name && name.length <= LIMITS.nameBytes && { name }) }
  }
  const own = named(failure)
  if (!own) return known?.error ? { error: known.error } : {}
  const [stack, cause] = [textAt(failure, 'stack'), named(at(failure, 'cause'))]
  const { place: location } = failurePlaceOf(failure)
  return {
    error: {
      ...own,
      ...(stack && { stack: cut(stack) }),
      ...(location && { location }),
      ...(cause && { cause }),
    },
  }
}

const cut = (text: string): string =>
  text.slice(0, LIMITS.experimentErrorLength).replace(/[\uD800-\uDBFF]$/, '')

/** A selection gives no reason; a bail does. */
const isCutOff = (skip: unknown): boolean => {
  const kind = textAt(skip, 'kind')
  return (
    kind === 'interrupted' || kind === 'hook' || (kind === 'filtered' && textAt(skip, 'reason') !== undefined)
  )
}

const failurePlaceOf = (failure: unknown): Pick<FailedTest, 'place'> => {
  const file = textAt(failure, 'location.file')
  const line = countAt(failure, 'location.line')
  return file && line ? { place: { file, line } } : {}
}

const resultOf = ({ repeats }: Test): ResultStatus =>
  [...repeats.values()].reduce((worst, each) => (RANK[each] > RANK[worst] ? each : worst))

const count = (test: Test, ran: RanFile[], counted: Counting) => {
  const result = resultOf(test)
  const { file, titles, variant, occurrence, message, place } = test
  counted[result] += 1
  if (result === 'failed')
    fail(counted, {
      file,
      titles,
      variant,
      ...(occurrence !== undefined && { occurrence }),
      leg: counted.leg,
      message,
      ...(place && { place }),
      ran,
    })
}

const fail = ({ failures, mostFailures }: Counting, failure: FailedTest) => {
  if (failures.length < mostFailures) failures.push(failure)
}
