import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file beside the receipts of a command's runs: a global teardown failed after its reporter had ended. */
export const TEARDOWN_FAILED = 'teardown-failed'

/** Tells `svc run` that a global teardown failed, or may have; nothing without its folder. */
export const noteFailedTeardown = (receipts: string | undefined): void => {
  if (!receipts) return
  try {
    writeFileSync(join(receipts, TEARDOWN_FAILED), '')
  } catch {
    // The folder is gone; without receipts, the exit code of the command stays.
  }
}
