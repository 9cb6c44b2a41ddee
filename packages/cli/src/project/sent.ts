import { join } from 'node:path'
import { findAbove, type SentNote, sentNotes } from '@svc/client/cli'
import type { Packages } from './packages.ts'

/** The notes of earlier runs of these packages that were sent. */
export const notesOf = ({ all }: Packages): SentNote[] => {
  const roots = all.map(({ folder }) => findAbove(folder, join('.svc', 'sent')) ?? '')
  return [...new Set(roots)].flatMap(sentNotes)
}
