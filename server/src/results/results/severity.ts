import { VERDICT } from '../../ground/store/tables.ts'

const SEVERITY: Record<number, number> = {
  [VERDICT.skipped]: 0,
  [VERDICT.passed]: 1,
  [VERDICT.flaky]: 2,
  [VERDICT.failed]: 3,
}

/**
 * Skipped, passed, flaky, failed, in this order from 0. If colliding parts report a test twice, the
 * worst result counts.
 */
export const severityOf = (verdict: number): number => SEVERITY[verdict] ?? 0
