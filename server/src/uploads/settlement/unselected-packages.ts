import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readChangedFiles } from '../../results/executions/changed-files.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import type { MissingPart } from './missing-parts.ts'

/** The number of runs that show whether CI selects packages. */
const MOST_RUNS = 40
/** A job may fail to report now and then; a package that more runs, and this share of them, left out is selected. */
const LEAST_WITHOUT = 3
const LEAST_SHARE = 0.25
/** So many runs of the head's own branch that all have a package show that this branch runs it always. */
const ALWAYS = 3

/** A run, and whether it has a package. */
interface Seen {
  isOwnBranch: boolean
  has: boolean
}

/**
 * The missing parts without those of packages that CI left out. A package was left out if the head has others and did
 * not change a file of it, its branch does not always run it, and several runs of other branches left it out before it
 * ran again. Only runs that share a package with the head count: others may be of another workflow.
 */
export async function withoutUnselected(
  store: Store,
  head: ExecutionRow,
  missing: MissingPart[],
): Promise<MissingPart[]> {
  const isOfSettled = head.state === 'passed' || head.state === 'failed'
  if (missing.length === 0 || !isOfSettled) return missing
  const own = await readRuns(store, head, '=')
  const others = await readRuns(store, head, '<>')
  const rows = await store.read
    .selectFrom('part')
    .select(['execution_id', 'package'])
    .distinct()
    .where(isOneOf(store.dialect, 'execution_id', [head.id, ...own, ...others]))
    .execute()
  const packagesOf = Map.groupBy(rows, (row) => row.execution_id)
  const namesOf = (run: number) => new Set(packagesOf.get(run)?.map((row) => row.package))
  const ofHead = namesOf(head.id)
  const changed = ((await readChangedFiles(store, head.id))?.files ?? []).map(({ path }) => path)
  const seenOf = (name: string): Seen[] =>
    [own, others].flatMap((runs, at) =>
      runs
        .map(namesOf)
        .filter((names) => [...ofHead].some((own) => names.has(own)))
        .map((names) => ({ isOwnBranch: at === 0, has: names.has(name) })),
    )
  const isSelected = (name: string) =>
    !changed.some((path) => path.startsWith(`${name}/`)) && isLeftOut(seenOf(name))
  const selected = new Set([...new Set(missing.map((part) => part.package))].filter(isSelected))
  return missing.filter((part) => ofHead.has(part.package) || !selected.has(part.package))
}

function isLeftOut(seen: Seen[]): boolean {
  const own = seen.filter(({ isOwnBranch }) => isOwnBranch).slice(0, 2 * ALWAYS)
  if (own.length >= ALWAYS && own.every(({ has }) => has)) return false
  const ran = seen.filter(({ isOwnBranch }) => !isOwnBranch).map(({ has }) => has)
  const between = ran.slice(ran.indexOf(true), ran.lastIndexOf(true))
  const without = between.filter((has) => !has).length
  return without >= LEAST_WITHOUT && without >= LEAST_SHARE * between.length
}

/** Runs of the head's branch, or of others, before it; the newest first. */
async function readRuns({ read }: Store, head: ExecutionRow, isBranch: '=' | '<>'): Promise<number[]> {
  const runs = await read
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', 'ci')
    .where('state', 'in', ['passed', 'failed'])
    .where('branch', isBranch, head.branch ?? '')
    .where('started_at', '<', head.started_at)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  return runs.map((run) => run.id)
}
