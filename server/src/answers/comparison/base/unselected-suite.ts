import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readMainline } from './mainline.ts'

/** The number of runs of the branch's states that are read. */
const MOST_RUNS = 2_000

/** What CI ran at one commit. */
interface Tested {
  suites: Set<string>
  /** The builds of the suites: of one build, or of several. */
  builds: Set<string>
}

/**
 * True if CI left out the head's suite at each commit after the base, up to the commit where the head left the branch,
 * because they do not affect it. CI ran other suites there; before, it left this suite out and ran it again, by what a
 * commit affects and not on a schedule. Then the base's results still hold at that commit.
 */
export async function isUnselectedSuite(
  store: Store,
  head: ExecutionRow,
  origin: string,
  base: string,
): Promise<boolean> {
  const mainline = (await readMainline(store, head.project_id, origin)).map(({ sha }) => sha)
  const place = mainline.indexOf(base)
  if (place < 1) return false
  const runs = await store.read
    .selectFrom('execution')
    .select(['tested_sha', 'suite', 'build', 'state'])
    .where('project_id', '=', head.project_id)
    .where('trust', '=', 'ci')
    .where('dirty', '=', 0)
    .where(isOneOf(store.dialect, 'tested_sha', mainline))
    .limit(MOST_RUNS)
    .execute()
  // A run of the suite that was cancelled or is still running was selected.
  const isOpen = (sha: string) => runs.some((run) => run.tested_sha === sha && run.suite === head.suite)
  const tested = new Map<string, Tested>()
  for (const { tested_sha: sha, suite, build, state } of runs) {
    if (sha === null || (state !== 'passed' && state !== 'failed')) continue
    const known = tested.get(sha) ?? { suites: new Set(), builds: new Set() }
    tested.set(sha, known)
    known.suites.add(suite)
    known.builds.add(build)
  }
  if (!mainline.slice(0, place).every((sha) => tested.has(sha) && !isOpen(sha))) return false
  const before = mainline.slice(place).flatMap((sha) => tested.get(sha) ?? [])
  const hasSuite = ({ suites }: Tested) => suites.has(head.suite)
  const lastWithout = before.findIndex((commit) => !hasSuite(commit))
  const comesBack = lastWithout > 0 && before.slice(lastWithout).some(hasSuite)
  const ran = before.filter(hasSuite)
  return comesBack && 2 * ran.filter(isByCommit).length > ran.length
}

/** A schedule runs a suite at a commit whose push ran others in another build; a selection runs it with them, or alone. */
const isByCommit = ({ suites, builds }: Tested) => builds.size === 1 || suites.size === 1
