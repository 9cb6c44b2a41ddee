import type { FileOutcome, ReadOutcome } from '@svc/formats'
import { count, list } from '../doctor/words.ts'
import { GLUE } from '../terminal/glue.ts'
import type { Screen } from '../terminal/screen.ts'
import { oneLine } from '../terminal/width.ts'
import { hanging } from '../terminal/wrap.ts'

/** More files than these are told together, unless there is something to say of one. */
const MOST_FILES = 8
const MOST_NOTES = 20

/** What files held: each of a few, of many those where something was put right or is odd. */
export const filesText = ({ files }: Pick<ReadOutcome, 'files'>, screen: Screen): string[] => {
  const read = files.filter(({ problem }) => !problem)
  if (read.length <= MOST_FILES)
    return read.flatMap((file) => [...fileLines(file, screen), ...notesOf(file, screen)])
  const noted = read.filter(({ repairs, warnings }) => repairs.length + warnings.length > 0)
  const more = noted.length - MOST_NOTES
  return [
    ...noted.slice(0, MOST_NOTES).flatMap((file) => [...fileLines(file, screen), ...notesOf(file, screen)]),
    ...(more > 0 ? [`  and notes of ${count(more, 'file')} more (--json has all)`] : []),
  ]
}

const fileLines = (file: FileOutcome, { cells }: Screen): string[] => {
  const { name, format, dialect, tool, toolVersion } = file
  const kind = [format, dialect !== format ? dialect : undefined, tool !== dialect ? tool : undefined]
  const what = [...new Set(kind.filter(Boolean))].join(', ') + (toolVersion ? ` ${toolVersion}` : '')
  return hanging('', `${oneLine(name)} (${oneLine(what)}): ${statusesOf(file)}`, cells)
}

const notesOf = ({ repairs, warnings }: FileOutcome, { cells }: Screen): string[] => [
  ...repairs.flatMap(({ kind, count: times, line, ...rest }) => {
    const first = line === undefined ? '' : `${times === 1 ? ' in' : ', first in'} line${GLUE}${line}`
    const detail = 'detail' in rest && typeof rest.detail === 'string' ? `: ${rest.detail}` : ''
    return hanging(
      '    put right: ',
      oneLine(`${kind}${times === 1 ? '' : ` (${times} times)`}${detail}${first}`),
      cells,
    )
  }),
  ...warnings.flatMap((warning) => hanging('    note: ', oneLine(warning), cells)),
]

/** `12 tests: 1 failed, 11 passed`. */
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

/** `reports/a.xml:12:3: the element is not closed`, as editors and CI know it. */
export const problemLine = ({ name, problem }: FileOutcome): string => {
  const place = problem?.place ? `:${problem.place.line}:${problem.place.column}` : ''
  return `${oneLine(name)}${place}: ${oneLine(problem?.reason ?? '')}`
}

/** `2 files are broken and 1 pattern fits no file`; empty where all is well. */
export const troubleOf = ({ files, isEmpty }: ReadOutcome, missing: string[]): string => {
  const broken = files.filter(({ problem }) => problem).length
  const what = [
    broken > 0 ? `${count(broken, 'file')} could not be read` : '',
    missing.length > 0
      ? `${count(missing.length, 'name')} ${missing.length === 1 ? 'fits' : 'fit'} no file`
      : '',
    isEmpty && broken < files.length ? 'there is no test in any file' : '',
  ].filter(Boolean)
  return list(what)
}
