import { dirname } from 'node:path'
import type { FlushedJournal } from '@svc/client/flush'
import { groupBy } from './project/group-by.ts'
import { oneLine } from './terminal/text.ts'

/** Returns one line per journal and the next command; journals with the same reason share a line. */
export const flushLines = (journals: FlushedJournal[], again: string, doctor: string): string => {
  if (journals.length === 0) return 'nothing to send\n'
  const groups = groupBy(journals, ({ path, state, reason }) =>
    state === 'sent' ? path : [state, reason, dirname(path)].join('\n'),
  )
  const lines = groups.map((group) => LINES[group[0].state](group[0], group.length))
  return [...lines, ...nextLines(journals, again, doctor)].map((line) => `${oneLine(line)}\n`).join('')
}

/** True if the server does not have the results of a finished run. */
export const isLeft = ({ state }: FlushedJournal): boolean =>
  state === 'rejected' || state === 'denied' || state === 'postponed'

const LINES: Record<FlushedJournal['state'], (journal: FlushedJournal, count: number) => string> = {
  sent: ({ url, isComplete, path, reason, note }) =>
    `sent${isComplete ? '' : ' (the run was interrupted)'}${url ? ` → ${url}` : `: ${path}`}${reason ? `; ${reason}` : ''}${note ? `; ${note}` : ''}`,
  rejected: (journal, count) => `rejected${kept(journal, count)}`,
  denied: (journal, count) => `not sent${kept(journal, count)}`,
  postponed: (journal, count) => `not sent${kept(journal, count)}`,
  running: ({ path }, count) => `still running: ${journalPlaceOf(path, count)}`,
  empty: ({ path }, count) => `empty, removed: ${journalPlaceOf(path, count)}`,
}

const kept = ({ reason, path }: FlushedJournal, count: number) =>
  count === 1 ? `: ${reason}; kept in ${path}` : `, ${count} journals: ${reason}; kept in ${dirname(path)}`

const journalPlaceOf = (path: string, count: number) =>
  count === 1 ? path : `${count} journals in ${dirname(path)}`

/** Time to send, added to the wait that the server asks for. */
const SPARE_SECONDS = 30
const LONGEST_SECONDS = 86_400

const nextLines = (journals: FlushedJournal[], again: string, doctor: string): string[] => {
  if (journals.some(({ state }) => state === 'denied')) return [`next: ${doctor}`]
  const postponed = journals.filter(({ state }) => state === 'postponed')
  const waits = postponed.map(({ reason = '' }) => Number(/; retry after (\d+) s\)/.exec(reason)?.[1] ?? 0))
  const wait = Math.max(0, ...waits)
  if (wait > 0) return [`next: ${again} --timeout ${Math.min(wait + SPARE_SECONDS, LONGEST_SECONDS)}`]
  if (postponed.length > 0) return [`next: ${again}, or to find the cause: ${doctor}`]
  return journals.some(({ state }) => state === 'rejected')
    ? ['next: move rejected journals up one folder to retry, or delete them']
    : []
}
