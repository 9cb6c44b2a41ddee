import type { Clock } from './clock.ts'

/** How long a request trusts its last check of the credential between its pieces, milliseconds. */
const TRUSTED_MS = 1_000

/**
 * Returns a function for a request to call after each wait: it runs `look` if the last check of the
 * credential is 1 s old.
 */
export function afterWaits<Args extends unknown[]>(
  clock: Clock,
  look: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let lookedAt = clock()
  return async (...args) => {
    const age = clock() - lookedAt
    // If the clock was set back, the age of the last check is unknown.
    if (age >= 0 && age < TRUSTED_MS) return
    await look(...args)
    lookedAt = clock()
  }
}
