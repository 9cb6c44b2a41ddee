import { isExplained } from '@svc/protocol'
import { count } from './local-summary.ts'
import type { Level, Log } from './log.ts'
import type { ReportedFailure } from './svc/report.ts'

const OLD = new Set(['still-failing', 'not-compared'])

/** Returns `error` if this change may have caused the failure, otherwise `warning`. */
export const levelOf = ({ kind, verdict }: Pick<ReportedFailure, 'kind' | 'verdict'>): Level =>
  OLD.has(kind) || isExplained(verdict) ? 'warning' : 'error'

/** Sorts failures for annotation: changed files first, then worst first. */
export const inOrder = (failures: ReportedFailure[], changed: ReadonlySet<string>): ReportedFailure[] => {
  const isChanged = ({ file }: ReportedFailure) => file !== null && changed.has(file)
  return [...failures.filter(isChanged), ...failures.filter((failure) => !isChanged(failure))]
}

interface More {
  /** Total number of failures, if `failures` has only the first ones. */
  total?: number
  /** Pages of the server that list all failures. */
  pages?: string[]
}

/** Annotates as many failures as GitHub shows per step; reports the rest with their files and pages. */
export const annotate = (
  log: Log,
  failures: ReportedFailure[],
  changed: ReadonlySet<string>,
  { total = failures.length, pages = [] }: More = {},
): void => {
  const left: ReportedFailure[] = []
  for (const failure of inOrder(failures, changed)) {
    const { file, line, titles, message, because, owners } = failure
    const isShown = log.annotate({
      level: levelOf(failure),
      title: titleOf(failure),
      message:
        [message, because, owners.length > 0 ? `Owned by ${owners.join(', ')}` : '']
          .filter((text) => text)
          .join('\n\n')
          .slice(0, 4_000) ||
        titles.join(' › ') ||
        'Failed without a message.',
      ...(isRepositoryPath(file) && { file }),
      ...(isRepositoryPath(file) && line !== null && { line }),
    })
    if (!isShown) left.push(failure)
  }
  const missing = Math.max(total - failures.length, 0) + left.length
  if (missing === 0) return
  const where = left.length > 0 ? `: ${filesOf(left)}` : ''
  const all = pages.length > 0 ? ` View all: ${pages.slice(0, MOST_PAGES).join(' ')}` : ''
  const text = `${count(missing, 'more failure')} without an annotation, because GitHub shows 10 per level${where}.${all}`
  // A notice beside the annotations shows that there are more than ten.
  if (!log.annotate({ level: 'notice', title: 'svc', message: text })) log.say(text)
}

const MOST_FILES = 5
const MOST_PAGES = 3

/** Returns the files of the failures, most failures first. */
const filesOf = (failures: ReportedFailure[]): string => {
  const byFile = [...Map.groupBy(failures, ({ file }) => file || 'no file')]
  byFile.sort((a, b) => b[1].length - a[1].length)
  const more = byFile.length - MOST_FILES
  const files = byFile.slice(0, MOST_FILES).map(([file, those]) => `${file} (${those.length})`)
  return `${files.join(', ')}${more > 0 ? ` and ${count(more, 'more file')}` : ''}`
}

const titleOf = ({ titles, kind }: ReportedFailure) =>
  (titles.join(' › ') || (kind === 'error' ? 'Failed outside any test' : 'A test failed')).slice(0, 200)

const isRepositoryPath = (file: string | null): file is string =>
  file !== null && file !== '' && !file.startsWith('/') && !file.startsWith('../') && !/^[A-Za-z]:/.test(file)
