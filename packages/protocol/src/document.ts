import type { CiRun, CodeownersFile, Open } from './execution.ts'
import type { Failure } from './failure.ts'
import type { AttemptDetail, AttemptStatus } from './result.ts'

/**
 * One test of a document: its name, and either its attempts or, for a single attempt, its status
 * and duration.
 */
export interface DocumentResult extends AttemptDetail {
  file: string
  titles: string[]
  variant?: string
  status?: AttemptStatus
  durationMs?: number
  /** Milliseconds since the epoch. */
  startedAt?: number
  attempts?: ({ status: AttemptStatus; durationMs: number; startedAt?: number } & AttemptDetail)[]
}

/**
 * A whole execution in one JSON document, the body of `POST /api/test-results`. Everything except `results` has a
 * default. `id` makes a repeated upload idempotent; its default comes from the content.
 */
export interface ExecutionDocument {
  id?: string
  project?: string
  suite?: string
  build?: string
  runAttempt?: number
  /** 2 or higher if it repeats tests of an earlier document of this build, suite and leg. */
  attempt?: number
  part?: Partial<Open['part']>
  code?: Open['code']
  ci?: CiRun
  runner?: { name: string; version?: string }
  environment?: Record<string, string>
  tags?: string[]
  codeowners?: CodeownersFile
  /** Milliseconds since the epoch. */
  startedAt?: number
  durationMs?: number
  status?: 'passed' | 'failed' | 'interrupted'
  results: DocumentResult[]
  errors?: { file?: string; failure: Failure }[]
}
