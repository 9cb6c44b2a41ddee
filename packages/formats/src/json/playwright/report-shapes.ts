import type { RecordedAttachment } from '@svc/client'
import type { Failure, Location, Step } from '@svc/protocol'

/** A note on a test, of its author or of Playwright itself. */
export interface PlaywrightNote {
  type: string
  description?: string
}

/** One try in a JSON report or a blob. */
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

/** One test of one project, with all of its tries; a repeat of it is a test of its own. */
export interface PlaywrightTest {
  expectedStatus: string
  annotations: PlaywrightNote[]
  tags: string[]
  location?: Location
  results: PlaywrightResult[]
}
