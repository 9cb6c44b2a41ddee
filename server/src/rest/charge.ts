import type { Clock } from '../kernel/clock.ts'
import { type RateLimits, tooMany } from './rate-limit.ts'

/** Counts the bytes of one upload against a credential's budget. */
export interface Charge {
  /** Counts a piece; RATE_LIMITED where the budget was used up before it, and the length was not said. */
  onBytes(count: number): void
  /** Gives back what was counted and never came. */
  end(): void
}

/**
 * Counts an upload as soon as it begins: others that begin meanwhile know of it. RATE_LIMITED where nothing is left of
 * the budget. `length` is null where the body comes in chunks, which are counted as they come.
 */
export function chargeUpload(
  { ingestBytes }: Pick<RateLimits, 'ingestBytes'>,
  clock: Clock,
  credential: string,
  length: number | null,
): Charge {
  const requireRest = () => {
    const budget = ingestBytes.peek(credential, clock())
    if (budget?.remaining === 0) throw tooMany(budget, `uploads of ${budget.limit} bytes a minute`)
  }
  requireRest()
  let came = 0
  if (length !== null) ingestBytes.add(credential, length, clock())
  return {
    onBytes(count) {
      came += count
      if (length !== null) return
      requireRest()
      ingestBytes.add(credential, count, clock())
    },
    end() {
      if (length !== null && came < length) ingestBytes.add(credential, came - length, clock())
    },
  }
}
