import { VERDICT } from '../../ground/store/tables.ts'
import type { BothSides } from './side.ts'

/** The durations of two passes count as different only if both thresholds are exceeded. */
export interface Tolerance {
  ratio: number
  floorUs: number
}

/** True for a test that differs between the sides, fails in the head, or took longer or shorter than tolerated. */
export const isChanged = ({ base, head }: Omit<BothSides, 'testId'>, tolerance: Tolerance): boolean =>
  !base ||
  !head ||
  base.verdict !== head.verdict ||
  isNews(head.verdict, base.durationUs, head.durationUs, tolerance)

/** The same for two results with equal verdicts. */
export function isNews(
  verdict: number,
  baseUs: number,
  headUs: number,
  { ratio, floorUs }: Tolerance,
): boolean {
  if (verdict !== VERDICT.passed) return verdict === VERDICT.failed
  const [less, more] = baseUs < headUs ? [baseUs, headUs] : [headUs, baseUs]
  return more - less > floorUs && more > less * ratio
}
