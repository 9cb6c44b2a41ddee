import { plainMarkdown } from '@svc/protocol'
import type { Summary } from '../../results/executions/to-summary.ts'
import { count, duration } from './words.ts'

/** The outcome of a run in numbers. */
export function countsOf({ counts, durationMs }: Summary): string {
  const { total, passed, failed, flaky, skipped, errors } = counts
  const parts = [
    `${passed.toLocaleString('en')} of ${count(total, 'test')} passed`,
    failed && `${failed.toLocaleString('en')} failed`,
    flaky && `${flaky.toLocaleString('en')} flaky`,
    skipped && `${skipped.toLocaleString('en')} skipped`,
    errors && `${count(errors, 'failure')} outside tests`,
  ]
  return `${parts.filter(Boolean).join(', ')}${durationMs === null ? '' : ` in ${duration(durationMs)}`}`
}

/** The commit that was pushed: on a pull request, CI tests a merge commit that the author has never seen. */
export const commitOf = ({ headSha }: Summary): string =>
  headSha ? ` at <code>${plainMarkdown(headSha.slice(0, 7))}</code>` : ''
