import type { Mark } from '../../parts/mark.ts'
import type { Status } from '../../parts/status.tsx'
import type { Failure } from './failures-of.ts'

/** The runs behind a verdict, oldest first, and the attempts of this run. */
export const marksOf = ({
  runs,
  result,
}: Pick<Failure, 'runs' | 'result'>): { runs: Mark[]; attempts: Status[] } => ({
  runs,
  attempts: result?.attempts.map(({ status }) => status) ?? [],
})
