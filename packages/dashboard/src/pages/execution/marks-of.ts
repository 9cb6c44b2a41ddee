import type { Mark } from '../../parts/marks.tsx'
import type { Status } from '../../parts/status.tsx'
import type { Failure } from './failures-of.ts'

/** The runs behind a verdict, oldest first, and the attempts of this run. */
export function marksOf({ verdict, result }: Pick<Failure, 'verdict' | 'result'>): {
  runs: Mark[]
  attempts: Status[]
} {
  const runs = (verdict?.history.recent ?? []).map(({ execution, status, startedAt: at }) => ({
    execution,
    status,
    at,
  }))
  return { runs: runs.reverse(), attempts: result?.attempts.map(({ status }) => status) ?? [] }
}
