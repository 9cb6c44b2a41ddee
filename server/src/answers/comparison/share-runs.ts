import type { Comparison, comparisonOperations } from '@svc/schema'
import type { z } from 'zod'

type Judged = Pick<z.input<typeof Comparison>['newTests'][number], 'verdict'>
type Verdict = NonNullable<Judged['verdict']>
type Page = z.input<typeof comparisonOperations.compareExecutions.output>
type PageVerdict = Page['regressions'][number]['verdict']

/** The runs of some histories, each once, and the verdicts with their results in these runs. */
export interface SharedRuns {
  historyRuns: Page['historyRuns']
  verdictOf(verdict: Verdict): PageVerdict
}

/** Nearly all tests have the same runs, which would be most of the bytes of an answer. */
export function shareRuns(entries: Judged[]): SharedRuns {
  const runs = new Map<string, Page['historyRuns'][number]>()
  for (const { verdict } of entries)
    for (const { execution, startedAt, branch } of verdict?.history.recent ?? [])
      if (!runs.has(execution)) runs.set(execution, { execution, startedAt, branch })
  const historyRuns = [...runs.values()].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
  const places = new Map(historyRuns.map(({ execution }, place) => [execution, place]))
  return {
    historyRuns,
    verdictOf(verdict) {
      const { recent, ...counts } = verdict.history
      const results: PageVerdict['history']['recent'] = historyRuns.map(() => null)
      for (const { execution, status } of recent) results[places.get(execution) ?? 0] = status
      return { ...verdict, history: { ...counts, recent: results } }
    },
  }
}
