import type { RecordedAttempt } from '@svc/client'
import type { Failure, ReportedRun } from '@svc/protocol'

/** A kind of report file: one row of the table in formats.ts. */
export interface Format {
  /** The name for `--format`, for example `junit`. */
  name: string
  /** True if a file that starts like this has the format; rows are tried in their order. */
  detect(head: Head): boolean
  /** The start of the run, in milliseconds since the epoch, if the file contains it; called before `read`. */
  startedAt?(head: Head, source: Source): number | undefined | Promise<number | undefined>
  /** The tool that ran the tests, if the start of the file names it. */
  runner?(head: Head): { name: string; version?: string } | undefined
  /**
   * Passes the content of the file to the sink, in order. Rejects with a `ReportProblem` if the file is broken; the
   * sink keeps everything before that.
   */
  read(source: Source, sink: Sink): Promise<void>
}

/** The start of a report: at most 64 KiB, decompressed and decoded. */
export interface Head {
  text: string
  /** The first bytes, decompressed; for formats that are not text. */
  bytes: Uint8Array
  /** Without its folder. */
  fileName: string
}

/** A report to read. Each method starts from the beginning again. */
export interface Source {
  /** Its name in messages. */
  name: string
  /** Its location on disk; standard input is stored there first. */
  path: string
  head: Head
  /** Its bytes, without gzip. */
  bytes(): AsyncIterable<Uint8Array>
  /** Its text, decoded by its byte order mark, its XML declaration, or else as UTF-8; reports repairs. */
  text(sink: Pick<Sink, 'repaired'>): AsyncIterable<string>
}

/** Facts about the run in a report. A later call adds to the facts of an earlier call. */
export interface RunFacts {
  /** The tool that ran the tests, for example `pytest`. */
  tool?: string
  toolVersion?: string
  /** The tool that wrote the file, if its files differ from others of the format, for example `surefire`. */
  dialect?: string
  /** Milliseconds since the epoch. */
  startedAt?: number
  durationMs?: number
  /** The facts of its machine and its code; of several reports, the first that contains a fact applies. */
  reported?: ReportedRun
}

/** The name of a test in a report. */
export interface ReportedName {
  /** As in the report; empty if the report does not contain it. */
  file: string
  /** True if `mapped` determined the file. */
  isMapped?: boolean
  /** Suites from the outside in, then the test's own title. */
  titles: string[]
  /** What contains the test and is no part of its name, such as its assembly: tests of two are no runs of one. */
  container?: string
  /** For example the Playwright project; default: the user's label. */
  variant?: string
}

/** One attempt of a test; without a reported start, it follows the previous one. */
export type ReportedAttempt = Omit<RecordedAttempt, 'startedAt'> & { startedAt?: number }

/** Receives the content that a format reads from one file. */
export interface Sink {
  run(facts: RunFacts): void
  /**
   * The file that the user's `--map` assigns to a file, a class or a suite; undefined if no pattern
   * matches. For formats that report a class and no file; `test` maps the file in its name itself.
   */
  mapped(name: string): string | undefined
  /**
   * One test with its attempts, oldest first. Equal names get occurrences by the order of calls. With `repeat`, counted
   * from 1, the attempts are that repetition of the last test with this name. Returns true if they continue a test.
   */
  test(name: ReportedName, attempts: ReportedAttempt[], repeat?: number): boolean
  /** Counts files that did not run because enough tests had failed (`bail`). */
  unfinished(files: number): void
  /** A failure outside any test. */
  error(failure: Failure, file?: string): void
  /**
   * Counts a correction, for example `negative time`; `line` counts from 1, `detail` describes the
   * first one.
   */
  repaired(kind: string, line?: number, detail?: string): void
  /** A sentence for readers of the execution. */
  warning(message: string): void
}
