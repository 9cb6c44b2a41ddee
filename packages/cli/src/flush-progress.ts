import { readdirSync } from 'node:fs'
import { findAbove, journalFolder } from '@svc/client/cli'

/** Shorter work shows no progress. */
const PATIENCE_MS = 1_000
const EVERY_MS = 500

/** Shows a progress line with the remaining journals and the elapsed time; returns a function that removes it. */
export const showProgress = (folder: string, write: (text: string) => unknown): (() => void) => {
  const root = findAbove(folder, journalFolder('.'))
  if (root === undefined) return () => undefined
  const start = Date.now()
  const total = countJournals(root)
  let isShown = false
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - start) / 1000)
    if (Date.now() - start < PATIENCE_MS) return
    isShown = true
    write(`\r\u001b[Ksending: ${countJournals(root)} of ${total} left, ${seconds} s`)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    if (isShown) write('\r\u001b[K')
  }
}

const countJournals = (root: string): number => {
  try {
    return readdirSync(journalFolder(root)).filter((name) => name.endsWith('.ndjson')).length
  } catch {
    return 0
  }
}
