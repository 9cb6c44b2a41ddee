import type { Clock } from './clock.ts'

/** How long a request trusts its last look at the credential, milliseconds. */
const TRUSTED_MS = 5_000

/** Returns what a request calls after each wait: it runs `look` if the last look at the credential is 5 s old. */
export function afterWaits(clock: Clock, look: () => Promise<void>): () => Promise<void> {
  let lookedAt = clock()
  return async () => {
    if (clock() - lookedAt < TRUSTED_MS) return
    lookedAt = clock()
    await look()
  }
}
