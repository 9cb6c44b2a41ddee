import type { ExecutionSummary } from '@svc/api'
import { oneLine, typed } from '../terminal/text.ts'
import { count, list } from '../terminal/words.ts'
import type { Connection, ServerOptions } from './connect.ts'
import { listExecutions } from './find-execution.ts'

/** The number of suites that the line names. */
const NAMED = 3

/** The end of the line: `toSee` says what `command` does, which gets the suite as an option. */
interface Advice {
  toSee: string
  command: string
  args?: string[]
  /** As the user entered them. */
  options: ServerOptions
}

/**
 * Returns a line about suites of the same commit and branch that a command did not choose, failed ones
 * first; undefined without any.
 */
export const otherSuites = async (
  connection: Connection,
  chosen: ExecutionSummary,
  { toSee, command, args = [], options }: Advice,
): Promise<string | undefined> => {
  const { project, suite, testedSha } = chosen
  const branch = chosen.branch ?? undefined
  if (testedSha === null) return undefined
  const filters = { commit: testedSha, branch, limit: 200 }
  const newest = new Map<string, ExecutionSummary>()
  // Without the line, the command is still complete.
  const runs = await listExecutions({ ...connection, project }, filters).catch(() => [])
  for (const run of runs)
    if (run.testedSha === testedSha && run.suite !== suite && !newest.has(run.suite))
      newest.set(run.suite, run)
  const others = [...newest.values()].sort((a, b) => urgency(a) - urgency(b))
  const [first] = others
  if (!first) return undefined
  const names = others.slice(0, NAMED).map((run) => `${oneLine(run.suite)} (${stateOf(run)})`)
  if (others.length > NAMED) names.push(`${others.length - NAMED} more`)
  const same = {
    url: options.url,
    project: options.project ?? (project === connection.project ? undefined : project),
    branch: options.branch ?? (branch === connection.branch ? undefined : branch),
    suite: oneLine(first.suite),
  }
  return `this is suite ${oneLine(suite)}; other suites of this commit: ${list(names)}; ${toSee}: ${command} ${typed(args, same)}`.trimEnd()
}

const URGENT: ExecutionSummary['state'][] = ['failed', 'incomplete', 'cancelled', 'running', 'passed']

const failuresOf = ({ counts }: ExecutionSummary) => counts.failed + counts.errors

/** A running suite that already has failures counts as failed. */
const urgency = (run: ExecutionSummary) => (failuresOf(run) > 0 ? 0 : URGENT.indexOf(run.state))

const stateOf = (run: ExecutionSummary): string => {
  const failures = failuresOf(run)
  if (failures === 0) return run.state
  return run.state === 'running'
    ? `running, ${count(failures, 'failure')} so far`
    : count(failures, 'failure')
}
