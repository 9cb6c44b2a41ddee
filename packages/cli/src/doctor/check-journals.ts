import { relative } from 'node:path'
import { type FoundJournal, findAbove, journalFolder, listJournals } from '@svc/client/doctor'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { count, duration } from './words.ts'

const say = findingsOf('Journals')

/** What runs left on disk: to be sent, being written, or refused by a server. */
export const checkJournals = async ({ preview, folder }: Subject): Promise<Finding[]> => {
  const root = findAbove(preview.root.path, journalFolder('.')) ?? preview.root.path
  const journals = await listJournals(root)
  const inState = (state: FoundJournal['state']) => journals.filter((journal) => journal.state === state)
  const left = inState('left')
  const running = inState('running')
  const refused = inState('refused')
  const findings: Finding[] = []
  if (left.length > 0)
    findings.push(
      say.warning(`${describe(left)} not sent`, {
        reason: 'their runs were killed, or could not reach the server',
        fix: `${laterSent(left.length)}${left.length > 1 ? ', or all now:' : ', or now:'}`,
        paste: [command('npx @svc/cli flush', folder, root)],
      }),
    )
  if (running.length > 0) findings.push(say.ok(`${describe(running)} being written by a run that goes on`))
  if (refused.length > 0)
    findings.push(
      say.warning(`${describe(refused)} refused by the server`, {
        reason: 'it will never take them as they are; the run that sent them said why',
        fix: 'move them back to try once more, or delete them; they lie in:',
        paste: [`${relative(folder, journalFolder(root)) || journalFolder(root)}/rejected`],
      }),
    )
  return findings.length > 0 ? findings : [say.ok('nothing left behind by earlier runs')]
}

/** What a run sends of earlier ones at most, so that its own end does not wait for long. */
export const SENT_BY_A_RUN = 3

const laterSent = (left: number): string => {
  if (left === 1) return 'the next run sends it'
  return left <= SENT_BY_A_RUN
    ? 'the next run sends them'
    : `the next run sends the oldest ${SENT_BY_A_RUN} of them`
}

/** `3 journals with 1,200 entries, the oldest 2 h old,`: an entry is an attempt, an error, a warning or an end. */
const describe = (journals: FoundJournal[]): string => {
  const known = journals.filter((journal) => journal.entries !== undefined)
  const entries = known.reduce((sum, journal) => sum + (journal.entries ?? 0), 0)
  const least = known.length < journals.length ? 'at least ' : ''
  const age = duration(Date.now() - Math.min(...journals.map((journal) => journal.changedAt)))
  return `${count(journals.length, 'journal')} with ${least}${entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`}, ${journals.length > 1 ? 'the oldest ' : ''}${age} old,`
}

const command = (text: string, folder: string, root: string) =>
  relative(root, folder).startsWith('..') ? `${text} ${root}` : text
