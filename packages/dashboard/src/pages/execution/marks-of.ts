import type { Mark } from '../../parts/marks.tsx'
import type { Status } from '../../parts/status.tsx'
import type { Failure } from './failures-of.ts'

/** The runs that a verdict rests on, oldest first, and the attempts of this run, of which `Marks` draws the last. */
export function marksOf({ verdict, result }: Pick<Failure, 'verdict' | 'result'>): {
  runs: Mark[]
  attempts: Status[]
} {
  const runs = (verdict?.history.recent ?? []).map(({ execution, status }) => ({ execution, status }))
  return { runs: runs.reverse(), attempts: result?.attempts.map(({ status }) => status) ?? [] }
}
