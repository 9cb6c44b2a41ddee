import type { Summary } from '../executions/summary.ts'
import { plain } from './escape.ts'
import type { Answer } from './headline.ts'
import { commitOf, countsOf } from './run-facts.ts'

/** An execution whose results retention removed: its counts are all that is left to tell. */
export interface Removed {
  head: Summary
  /** When that was, in ISO 8601. */
  removedAt: string
}

/** How much it concerns whoever reads the comment: nobody can say any more whose failures they were. */
export const urgencyOfRemoved = ({ head }: Removed): Answer => {
  if (head.state === 'passed') return 'passed'
  return head.state === 'failed' ? 'unknown' : 'incomplete'
}

/** Says first that nothing is known any more, and when that came to be. */
export const removedHeadline = ({ head, removedAt }: Removed): string =>
  `🗄️ The results of this run were removed by retention on ${removedAt.slice(0, 10)} · ${plain(head.project)} / ${plain(head.suite)}`

/** What is kept of the run; nothing is compared. */
export const renderRemoved = (removed: Removed): string =>
  [
    `### ${removedHeadline(removed)}`,
    `The run ${STATES[removed.head.state]}: ${countsOf(removed.head)}${commitOf(removed.head)}. Nothing is compared: which tests they were is not known any more.`,
    `[View run](${removed.head.url})`,
  ].join('\n\n')

const STATES: Record<Summary['state'], string> = {
  running: 'is running',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  incomplete: 'is incomplete',
}
