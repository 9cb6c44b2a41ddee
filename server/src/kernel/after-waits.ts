import type { Clock } from './clock.ts'

/** How long a request trusts its last look at the credential between its pieces, milliseconds. */
const TRUSTED_MS = 1_000

/** Returns what a request calls after each wait: it runs `look` if the last look at the credential is 1 s old. */
export function afterWaits<Args extends unknown[]>(
  clock: Clock,
  look: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let lookedAt = clock()
  return async (...args) => {
    const age = clock() - lookedAt
    // A clock that was set back says nothing about the age.
    if (age >= 0 && age < TRUSTED_MS) return
    await look(...args)
    lookedAt = clock()
  }
}
