import type { RecordedAttempt } from '@svc/client'
import type { Failure, TestName } from '@svc/protocol'

/** Where results go: what recorders of @svc/client have. */
export interface Target {
  /** The folder that paths are relative to, absolute. */
  readonly root: string
  /** The folder that the command runs in, absolute: paths that are not there below the root may be relative to it. */
  readonly folder?: string
  /** A path as results carry it. */
  file(path: string): string
  attempt(test: TestName, attempt: RecordedAttempt): void
  error(failure: Failure, file?: string): void
  warning(message: string): void
}

/** What is known of all reports together before they are read. */
export interface ReportStart {
  /** Milliseconds since the epoch: the earliest that the reports tell, else when they were written. */
  startedAt: number
  /** False if `startedAt` is only the files' modification time, or comes from the options. */
  isStartReported: boolean
  /** What wrote the first report, for example `pytest`; the name of its format if it does not tell. */
  runner: { name: string; version?: string }
}
