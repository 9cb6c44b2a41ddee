import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { type ExecutionRow, executionRows } from '../../../results/executions/execution-row.ts'
import { isCleanCi } from '../../../results/executions/is-trusted.ts'

interface Sought {
  /** The newest execution that the caller means. */
  first: ExecutionRow
  projectIds: number[]
  /** Whether the caller names a branch; else the pull request of `first` counts, if it has one. */
  isOfBranch: boolean
  /** Whether only clean CI runs are the state of a branch. */
  areClean: boolean
}

/** A branch lives on after its suites: one that has not run for so long is no part of its state. */
const MOST_DAYS = 14
const MOST_SUITES = 200

/**
 * The newest execution of each project and suite of a pull request, as in its comment, or of a branch; the newest
 * first. Empty if the execution has neither.
 */
export async function readState(
  { store, caller }: Context,
  { first, projectIds, isOfBranch, areClean }: Sought,
): Promise<ExecutionRow[]> {
  const { pull_request: pullRequest, repository, branch, started_at: startedAt } = first
  let of = store.read
    .selectFrom('execution')
    .select('execution.id')
    .select(
      sql<number>`row_number() over (partition by project_id, suite order by started_at desc, id desc)`.as(
        'place',
      ),
    )
    .where(isOneOf(store.dialect, 'project_id', projectIds))
  if (pullRequest !== null && !isOfBranch)
    of = of.where('pull_request', '=', pullRequest).where('repository', 'is not distinct from', repository)
  else if (branch !== null) {
    of = of.where('branch', '=', branch).where('started_at', '>=', startedAt - MOST_DAYS * DAY_MS)
    if (areClean) of = of.where(isCleanCi)
  } else return [first]
  return executionRows(store.read, caller.organizationId, caller.projectId)
    .innerJoin(of.as('own'), 'own.id', 'execution.id')
    .where('own.place', '=', 1)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_SUITES)
    .execute()
}

/** The newest of each project and suite, of executions in the order of their start. */
export function newestOfSuites(rows: ExecutionRow[]): ExecutionRow[] {
  const newest = new Map<string, ExecutionRow>()
  for (const row of rows) if (!newest.has(suiteKeyOf(row))) newest.set(suiteKeyOf(row), row)
  return [...newest.values()]
}

/** How executions stand in the state of their pull request or branch. */
export interface Standing {
  /** The commit of its newest execution. */
  newest: string | null
  /** Ids of those executions that ran an older commit. */
  older: string[]
  /** The newest execution of each suite that is not among them. */
  absent: ExecutionRow[]
}

/** An execution that asks for its suite alone has no absent ones. */
export function standingOf(state: ExecutionRow[], rows: ExecutionRow[], isOfAllSuites: boolean): Standing {
  const [newest] = state
  const places = new Set(rows.map(suiteKeyOf))
  return {
    newest: newest ? commitOf(newest) : null,
    older: newest ? rows.filter((row) => isOlder(row, newest)).map((row) => row.public_id) : [],
    absent: isOfAllSuites ? state.filter((row) => !places.has(suiteKeyOf(row))) : [],
  }
}

const suiteKeyOf = ({ project_id, suite }: ExecutionRow) => `${project_id}/${suite}`

const commitOf = ({ head_sha, tested_sha }: ExecutionRow): string | null => head_sha ?? tested_sha

/** A run of a laptop may have a newer commit than every run of CI. */
function isOlder(row: ExecutionRow, newest: ExecutionRow): boolean {
  const [own, other] = [commitOf(row), commitOf(newest)]
  return own !== null && other !== null && own !== other && row.started_at <= newest.started_at
}
