import { isExplained } from '@svc/protocol'
import { count } from './local-summary.ts'
import type { Level, Output } from './output.ts'
import type { ReportedFailure } from './svc/report.ts'

const OLD = new Set(['still-failing', 'not-compared'])

/** An error where this change may be to blame, a warning for what is explained otherwise. */
export const levelOf = ({ kind, verdict }: Pick<ReportedFailure, 'kind' | 'verdict'>): Level =>
  OLD.has(kind) || isExplained(verdict) ? 'warning' : 'error'

/** Failures in the order they are annotated: on changed files first, there the worst first. */
export const inOrder = (failures: ReportedFailure[], changed: ReadonlySet<string>): ReportedFailure[] => {
  const isChanged = ({ file }: ReportedFailure) => file !== null && changed.has(file)
  return [...failures.filter(isChanged), ...failures.filter((failure) => !isChanged(failure))]
}

interface More {
  /** How many failures there are where `failures` has the first of them only. */
  total?: number
  /** Pages of the server that have all of them. */
  pages?: string[]
}

/** Annotates as many as GitHub shows of a step; says how many had no room, and in which files and pages they are. */
export const annotate = (
  output: Output,
  failures: ReportedFailure[],
  changed: ReadonlySet<string>,
  { total = failures.length, pages = [] }: More = {},
): void => {
  const left: ReportedFailure[] = []
  for (const failure of inOrder(failures, changed)) {
    const { file, line, titles, message, because, owners } = failure
    const isShown = output.annotate({
      level: levelOf(failure),
      title: titleOf(failure),
      message:
        [message, because, owners.length > 0 ? `Owned by ${owners.join(', ')}` : '']
          .filter((text) => text)
          .join('\n\n')
          .slice(0, 4_000) ||
        titles.join(' › ') ||
        'It failed.',
      ...(isRepositoryPath(file) && { file }),
      ...(isRepositoryPath(file) && line !== null && { line }),
    })
    if (!isShown) left.push(failure)
  }
  const missing = Math.max(total - failures.length, 0) + left.length
  if (missing === 0) return
  const where = left.length > 0 ? `: ${filesOf(left)}` : ''
  const all = pages.length > 0 ? ` All of them: ${pages.slice(0, MOST_PAGES).join(' ')}` : ''
  const text = `${count(missing, 'more failure')} without an annotation, because GitHub shows 10 of a kind${where}.${all}`
  // A notice stands beside the annotations, so that nobody takes ten for all.
  if (!output.annotate({ level: 'notice', title: 'svc', message: text })) output.say(text)
}

const MOST_FILES = 5
const MOST_PAGES = 3

/** In which files they are, the fullest first. */
const filesOf = (failures: ReportedFailure[]): string => {
  const byFile = [...Map.groupBy(failures, ({ file }) => file ?? 'outside any file')]
  byFile.sort((a, b) => b[1].length - a[1].length)
  const more = byFile.length - MOST_FILES
  const told = byFile.slice(0, MOST_FILES).map(([file, those]) => `${file} (${those.length})`)
  return `${told.join(', ')}${more > 0 ? ` and ${count(more, 'more file')}` : ''}`
}

const titleOf = ({ titles, kind }: ReportedFailure) =>
  (titles.join(' › ') || (kind === 'error' ? 'Failed outside any test' : 'A test failed')).slice(0, 200)

const isRepositoryPath = (file: string | null): file is string =>
  file !== null && file !== '' && !file.startsWith('/') && !file.startsWith('../') && !/^[A-Za-z]:/.test(file)
