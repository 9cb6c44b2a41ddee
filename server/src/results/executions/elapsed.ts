/** The start and end of a part, milliseconds since the epoch; one without an end has no span. */

/**
 * The duration of a run, milliseconds: all time that parts cover, with overlaps counted once. The hours
 * between a part and its re-run do not count.
 */
export function elapsedOf(spans: { started_at: number; ended_at: number | null }[]): number {
  let elapsed = 0
  let reached = Number.NEGATIVE_INFINITY
  for (const { started_at, ended_at } of spans.toSorted((a, b) => a.started_at - b.started_at)) {
    if (ended_at === null || ended_at <= reached) continue
    elapsed += ended_at - Math.max(started_at, reached)
    reached = ended_at
  }
  return elapsed
}
