import { relative } from 'node:path'
import { type FoundJournal, findAbove, journalFolder, listJournals } from '@svc/client/cli'
import { count, duration } from '../terminal/words.ts'
import { findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Journals')

/** The maximum number of earlier runs' journals that a run sends. */
export const SENT_BY_A_RUN = 3

/** Journals on disk: unsent, being written, or refused by a server. */
export const checkJournals = async ({ preview, folder }: Subject): Promise<Report> => {
  const root = findAbove(preview.root.path, journalFolder('.')) ?? preview.root.path
  const isOutside = relative(root, folder).startsWith('..')
  const journals = await listJournals(root)
  if (journals.length === 0) return say.ok('no unsent results of earlier runs')
  const inState = (state: FoundJournal['state']) => journals.filter((journal) => journal.state === state)
  const [left, running, refused] = [inState('left'), inState('running'), inState('refused')]
  return [
    left.length > 0 &&
      say.warning(`${describe(left)} not sent`, {
        reason: 'the runs were killed, or the server could not be reached or refused their key',
        fix: `the next run sends ${left.length > SENT_BY_A_RUN ? `the oldest ${SENT_BY_A_RUN}` : 'them'}; to send all now:`,
        paste: [`npx --no svc flush${isOutside ? ` ${root}` : ''}`],
      }),
    running.length > 0 && say.ok(`${describe(running)} in use by a run in progress`),
    refused.length > 0 &&
      say.warning(`${describe(refused)} rejected by the server`, {
        reason: 'a retry without a change fails again; the run that sent them printed the reason',
        fix: 'move them up one folder to retry, or delete them; they are in:',
        paste: [`${relative(folder, journalFolder(root))}/rejected`],
      }),
  ]
}

/** `3 journals with 1,200 entries, the oldest 2 h old,`: an entry is an attempt, an error, a warning or an end. */
const describe = (journals: FoundJournal[]): string => {
  const entries = journals.reduce((sum, journal) => sum + (journal.entries ?? 0), 0)
  const least = journals.some((journal) => journal.entries === undefined) ? 'at least ' : ''
  const age = duration(Date.now() - Math.min(...journals.map((journal) => journal.changedAt)))
  const size = `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`
  return `${count(journals.length, 'journal')} with ${least}${size}, the oldest ${age} old,`
}
