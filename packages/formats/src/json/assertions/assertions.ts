import { type Failure, LIMITS } from '@svc/protocol'
import { INTERRUPTED } from '../../common/failure-without-message.ts'
import type { ReportedAttempt, Sink, Source } from '../../format.ts'
import { ReportProblem } from '../../problem.ts'
import { type Path, readJson, type Visitor } from '../read-json.ts'
import { dateOf, type Fields, fieldsOf, isFields, listOf, textOf, titleOf } from '../values.ts'
import { compareTotals } from '../wrong-totals.ts'

/** The differences between Jest and Vitest, whose reports have the same structure. */
export interface Runner {
  name: 'jest' | 'vitest'
  /** The attempts of one test, oldest first; `line` is its line in the report. */
  toAttempts(test: Fields, sink: Sink, line: number): ReportedAttempt[]
  /** What it means that a file failed without a test and a reason, in words. */
  untoldFile?: string
  /** Failures of a file outside its tests, parsed from its message. */
  toFileFailure(message: string): Failure
}

interface TestFile {
  facts: Map<string, unknown>
  tests: { titles: string[]; attempts: ReportedAttempt[] }[]
  /** The number of characters of its errors. */
  held: number
}

/**
 * The name of a file follows its tests, so they wait for it. Beyond this size, their errors are
 * shortened.
 */
const MOST_HELD = 32 * 1024 * 1024
const SHORT = 2_000

const OF_RUN = new Set([
  'startTime',
  'success',
  'wasInterrupted',
  'numTotalTests',
  'numPassedTests',
  'numFailedTests',
  'numPendingTests',
  'numTodoTests',
])
const OF_FILE = new Set(['name', 'status', 'message', 'startTime', 'endTime'])
/** In the form in which Jest passes results to reporters and processors; some write them unchanged. */
const OF_HANDED_FILE = new Set(['testFilePath', 'failureMessage', 'perfStats', 'testExecError'])
const TESTS = new Set(['assertionResults', 'testResults'])

