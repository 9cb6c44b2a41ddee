import type { Level, Output } from './output.ts'
import type { ReportedFailure } from './svc/report.ts'

/** Kinds of failures that nobody's change explains away, see the report. */
const EXPLAINED = new Set(['known-flake', 'infrastructure', 'base-is-broken'])
const OLD = new Set(['still-failing', 'not-compared'])

/** An error where this change may be to blame, a warning for what is explained otherwise. */
export const levelOf = ({ kind, verdict }: Pick<ReportedFailure, 'kind' | 'verdict'>): Level =>
  OLD.has(kind) || (verdict !== null && EXPLAINED.has(verdict)) ? 'warning' : 'error'

/** Failures in the order they are annotated: on changed files first, there the worst first. */
export const inOrder = (failures: ReportedFailure[], changed: ReadonlySet<string>): ReportedFailure[] => {
  const isChanged = ({ file }: ReportedFailure) => file !== null && changed.has(file)
  return [...failures.filter(isChanged), ...failures.filter((failure) => !isChanged(failure))]
}

/** Annotates as many as GitHub shows of a step; says how many had no room. */
export const annotate = (output: Output, failures: ReportedFailure[], changed: ReadonlySet<string>): void => {
  let left = 0
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
    if (!isShown) left += 1
  }
  if (left > 0)
    output.say(
      `${left} more failures are not annotated, since GitHub shows 10 of a kind; the summary has them`,
    )
}

const titleOf = ({ titles, kind }: ReportedFailure) =>
  (titles.join(' › ') || (kind === 'error' ? 'Failed outside any test' : 'A test failed')).slice(0, 200)

const isRepositoryPath = (file: string | null): file is string =>
  file !== null && file !== '' && !file.startsWith('/') && !file.startsWith('../') && !/^[A-Za-z]:/.test(file)
