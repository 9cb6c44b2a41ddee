import { VERDICT } from '../store/tables.ts'
import type { BothSides } from './side.ts'

/** The durations of two passes count as different only if both thresholds are exceeded. */
export interface Tolerance {
  ratio: number
  floorUs: number
}

/** True for a test that differs between the sides, fails in the head, or took longer or shorter than tolerated. */
export function isChanged({ base, head }: Omit<BothSides, 'testId'>, { ratio, floorUs }: Tolerance): boolean {
  if (!base || !head || base.verdict !== head.verdict || head.verdict === VERDICT.failed) return true
  const [less, more] = [base.durationUs, head.durationUs].sort((a, b) => a - b) as [number, number]
  return head.verdict === VERDICT.passed && more - less > floorUs && more > less * ratio
}
