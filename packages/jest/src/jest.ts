// The parts of Jest that this reporter uses, by their structure. Jest's own types would bind a
// project to one version of `@jest/reporters`, which projects that install only `jest` cannot
// import. A test compares them with Jest's types.

/** The settings of a whole run. */
export interface GlobalConfig {
  rootDir: string
  watch: boolean
  watchAll: boolean
  randomize?: boolean
  /** The number of failures that end the run; 0: none does. */
  bail?: number
  testNamePattern?: string
  globalTeardown?: string | null
  shard?: { shardIndex: number; shardCount: number }
}

/** One Jest project. */
export interface TestContext {
  /** Files of the project, and the names that each of them imports. */
  hasteFS: {
    getDependencies(file: string): string[] | null
    matchFiles(pattern: RegExp): string[]
  }
  resolver: {
    isCoreModule(name: string): boolean
    resolveModule(from: string, name: string): string
    getMockModule(from: string, name: string): string | null
  }
  config: {
    setupFiles: string[]
    setupFilesAfterEnv: string[]
    globalSetup?: string | null
    snapshotSerializers: string[]
    testEnvironment: string
    resolver?: string | null
    transform: [pattern: string, path: string, options: object][]
    id: string
    globalTeardown?: string | null
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

/** The name of a test within its file; Jest has no other identity for it. */
export interface Titled {
  ancestorTitles: string[]
  title: string
}

/** A test that starts. */
export interface TestCaseStart extends Titled {
  /** Milliseconds since the epoch. */
  startedAt?: number | null
}

export type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled' | 'focused'

/** One test with its last attempt. */
interface AssertionResult extends Titled {
  status: Status
  fullName: string
  duration?: number | null
  failureDetails: unknown[]
  failureMessages: string[]
  /** From Jest 30 on. */
  failing?: boolean
  /** The number of attempts; jest-jasmine2 does not report it. */
  invocations?: number
  location?: { line: number; column: number } | null
}

/** One attempt of a test, as Jest reports it at its end. */
export interface TestCaseResult extends AssertionResult {
  /** Milliseconds since the epoch, from Jest 30 on. */
  startedAt?: number | null
}

/** A test in the result of its file, in declaration order. */
export interface FileEntry extends AssertionResult {
  startAt?: number | null
  retryReasons?: string[]
}

export interface ExecError {
  message: string
  stack?: string | null | undefined
}

/** The result of a test file. */
export interface TestResult {
  testResults: FileEntry[]
  testExecError?: ExecError
}

/** The result of a run. */
export interface AggregatedResult {
  numFailedTests: number
  numFailedTestSuites: number
  numTotalTestSuites: number
  snapshot: { failure: boolean }
  runExecError?: ExecError
  wasInterrupted: boolean
}
