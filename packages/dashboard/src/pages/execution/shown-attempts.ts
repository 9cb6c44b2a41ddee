/** The number of attempts shown at a time: a test that was repeated a thousand times has as many. */
const MOST = 24

/** The indexes of the attempts to show, around the one at `at`. */
export function shownAttempts(count: number, at: number): number[] {
  const first = Math.max(0, Math.min(at - MOST / 2, count - MOST))
  return Array.from({ length: Math.min(count, MOST) }, (_, i) => first + i)
}
