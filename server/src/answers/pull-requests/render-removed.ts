import { type Conclusion, plainMarkdown, runPlace } from '@svc/protocol'
import type { Summary } from '../../results/executions/to-summary.ts'
import { commitOf, countsOf } from './run-facts.ts'

/** An execution whose results were removed by retention; its counts remain. */
export interface Removed {
  head: Summary
  /** The time of the removal, ISO 8601. */
  removedAt: string
}

/** The cause of its failures can no longer be determined. */
export const conclusionOfRemoved = ({ head }: Removed): Conclusion => {
  if (head.state === 'passed') return 'passed'
  return head.state === 'failed' ? 'unknown' : 'incomplete'
}

/** Says that the results were removed, and when. */
export const removedHeadline = ({ head, removedAt }: Removed): string =>
  `🗄️ The results of this run were removed by retention on ${removedAt.slice(0, 10)} · ${runPlace(plainMarkdown(head.project), plainMarkdown(head.suite))}`

/** The remaining facts of the run; nothing is compared. */
export const renderRemoved = (removed: Removed): string =>
  [
    `### ${removedHeadline(removed)}`,
    `The run ${STATES[removed.head.state]}: ${countsOf(removed.head)}${commitOf(removed.head)}. Nothing is compared because the tests are no longer known.`,
    `[View run](${removed.head.url})`,
  ].join('\n\n')

const STATES: Record<Summary['state'], string> = {
  running: 'is running',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  incomplete: 'is incomplete',
}
