// What this reporter uses of Jest, by shape: its own types would bind a project to one version of
// `@jest/reporters`, which projects that install only `jest` cannot see. A test holds them beside Jest's.

/** The settings of a whole run. */
export interface GlobalConfig {
  rootDir: string
  watch: boolean
  watchAll: boolean
  randomize?: boolean
  testNamePattern?: string
  shard?: { shardIndex: number; shardCount: number }
}

/** One Jest project. */
export interface TestContext {
  config: {
    id: string
    displayName?: { name: string }
    rootDir: string
    /** The path of the test runner, for example of jest-circus. */
    testRunner: string
  }
}

/** A test file in a project. */
export interface Test {
  path: string
  context: TestContext
}

/** What names a test within its file; Jest has no other name for it. */
export interface Titled {
  ancestorTitles: string[]
  title: string
}

/** A test that begins. */
export interface TestCaseStart extends Titled {
  /** Milliseconds since the epoch. */
  startedAt?: number | null
}

export type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled' | 'focused'

/** One test with its last try. */
interface AssertionResult extends Titled {
  status: Status
  fullName: string
  duration?: number | null
  failureDetails: unknown[]
  failureMessages: string[]
  /** From Jest 30 on. */
  failing?: boolean
  /** How often it was tried; jest-jasmine2 does not say. */
  invocations?: number
  location?: { line: number; column: number } | null
}

/** One attempt of a test, as Jest reports it at its end. */
export interface TestCaseResult extends AssertionResult {
  /** Milliseconds since the epoch, from Jest 30 on. */
  startedAt?: number | null
}

/** A test as the result of its file names it, in declaration order. */
export interface FileEntry extends AssertionResult {
  startAt?: number | null
  retryReasons?: string[]
}

export interface ExecError {
  message: string
  stack?: string | null | undefined
}

/** What came of a test file. */
export interface TestResult {
  testResults: FileEntry[]
  testExecError?: ExecError
}

/** What came of a run. */
export interface AggregatedResult {
  numFailedTests: number
  numFailedTestSuites: number
  numTotalTestSuites: number
  snapshot: { failure: boolean }
  runExecError?: ExecError
  wasInterrupted: boolean
}
