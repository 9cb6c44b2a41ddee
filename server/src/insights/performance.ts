/** Fewer runs than this have no usual duration. */
const LEAST_RUNS = 5
/** Robust standard deviations that a change must be away from the median. */
const LEAST_DEVIATIONS = 5
/** Differences nobody would notice, milliseconds. */
const FLOOR_MS = 50
/** Timers and schedulers differ by this share anyhow: no spread is taken for less. */
const LEAST_SPREAD = 0.05

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

export interface Outlier {
  usualMs: number
  headMs: number
  /** Negative where it became faster. */
  deviations: number
  runs: number
}

/** False where a closer look would be in vain. */
export const mayStandOut = (headMs: number, passedMs: number[]): boolean =>
  passedMs.length >= LEAST_RUNS && Math.abs(headMs - median(passedMs)) >= FLOOR_MS

/** Whether a duration stands out from a test's own recent passing runs; null where it does not, or nothing is known. */
export function outlier(headsMs: number[], passedMs: number[]): Outlier | null {
  const headMs = median(headsMs)
  if (passedMs.length < LEAST_RUNS) return null
  const usualMs = median(passedMs)
  const mad = median(passedMs.map((ms) => Math.abs(ms - usualMs)))
  const sigma = Math.max(mad * MAD_TO_SIGMA, usualMs * LEAST_SPREAD, 1)
  const deviations = (headMs - usualMs) / sigma
  if (Math.abs(headMs - usualMs) < FLOOR_MS || Math.abs(deviations) < LEAST_DEVIATIONS) return null
  return { usualMs, headMs, deviations: Math.round(deviations * 10) / 10, runs: passedMs.length }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
