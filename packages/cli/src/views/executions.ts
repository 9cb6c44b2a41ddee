import type { ExecutionSummary } from '@svc/api'
import { text } from '../terminal/print.ts'
import type { Paint, Screen } from '../terminal/screen.ts'
import { cut, hanging, oneLine, padEnd, widthOf, wrap } from '../terminal/text.ts'
import { ago, took } from '../terminal/time.ts'
import { codeOf, countsOf } from './names.ts'

interface Query {
  project: string
  branch: string | undefined
  limit: number
}

const STATE_PAINT: Record<ExecutionSummary['state'], Paint> = {
  running: 'yellow',
  passed: 'green',
  failed: 'red',
  cancelled: 'yellow',
  incomplete: 'yellow',
}

const LABEL = 12

/** Returns the executions, each with its result, code and id. */
export const executionsText = (executions: ExecutionSummary[], query: Query, screen: Screen): string => {
  const { project, branch, limit } = query
  const place = `${oneLine(project)}${branch === undefined ? '' : `, branch ${oneLine(branch)}`}`
  if (executions.length === 0)
    return text(
      wrap(
        `${place}: no execution${branch === undefined ? '' : '; add --all-branches to include other branches'}`,
        screen.cells,
      ),
    )
  const isCut = executions.length === limit
  return text([
    ...wrap(`${place}: ${isCut ? `the newest ${limit}` : executions.length}`, screen.cells).map((line) =>
      screen.paint(line, 'bold'),
    ),
    ...executions.flatMap((execution) => ['', ...linesOf(execution, branch, screen)]),
  ])
}

const linesOf = (execution: ExecutionSummary, branch: string | undefined, screen: Screen): string[] => {
  const { cells, now, paint } = screen
  const { state, startedAt, durationMs, suite, framework, trust, message, id } = execution
  const indent = ' '.repeat(LABEL)
  const when = `${ago(startedAt, now)}${durationMs === null ? '' : `, took ${took(durationMs)}`}`
  const whole = `${countsOf(execution)}; ${when}`
  const parts = widthOf(whole) > cells - LABEL ? [countsOf(execution), when] : [whole]
  const [first = '', ...rest] = parts.flatMap((part) => hanging(indent, part, cells))
  const code = branch === undefined ? codeOf(execution) : codeOf({ ...execution, branch: null })
  const run = [suite === 'default' ? '' : suite, framework, trust === 'ci' ? '' : trust].filter(Boolean)
  return [
    paint(padEnd(state, LABEL), STATE_PAINT[state]) + first.slice(LABEL),
    ...rest,
    indent +
      cut(
        oneLine(`${code} (${run.join(', ')})${message ? ` ${message.split('\n', 1)[0]}` : ''}`),
        cells - LABEL,
      ),
    indent + paint(id, 'dim'),
  ]
}
