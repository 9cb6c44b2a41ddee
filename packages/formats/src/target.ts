import type { RecordedAttempt } from '@svc/client'
import type { Failure, TestName } from '@svc/protocol'

/** The receiver of results: the part of a recorder of @svc/client that is used. */
export interface Target {
  /** The folder that paths are relative to, absolute. */
  readonly root: string
  /**
   * The folder that the command runs in, absolute: paths that do not exist below the root may be
   * relative to it.
   */
  readonly folder?: string
  /** A path in the form that results contain. */
  file(path: string): string
  attempt(test: TestName, attempt: RecordedAttempt): void
  error(failure: Failure, file?: string): void
  warning(message: string): void
}

/** The facts of all reports together before they are read. */
export interface ReportStart {
  /**
   * Milliseconds since the epoch: the earliest start in the reports, else the time when they were
   * written.
   */
  startedAt: number
  /** False if `startedAt` is only the files' modification time, or comes from the options. */
  isStartReported: boolean
  /** The tool that wrote the first report, for example `pytest`; the name of its format if unknown. */
  runner: { name: string; version?: string }
}
