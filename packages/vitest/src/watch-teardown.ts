import { noteFailedTeardown } from '@svc/client'
import type { Vitest } from 'vitest/node'

/**
 * Vitest closes its projects after the reporters, and a global teardown that fails changes no exit code if a test
 * failed. Vitest only logs it, so the log tells `svc run`.
 */
export const watchTeardown = ({ logger }: Vitest): void => {
  const receipts = process.env.SVC_RECEIPTS
  if (!receipts) return
  const { error } = logger
  logger.error = (...words: unknown[]) => {
    if (words[0] === 'error during close') noteFailedTeardown(receipts)
    error.apply(logger, words)
  }
}
