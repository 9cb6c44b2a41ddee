import { noteFailedTeardown } from '@svc/client'
import type { GlobalConfig, TestContext } from './jest.ts'

/**
 * Jest runs global teardowns after the reporters, and one that fails changes no exit code if a test failed. Tells
 * `svc run` at the exit, unless Jest has marked the end of all of them.
 */
export const watchTeardown = (config: GlobalConfig, contexts: Iterable<TestContext>): void => {
  const receipts = process.env.SVC_RECEIPTS
  const hasTeardown = [config, ...[...contexts].map((context) => context.config)].some(
    ({ globalTeardown }) => globalTeardown,
  )
  if (!receipts || !hasTeardown) return
  process.once('exit', () => {
    if (performance.getEntriesByName('jest/globalTeardown:end').length === 0) noteFailedTeardown(receipts)
  })
}
