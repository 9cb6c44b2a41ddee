import type { FileOutcome, ReadOutcome } from '@svc/formats'
import { GLUE } from '../terminal/glue.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine } from '../terminal/text.ts'
import { count, list } from '../terminal/words.ts'

/** If there are more files, only files with notes are listed. */
const MOST_FILES = 8
const MOST_NOTES = 20

/** Returns lines for the files: all of a few, otherwise only those with repairs or warnings. */
export const filesText = ({ files }: Pick<ReadOutcome, 'files'>, screen: Screen): string[] => {
  const read = files.filter(({ problem }) => !problem)
  if (read.length <= MOST_FILES)
    return read.flatMap((file) => [...fileLines(file, screen), ...notesOf(file, screen)])
  const noted = read.filter(({ repairs, warnings }) => repairs.length + warnings.length > 0)
  const more = noted.length - MOST_NOTES
  return [
    ...noted.slice(0, MOST_NOTES).flatMap((file) => [...fileLines(file, screen), ...notesOf(file, screen)]),
    ...(more > 0 ? [`  and notes on ${count(more, 'more file')} (--json lists all)`] : []),
  ]
}

const fileLines = (file: FileOutcome, { cells }: Screen): string[] => {
  const { name, format, dialect, tool, toolVersion } = file
  const kind = [format, dialect !== format ? dialect : undefined, tool !== dialect ? tool : undefined]
  const what = [...new Set(kind.filter(Boolean))].join(', ') + (toolVersion ? ` ${toolVersion}` : '')
  // A file of re-runs has no tests of its own.
  const isAgain = file.tests === 0 && file.attempts > 0
  const counts = isAgain ? count(file.attempts, 'further attempt') : statusesOf(file)
  return hanging('', `${oneLine(name)} (${oneLine(what)}): ${counts}`, cells)
}

const notesOf = ({ repairs, warnings }: FileOutcome, { cells }: Screen): string[] => [
  ...repairs.flatMap(({ kind, count: times, line, ...rest }) => {
    const first = line === undefined ? '' : `${times === 1 ? ' in' : ', first in'} line${GLUE}${line}`
    const detail = 'detail' in rest && typeof rest.detail === 'string' ? `: ${rest.detail}` : ''
    return hanging(
      '    repaired: ',
      oneLine(`${kind}${times === 1 ? '' : ` (${times} times)`}${detail}${first}`),
      cells,
    )
  }),
  ...warnings.flatMap((warning) => hanging('    note: ', oneLine(warning), cells)),
]

/** Returns the counts: `12 tests: 1 failed, 11 passed`. */
export const statusesOf = ({
  tests,
  statuses,
  errors,
}: Pick<ReadOutcome, 'tests' | 'statuses' | 'errors'>): string => {
  const parts = (['failed', 'flaky', 'passed', 'skipped'] as const)
    .filter((status) => statuses[status] > 0)
    .map((status) => `${statuses[status].toLocaleString('en')}${GLUE}${status}`)
  if (errors > 0) parts.push(`${count(errors, 'error').replace(' ', GLUE)}${GLUE}outside${GLUE}tests`)
  return `${count(tests, 'test')}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}

/** Returns a problem in the format of compilers: `reports/a.xml:12:3: the element is not closed`. */
export const problemLine = ({ name, problem }: FileOutcome): string => {
  const place = problem?.place ? `:${problem.place.line}:${problem.place.column}` : ''
  return `${oneLine(name)}${place}: ${oneLine(problem?.reason ?? '')}`
}

/** Returns the problems: `2 files could not be read and 1 name matches no file`; empty if there are none. */
export const troubleOf = ({ files, isEmpty }: ReadOutcome, missing: string[]): string => {
  const broken = files.filter(({ problem }) => problem).length
  const what = [
    broken > 0 ? `${count(broken, 'file')} could not be read` : '',
    missing.length > 0
      ? `${count(missing.length, 'name')} ${missing.length === 1 ? 'matches' : 'match'} no file`
      : '',
    isEmpty && broken < files.length ? 'the files contain no tests' : '',
  ].filter(Boolean)
  return list(what)
}
