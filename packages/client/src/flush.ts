import { detectCi } from './ci.ts'
import { resolveConfig } from './config.ts'
import { flushJournals } from './flush-journals.ts'
import type { FlushedJournal } from './flushed-journal.ts'
import { journalFolder } from './folder.ts'
import { describeWait } from './receipt.ts'
import { findAbove } from './root.ts'
import { noteSent } from './sent-note.ts'

export type { FlushedJournal } from './flushed-journal.ts'

export interface FlushOptions {
  /** A folder of the project, at or below the folder that contains `.svc`. */
  folder: string
  /** Default: `SVC_API_KEY`. */
  apiKey?: string
  /** Default: `SVC_URL`. */
  url?: string
  /** How long to try, in milliseconds; default: `SVC_TIMEOUT_MS`, else 30,000. */
  timeoutMs?: number
  /** Called before a pause that the server asked for, with a line that says how long and why. */
  onWait?: (line: string) => void
}

/**
 * Sends journals that runs left in `.svc/journal` because they were killed or the server was
 * unavailable. Never rejects for a journal that cannot be sent; its state and reason explain it.
 */
export const flush = async ({ folder, onWait, ...settings }: FlushOptions): Promise<FlushedJournal[]> => {
  const root = findAbove(folder, journalFolder('.'))
  if (root === undefined) return []
  const config = resolveConfig(settings, process.env, detectCi())
  const deadline = performance.now() + config.timeoutMs
  const journals = await flushJournals({
    root,
    config,
    deadline,
    artifactsDeadline: deadline + config.artifactsTimeoutMs,
    onWait: (ms, reason) => onWait?.(describeWait(ms, reason, config.url)),
  })
  const last = journals.findLast(({ state }) => state === 'sent')
  if (last?.url)
    noteSent(root, {
      client: 'svc flush',
      folder: root,
      sentAt: Date.now(),
      server: config.url,
      execution: last.url,
    })
  return journals
}
