import type { RecordedAttempt } from '@svc/client'
import type { Failure, ReportedRun, ResultStatus } from '@svc/protocol'

/** A kind of report file: one row of the table in formats.ts. */
export interface Format {
  /** As people write it after `--format`, for example `junit`. */
  name: string
  /** True if a file that begins like this is of the format; rows are asked in their order. */
  detect(head: Head): boolean
  /** When the run began, in milliseconds since the epoch, if the file has that; asked before `read`. */
  startedAt?(head: Head, source: Source): number | undefined | Promise<number | undefined>
  /** The tool that ran the tests, if the beginning of the file names it. */
  runner?(head: Head): { name: string; version?: string } | undefined
  /**
   * Passes the content of the file to the sink, in order. Rejects with a `ReportProblem` if the file is broken; the
   * sink keeps everything before that.
   */
  read(source: Source, sink: Sink): Promise<void>
}

/** The beginning of a report: at most 64 KiB, inflated and decoded. */
export interface Head {
  text: string
  /** The first bytes, inflated; for formats that are no text. */
  bytes: Uint8Array
  /** Without its folder. */
  fileName: string
}

/** A report to read. Each of the methods begins at the start again. */
export interface Source {
  /** As it was named to the person. */
  name: string
  /** Where it lies on disk; standard input is put there first. */
  path: string
  head: Head
  /** Its bytes, without gzip. */
  bytes(): AsyncIterable<Uint8Array>
  /** Its text, by its byte order mark, by what XML declares, else UTF-8; reports what it repairs. */
  text(sink: Pick<Sink, 'repaired'>): AsyncIterable<string>
}

/** Facts about the run in a report. A later call adds to the facts of an earlier call. */
export interface RunFacts {
  /** What ran the tests, for example `pytest`. */
  tool?: string
  toolVersion?: string
  /** What writes such files, as far as it differs from other files of the format, for example `surefire`. */
  dialect?: string
  /** Milliseconds since the epoch. */
  startedAt?: number
  durationMs?: number
  /** Where it ran, and which code; of several reports, the first that contains a fact counts. */
  reported?: ReportedRun
}

/** What a report calls a test. */
export interface ReportedName {
  /** As in the report; empty if the report does not contain it. */
  file: string
  /** True if the file is what `mapped` gave. */
  isMapped?: boolean
  /** Suites from the outside in, then the test's own title. */
  titles: string[]
  /** For example the Playwright project; default: the user's label. */
  variant?: string
}

/** One attempt of a test; without a reported start, it follows the one before. */
export type ReportedAttempt = Omit<RecordedAttempt, 'startedAt'> & { startedAt?: number }

/** The scope in which equal names are tries of one test. */
interface Tries {
  /** Distinguishes the suite from others of the file: the same name in another suite is another test. */
  suite: number
  /** True if the tool retries only failed tests. */
  isAfterFailure: boolean
}

/** Takes what a format reads from one file. */
export interface Sink {
  run(facts: RunFacts): void
  /**
   * What the user's `--map` makes of a file, a class or a suite; undefined if no pattern fits. For formats that
   * know a class and no file; `test` maps the file of its name itself.
   */
  mapped(name: string): string | undefined
  /**
   * One test with its attempts, oldest first. Equal names get occurrences by the order of calls. With `tries`, the attempts
   * belong to the last test of that name in the same suite, if it exists. Returns the status of that test.
   */
  test(name: ReportedName, attempts: ReportedAttempt[], tries?: Tries): ResultStatus | undefined
  /** Something failed outside of any test. */
  error(failure: Failure, file?: string): void
  /** Counts something that was put right, for example `negative time`; `line` counts from 1, `detail` is of the first. */
  repaired(kind: string, line?: number, detail?: string): void
  /** A sentence for the person who reads the execution. */
  warning(message: string): void
}
