import type { ExecutionFilter } from '../../data/runs.ts'
import { text } from '../../data/search.ts'

/** Reads the filters of the address and ignores unknown parameters. */
export const readExecutionsSearch = (raw: Record<string, unknown>): ExecutionFilter => ({
  ...text('branch', raw.branch),
  ...text('status', raw.status),
  ...text('suite', raw.suite),
  ...text('pr', raw.pr),
  ...text('commit', raw.commit),
  ...text('q', raw.q),
  ...text('from', raw.from),
  ...text('to', raw.to),
})
