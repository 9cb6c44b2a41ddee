import type { Tally } from '@svc/client/action'
import type { StepContext } from '../context.ts'

/** What came of looking for results and sending them. */
export interface Collected {
  /** Executions that something was sent to. */
  executionIds: string[]
  sent: number
  /** What was found and could not be sent, or not yet. */
  left: number
  hasTrouble: boolean
  /** What the journals of this job say; absent if the test step sent by itself. */
  tally?: Tally
}

/** One kind of results: finds and sends what there is, notes what is wrong, never throws. */
export type Source = (context: StepContext) => Promise<Collected>