/** Reads `testResults[].assertionResults[]`, or `testResults[].testResults[]`. */
export const readAssertions = async (source: Source, sink: Sink, runner: Runner): Promise<void> => {
  const run = new Map<string, unknown>()
  const counts = { total: 0, passed: 0, failed: 0, todo: 0 }
  let hasFailed = false
  let hasFiles = false
  let file: TestFile | undefined

  const visitor: Visitor = {
    choose: (path) => chooseOf(path),
    enter(path, kind) {
      const wanted = path.length % 2 === 1 ? 'array' : 'object'
      if (kind !== wanted)
        throw new ReportProblem(
          `${jsonPathOf(path)}: expected ${wanted === 'array' ? 'a list' : 'an object'}`,
        )
      hasFiles ||= path.length === 1
      if (path.length === 2) file = { facts: new Map(), tests: [], held: 0 }
    },
    take(value, path, { line }) {
      if (path.length === 1) {
        if (path[0] === 'startTime') tellRun(dateOf(value, sink, line))
        run.set(String(path[0]), value)
      } else if (path.length === 3) file?.facts.set(String(path[2]), value)
      else if (path.length === 4 && file) addTest(file, value, line)
      else
        throw new ReportProblem(
          `${jsonPathOf(path)}: expected ${path.length === 0 ? 'an object' : 'a report of a test file'}`,
        )
    },
    leave(path) {
      if (path.length !== 2 || !file) return
      tellFile(file)
      file = undefined
    },
  }
  await readJson(source, sink, visitor)
  if (!hasFiles) throw new ReportProblem('it has no testResults')
  end()

  function tellRun(startedAt: number | undefined): void {
    sink.run({ tool: runner.name, ...(startedAt !== undefined && { startedAt }) })
  }

  function addTest(to: TestFile, value: unknown, line: number): void {
    if (!isFields(value)) throw new ReportProblem('a test is not an object')
    if (typeof value.status !== 'string') throw new ReportProblem('a test has no status')
    const attempts = runner.toAttempts(value, sink, line)
    to.held += attempts.reduce((sum, { errors = [] }) => sum + sizeOf(errors), 0)
    if (to.held > MOST_HELD) for (const attempt of attempts) shorten(attempt)
    to.tests.push({ titles: titlesOf(value), attempts })
    counts.total += 1
    if (value.status === 'passed') counts.passed += 1
    if (value.status === 'failed') counts.failed += 1
    if (value.status === 'todo') counts.todo += 1
  }

  function tellFile({ facts, tests }: TestFile): void {
    const name = textOf(facts.get('name')) ?? textOf(facts.get('testFilePath')) ?? ''
    if (name === '') sink.repaired('test file without a name')
    const startedAt = dateOf(facts.get('startTime') ?? fieldsOf(facts.get('perfStats')).start)
    if (startedAt !== undefined && tests.length > 0) sink.run({ startedAt })
    for (const { titles, attempts } of tests) sink.test({ file: name, titles }, attempts)
    const handed = textOf(facts.get('failureMessage')) ?? textOf(fieldsOf(facts.get('testExecError')).message)
    const isFailed =
      facts.get('status') === 'failed' || handed !== undefined || isFields(facts.get('testExecError'))
    const hasFailedTest = tests.some(({ attempts }) => isFailure(attempts.at(-1)?.status))
    hasFailed ||= isFailed || hasFailedTest
    if (!isFailed || hasFailedTest) return
    const message = textOf(facts.get('message')) ?? handed
    const untold = tests.length === 0 ? (runner.untoldFile ?? UNTOLD_FILE) : UNTOLD_FILE
    sink.error(message ? runner.toFileFailure(message) : { message: untold }, name)
  }

  function end(): void {
    tellRun(undefined)
    compareTotals(
      [
        ['numTotalTests', run.get('numTotalTests'), counts.total],
        ['numPassedTests', run.get('numPassedTests'), counts.passed],
        ['numFailedTests', run.get('numFailedTests'), counts.failed],
        ['numTodoTests', run.get('numTodoTests'), counts.todo],
      ],
      sink,
    )
    if (run.get('wasInterrupted') === true) sink.error({ message: INTERRUPTED })
    else if (!hasFailed && (run.get('success') === false || Number(run.get('numFailedTests')) > 0))
      sink.error({ message: UNTOLD_RUN })
  }
}

const UNTOLD_FILE =
  'The file failed, but the report gives no reason: a hook failed, or an error occurred outside its tests.'
const UNTOLD_RUN =
  'The report says that the run failed, but names no failed test or file. The cause is an error outside of them, or obsolete snapshots.'

const chooseOf = (path: Path): ReturnType<Visitor['choose']> => {
  const [root, , field] = path
  if (path.length === 0) return 'enter'
  if (path.length === 1 && root !== 'testResults') return OF_RUN.has(String(root)) ? 'take' : 'skip'
  if (path.length < 3) return 'enter'
  if (path.length === 3) return TESTS.has(String(field)) ? 'enter' : isOfFile(String(field)) ? 'take' : 'skip'
  return 'take'
}

const isOfFile = (field: string) => OF_FILE.has(field) || OF_HANDED_FILE.has(field)

const jsonPathOf = (path: Path) => (path.length === 0 ? 'the report' : path.join('.'))

/** Before version 4 Vitest's begin with the nameless block that a file is. */
const titlesOf = ({ ancestorTitles, title }: Fields): string[] => {
  const above = listOf(ancestorTitles).map(titleOf)
  return [...(above[0] === '' ? above.slice(1) : above), titleOf(title)]
}

const sizeOf = (errors: Failure[]): number =>
  errors.reduce((sum, { message, stack = '' }) => sum + message.length + stack.length, 0)

const shorten = (attempt: ReportedAttempt): void => {
  if (!attempt.errors) return
  attempt.errors = attempt.errors
    .slice(0, LIMITS.errors)
    .map(({ message }) => ({ message: message.slice(0, SHORT) }))
  attempt.truncated = ['errors']
}

const isFailure = (status: ReportedAttempt['status'] | undefined) =>
  status === 'failed' || status === 'timedOut'
