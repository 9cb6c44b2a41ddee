import { copyFileSync, linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { End } from '@svc/protocol'

/** What a run tells `svc run`, which started it: a JSON file named by the run's id, in the folder SVC_RECEIPTS. */
export interface RunReceipt {
  /** A run that was killed stays `begun`. */
  state: 'begun' | 'sent' | 'unsent'
  /** How the runner says that the run ended. */
  status?: End['status']
  /** The execution's page. Its address may differ from that of the server, for example behind a proxy. */
  url?: string
  /** The address of the server, as the reporter was told. */
  server?: string
}

/** The run's results, beside its receipt: its journal, which the server needs no more. */
export const journalOf = (folder: string, id: string): string => join(folder, `${id}.ndjson`)

/** The path of a run's receipt. */
export const receiptPath = (folder: string, id: string): string => join(folder, `${id}.json`)

/** The end of a run, as its recorder knows it. */
type Ended = Omit<RunReceipt, 'state'> & { isSent: boolean; journal: string | undefined }

/**
 * Writes the receipt of a run that begins, and returns the function that completes it. Errors of the
 * disk are ignored: without a receipt, `svc run` keeps the exit code of its command.
 */
export const beginReceipt = (folder: string, id: string): ((ended: Ended) => void) => {
  const write = (receipt: RunReceipt) =>
    ignoringErrors(() => writeFileSync(receiptPath(folder, id), JSON.stringify(receipt), { mode: 0o600 }))
  write({ state: 'begun' })
  return ({ isSent, journal, ...facts }) => {
    const kept = journalOf(folder, id)
    if (journal !== undefined)
      // The folder may be on another disk.
      ignoringErrors(() => linkSync(journal, kept)) || ignoringErrors(() => copyFileSync(journal, kept))
    write({ state: isSent ? 'sent' : 'unsent', ...facts })
  }
}

/** Returns whether the work succeeded. */
const ignoringErrors = (work: () => void): boolean => {
  try {
    work()
    return true
  } catch {
    return false
  }
}
