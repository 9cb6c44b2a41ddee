import type { Verdict } from '../report.ts'
import { limit } from './goal.ts'
import type { Invented } from './judge-heads.ts'

/** Runs that were said to have new tests which their project knows, or to lack tests which their code has. */
export const reportInvented = (all: Invented[]): Verdict[] => {
  const runs = (of: (one: Invented) => string[]) => all.filter((one) => of(one).length > 0).length
  return [
    limit(
      'Runs with a false "New"',
      0.01,
      runs(({ news }) => news),
      all.length,
    ),
    limit(
      'Runs with a false "Removed"',
      0.01,
      runs(({ removed }) => removed),
      all.length,
    ),
  ]
}
