import type { RecordedAttachment } from '@svc/client'
import type { Failure, Location, Step } from '@svc/protocol'

/** An annotation of a test, by its author or by Playwright itself. */
export interface PlaywrightNote {
  type: string
  description?: string
}

/** One attempt in a JSON report or a blob. */
export interface PlaywrightResult {
  status: string
  startedAt?: number
  durationMs: number
  errors: Failure[]
  annotations: PlaywrightNote[]
  attachments: RecordedAttachment[]
  stdout: string
  stderr: string
  steps: Step[]
}

/** One test in one project, with all its attempts; a repeat of it is a separate test. */
export interface PlaywrightTest {
  expectedStatus: string
  annotations: PlaywrightNote[]
  tags: string[]
  location?: Location
  results: PlaywrightResult[]
}
