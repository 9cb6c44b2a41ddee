import type { Mark } from '../parts/mark.ts'
import type { Comparison, JudgedBy } from './queries.ts'

/** The runs behind a verdict of a comparison, oldest first; none without a verdict. */
export const runsBehind = (
  { historyRuns }: Pick<Comparison, 'historyRuns'>,
  verdict: JudgedBy | null | undefined,
): Mark[] =>
  (verdict?.history.recent ?? [])
    .flatMap((status, place): Mark[] => {
      const run = historyRuns[place]
      return status === null || run === undefined
        ? []
        : [{ status, execution: run.execution, at: run.startedAt }]
    })
    .reverse()
