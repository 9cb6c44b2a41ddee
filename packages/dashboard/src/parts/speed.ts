/** With fewer passes on a side, one slow machine would decide. */
const LEAST_COMPARED = 3
/** A median that differs by less may be the machines. */
const SAME_UP_TO = 1.25

export interface Speed {
  change: 'slower' | 'faster' | 'same'
  /** Medians, milliseconds. */
  recentMs: number
  earlierMs: number
}

/** Whether the recent passes of a test take longer than the earlier ones, in milliseconds; null with too few of either. */
export function speedOf(recent: number[], earlier: number[]): Speed | null {
  const [recentMs, earlierMs] = [medianOf(recent), medianOf(earlier)]
  if (recentMs === null || earlierMs === null) return null
  const change =
    recentMs > earlierMs * SAME_UP_TO ? 'slower' : earlierMs > recentMs * SAME_UP_TO ? 'faster' : 'same'
  return { change, recentMs, earlierMs }
}

function medianOf(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.length < LEAST_COMPARED ? null : (sorted[Math.floor((sorted.length - 1) / 2)] ?? null)
}
