import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { readAncestors } from '../../../results/commits/commit-graph.ts'
import { isOfMachine } from '../../../results/results/error-sign.ts'
import { fingerprintOf } from '../changes/read-reasons.ts'
import { signOfReason } from './dominating-error.ts'
import { errorOf, type FailuresToJudge } from './failures.ts'
import type { Run } from './outcomes.ts'
import { MOST_COMMITS, shasOf } from './same-change.ts'

/**
 * When the newest state of the base branch that a run contains was first tested, milliseconds; null if its commits do
 * not tell.
 */
export type Lineage = (run: Run) => number | null

/**
 * From which states of the base branch these runs come. Commits are read only if a failure names the machine and is the
 * base's too, or may be that of a newer state: no other verdict depends on them.
 */
export async function readLineage(store: Store, input: FailuresToJudge, runs: Run[]): Promise<Lineage> {
  if (!input.failures.some((pair) => isAskedFor(pair, input))) return () => null
  const { upTo, since, whole } = input.history
  const testedAt = new Map<string, number>()
  for (const { tested_sha, started_at } of [...upTo, ...since, ...whole])
    if (tested_sha !== null)
      testedAt.set(tested_sha, Math.min(started_at, testedAt.get(tested_sha) ?? started_at))
  const shas = [...new Set(runs.flatMap(shasOf))]
  const known = await readAncestors(store, input.head.project_id, shas, MOST_COMMITS)
  return (run) => newestOf(shasOf(run), known, testedAt)
}

function isAskedFor(pair: FailuresToJudge['failures'][number], input: FailuresToJudge): boolean {
  const { base, head } = pair
  const sign = signOfReason(input.reasons.get(head?.reasonId ?? 0))
  if (sign === null || !isOfMachine(sign)) return false
  if (input.history.since.some((run) => run.failed > 0)) return true
  if (base?.verdict !== VERDICT.failed) return false
  return fingerprintOf(base, input.reasons) === errorOf(pair, input)
}

/** The newest of the nearest base commits on all ways back; null if a way ends at an unknown commit. */
function newestOf(
  from: string[],
  known: Map<string, string[]>,
  testedAt: Map<string, number>,
): number | null {
  let newest: number | null = null
  const seen = new Set(from)
  // Iterating over a set includes entries that are added meanwhile.
  for (const sha of seen) {
    const at = testedAt.get(sha)
    if (at !== undefined) newest = Math.max(at, newest ?? at)
    else {
      const parents = known.get(sha)
      if (parents === undefined) return null
      for (const parent of parents) seen.add(parent)
    }
  }
  return newest
}
