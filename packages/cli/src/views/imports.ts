import type { Imported, ImportedRun } from '../reports/import-runs.ts'
import { problemLine, statusesOf } from '../reports/outcome-text.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine, wrap } from '../terminal/text.ts'
import { count, shortList } from '../terminal/words.ts'

const dateOf = (startedAt: number | undefined) =>
  startedAt === undefined ? null : new Date(startedAt).toISOString()

/** Returns the result of an import as JSON data. */
export const importData = (imported: Imported, others: string[], isDry: boolean) => ({
  runs: imported.runs.map(({ name, startedAt, dateFrom, isKnown, outcome, sent }) => {
    const { tests, attempts, statuses, errors, files } = outcome
    const { kind: state = isDry ? 'dry' : 'nothing', ...rest } = sent ?? {}
    const date = { startedAt: dateOf(startedAt), dateFrom, ...(isKnown !== undefined && { isKnown }) }
    return { name, ...date, state, ...rest, tests, attempts, statuses, errors, files }
  }),
  leftOut: imported.leftOut,
  untried: imported.untried,
  others,
  ...(!isWell(imported, isDry) && {
    error: {
      code: imported.untried.length > 0 ? 'NOT_SENT' : 'BROKEN_FILES',
      message: importTroubles(imported).join('\n'),
      next: 'fix the cause, then run the command again; runs that were sent are not duplicated',
    },
  }),
})

const isRunWell = ({ outcome, sent }: ImportedRun, isDry: boolean) =>
  !outcome.isBroken && (isDry || sent?.kind === 'sent')

export const isWell = ({ runs, untried }: Imported, isDry: boolean): boolean =>
  untried.length === 0 && runs.every((run) => isRunWell(run, isDry))

export const importLines = (
  { runs, leftOut }: Imported,
  others: string[],
  isDry: boolean,
  screen: Screen,
): string[] => {
  const { cells } = screen
  const done = runs.filter(({ sent }) => (isDry ? true : sent?.kind === 'sent'))
  const tests = done.reduce((sum, { outcome }) => sum + outcome.tests, 0)
  const written = runs.filter(({ dateFrom, outcome }) => dateFrom === 'file' && outcome.tests > 0)
  const notes = [
    writtenText(written.map(({ name }) => oneLine(name))),
    leftOut.length > 0 ? `skipped: ${count(leftOut.length, 'run')} outside --since and --until` : '',
    others.length > 0 ? `skipped files that are not reports: ${shortList(others.map(oneLine))}` : '',
  ].filter(Boolean)
  return [
    ...runs.flatMap((run) => runLines(run, isDry, screen)),
    ...wrap(
      `${isDry ? 'not sent (--dry-run)' : 'imported'}: ${count(done.length, 'run')} with ${count(tests, 'test')}${knownText(done)}`,
      cells,
    ),
    ...notes.flatMap((note) => wrap(note, cells)),
  ]
}

/** Returns how many runs the server already had; empty if unknown. */
const knownText = (done: ImportedRun[]): string => {
  const known = done.filter(({ isKnown }) => isKnown).length
  if (known === 0) return ''
  if (known < done.length) return `, ${known.toLocaleString('en')} of them already on the server`
  return known === 1 ? ', already on the server' : ', all of them already on the server'
}

const writtenText = (names: string[]): string =>
  names.length === 0
    ? ''
    : `dated by the modification time of the file, because report and name have no date: ${shortList(names)}`

const runLines = (
  { name, startedAt, outcome, sent }: ImportedRun,
  isDry: boolean,
  { cells, paint }: Screen,
): string[] => {
  const date = `${dateOf(startedAt)?.slice(0, 16).replace('T', ' ') ?? 'no date'}`.padEnd(18)
  const state = isDry || sent?.kind === 'sent' ? '' : 'not sent: '
  return [
    ...hanging(date, `${oneLine(name)}: ${state}${statusesOf(outcome)}`, cells),
    ...(sent?.kind === 'sent' && sent.url ? [' '.repeat(18) + paint(sent.url, 'dim')] : []),
  ]
}

/** Returns one line per problem, with the next step. */
export const importTroubles = ({ runs, untried }: Imported): string[] => [
  ...runs.flatMap(({ outcome }) => outcome.files.filter(({ problem }) => problem).map(problemLine)),
  ...runs.flatMap(({ name, outcome, sent }) => {
    const isReadable = outcome.files.some(({ problem }) => !problem)
    if (!sent) return outcome.isEmpty && isReadable ? [`${oneLine(name)}: no test found`] : []
    if (sent.kind === 'sent') return []
    return [
      `${oneLine(name)}: not sent: ${sent.kind === 'kept' ? 'SVC_API_KEY is not set' : oneLine(sent.reason)}`,
    ]
  }),
  ...(untried.length > 0
    ? [
        `${count(untried.length, 'run')} not tried; fix the cause, then run the command again: runs that were sent are not duplicated`,
      ]
    : []),
]
