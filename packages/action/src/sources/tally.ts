import { stat } from 'node:fs/promises'
import { eachLine, readWhole } from '@svc/client/action'
import { type AttemptStatus, RANK, type ResultStatus, statusAfter } from '@svc/protocol'
import { at, countAt, listAt, parseJson, textAt } from '../fields.ts'

/** A test that failed, as its journal says. */
export interface FailedTest {
  file: string
  titles: string[]
  /** Of a test that runs in several ways, such as in each browser. */
  variant: string
  /** The leg of the matrix that it failed on. */
  leg: string
  message: string
  /** The location that the error names. */
  place?: { file: string; line: number }
}

/** What journals say without a server: no more than counts and failures. */
export interface Tally {
  passed: number
  failed: number
  flaky: number
  skipped: number
  /** Failures outside any test. */
  errors: number
  failures: FailedTest[]
}

/** The sum of two. */
export const together = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: one.flaky + other.flaky,
  skipped: one.skipped + other.skipped,
  errors: one.errors + other.errors,
  failures: [...one.failures, ...other.failures],
})

const MOST_BYTES = 256 * 1024 * 1024
const MOST_TESTS = 200_000
const MOST_FAILURES = 50

/** The same for a failure of a journal and one of a report; of those outside tests there is one name for each file. */
export const nameOf = ({
  file,
  titles,
  variant,
  leg,
}: Pick<FailedTest, 'titles' | 'variant' | 'leg'> & { file: string | null }): string =>
  JSON.stringify(titles.length === 0 ? [file ?? ''] : [file ?? '', variant, leg, ...titles])

interface Counting extends Tally {
  mostFailures: number
  /** Of the journal that is read. */
  leg: string
}

interface Test {
  file: string
  titles: string[]
  variant: string
  /** The outcome of each of its repeats. */
  repeats: Map<number, ResultStatus>
  message: string
  place?: FailedTest['place']
}

/** Counts the tests of journals. Lines that cannot be counted are omitted. */
export const tally = async (paths: string[], mostFailures = MOST_FAILURES): Promise<Tally> => {
  const counted: Counting = {
    passed: 0,
    failed: 0,
    flaky: 0,
    skipped: 0,
    errors: 0,
    failures: [],
    mostFailures,
    leg: '',
  }
  for (const path of paths) {
    const bytes = (await stat(path)).size
    if (bytes > MOST_BYTES) continue
    counted.leg = ''
    const tests = new Map<string, Test>()
    const groups = new Map<unknown, unknown>()
    for await (const piece of readWhole({ path, bytes, lines: [], isFound: true }))
      eachLine(piece, (start, end) =>
        takeLine(parseJson(piece.toString('utf8', start, end)), tests, groups, counted),
      )
    for (const test of tests.values()) count(test, counted)
  }
  const { mostFailures: _, leg: __, ...tally } = counted
  return tally
}

const takeLine = (
  line: unknown,
  tests: Map<string, Test>,
  groups: Map<unknown, unknown>,
  counted: Counting,
): void => {
  if (!Array.isArray(line)) return
  const [kind, number, third, status, , , detail] = line
  if (kind === 'open') counted.leg = textAt(third, 'part.leg') ?? counted.leg
  if (kind === 'group') groups.set(number, third)
  if (kind === 'error') {
    counted.errors += 1
    fail(counted, {
      file: textAt(number, 'file') ?? '',
      titles: [],
      variant: '',
      leg: counted.leg,
      message: textAt(number, 'failure.message') ?? '',
      ...placeOf(at(number, 'failure')),
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
    repeats,
    message: textAt(error, 'message') ?? known?.message ?? '',
    ...(known?.place && { place: known.place }),
    ...placeOf(error),
  })
}

const placeOf = (failure: unknown): Pick<FailedTest, 'place'> => {
  const file = textAt(failure, 'location.file')
  const line = countAt(failure, 'location.line')
  return file && line ? { place: { file, line } } : {}
}

const count = ({ repeats, file, titles, variant, message, place }: Test, counted: Counting) => {
  const result = [...repeats.values()].reduce((worst, each) => (RANK[each] > RANK[worst] ? each : worst))
  counted[result] += 1
  if (result === 'failed')
    fail(counted, { file, titles, variant, leg: counted.leg, message, ...(place && { place }) })
}

const fail = ({ failures, mostFailures }: Counting, failure: FailedTest) => {
  if (failures.length < mostFailures) failures.push(failure)
}
