import type { Failure, Location } from './failure.ts'

/** How one attempt of a test ended. */
export type AttemptStatus = 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped'

/**
 * The outcome of a test over all its attempts, see `resultOf`; a `flaky` test passed after a failed
 * attempt.
 */
export type ResultStatus = 'passed' | 'failed' | 'flaky' | 'skipped'

/**
 * Why a test has no result of its own: `skip` and `todo` were requested in the source, `hook` did
 * not run because a hook or a fixture failed, `filtered` was left out by a grep, an `only` or a
 * bail, `interrupted` was cut off by the end of the run.
 */
export type SkipKind = 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'

/** A file that a test attached; `path` is the runner's path, absolute or relative to the root. */
export interface Attachment {
  name: string
  contentType: string
  path?: string
  sizeBytes?: number
}

/** One step of an attempt, in the runner's words; nested steps in their order. */
export interface Step {
  title: string
  category?: string
  durationMs: number
  error?: string
  steps?: Step[]
}

/** An annotation by the test's author, for example `{ type: 'issue', description: '#12' }`. */
export interface Annotation {
  type: string
  description?: string
}

/** The details of an attempt besides status and times; a plain pass has no details. */
export interface AttemptDetail {
  /** 1 for the second test of the same title in declaration order, 2 for the third; absent for the first. */
  occurrence?: number
  /** Which repeat of the test this is (Playwright `repeatEach`, Vitest `repeats`), from 1; absent for the first. */
  repeat?: number
  /** All errors of the attempt in the order they were raised. */
  errors?: Failure[]
  /** Present on skipped attempts whose reason is known. */
  skip?: { kind: SkipKind; reason?: string }
  /** True if the test was expected to fail and did: its status is `passed`, its errors are kept. */
  expectedFailure?: boolean
  /** The last part of what the attempt printed; see `LIMITS.outputTailBytes`. */
  stdout?: string
  stderr?: string
  attachments?: Attachment[]
  /** Kept for attempts that did not pass. */
  steps?: Step[]
  annotations?: Annotation[]
  tags?: string[]
  location?: Location
  /** Names of the fields that were cut to their limit. */
  truncated?: string[]
}

/** One attempt of a test. */
export interface Attempt extends AttemptDetail {
  status: AttemptStatus
  /** Milliseconds since the epoch. */
  startedAt: number
  durationMs: number
  /**
   * The number of the attempt if the runner provides it, from 0; not sent, because the order of
   * attempts implies it.
   */
  retry?: number
}

/**
 * The name of a test. Its identity is (file, titles, variant, occurrence). It never includes the
 * runner's id or name, so that it survives a change of runner.
 */
export interface TestName {
  /** Posix path relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or the user's label; empty if there is none. */
  variant: string
  /** 0 for the first test of these titles in declaration order. */
  occurrence: number
}
