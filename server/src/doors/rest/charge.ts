import type { Clock } from '../../ground/kernel/clock.ts'
import { type RateLimits, tooMany } from './rate-limit.ts'

/** Counts the bytes of one upload against a credential's budget. */
export interface Charge {
  /** Counts a piece. Throws RATE_LIMITED if the budget was already used up and the length was unknown. */
  onBytes(count: number): void
  /** Returns counted bytes that never arrived to the budget. */
  end(): void
}

/**
 * Counts an upload as soon as it begins, so that concurrent uploads share the budget. Throws RATE_LIMITED if
 * the budget is used up. `length` is null if the body arrives in chunks, which are counted one by one.
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
