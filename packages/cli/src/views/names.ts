import type { ExecutionSummary } from '@svc/api'
import type { TestName } from '@svc/protocol'
import { GLUE } from '../terminal/glue.ts'
import { cut, oneLine, plainName } from '../terminal/text.ts'

/** Cells of a line of an error, and of a title; piped output has lines of any length, and `--json` has the whole text. */
export const LONGEST_LINE = 400

/** Returns the name of a test without its file: `checkout > pays by card [chromium] #2`. */
export const titleOf = ({ titles, variant, occurrence }: TestName): string =>
  [
    cut(oneLine(titles.join(' > ')), LONGEST_LINE),
    oneLine(variant && `[${variant}]`),
    occurrence > 0 && `#${occurrence + 1}`,
  ]
    .filter(Boolean)
    .join(' ')

/** Returns branch and commit, or the machine of a run without git: `feature/basket at 3f2a1bc`. */
export const codeOf = ({ branch, headSha, testedSha, dirty, machine }: ExecutionSummary): string => {
  const sha = (headSha ?? testedSha)?.slice(0, 7)
  const commit = sha ? `${branch ? 'at ' : ''}${sha}${dirty ? ' with uncommitted changes' : ''}` : ''
  return (
    oneLine([branch ? plainName(branch) : '', commit].filter(Boolean).join(' ')) ||
    (machine ? `no commit, on ${plainName(machine)}` : 'no commit')
  )
}

/** Returns the counts without zeros: `12 failed, 3 flaky, 1,204 passed`. */
export const countsOf = ({ counts }: Pick<ExecutionSummary, 'counts'>): string => {
  const { failed, flaky, passed, skipped, errors, total } = counts
  const parts = [
    [failed, 'failed'],
    [errors, errors === 1 ? 'error outside tests' : 'errors outside tests'],
    [flaky, 'flaky'],
    [passed, 'passed'],
    [skipped, 'skipped'],
  ] as const
  if (total === 0 && errors === 0) return 'no tests'
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number.toLocaleString('en')}${GLUE}${what}`)
    .join(', ')
}
