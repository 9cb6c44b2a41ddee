import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { containsCommit, readAncestors } from '../../../results/commits/commit-graph.ts'

/** Commits of all executions of an answer, and of all fixes. */
const MOST_COMMITS = 2_000

/**
 * Tells whether the code of an execution contains the commit of a fix; null if the commits that uploads have reported do
 * not say. The executions, by their public ids, are of one project.
 */
export async function readContainsFix(
  store: Store,
  projectId: number,
  { executions, fixes }: { executions: string[]; fixes: string[] },
): Promise<(execution: string, fix: string | null) => boolean | null> {
  if (fixes.length === 0) return () => null
  const rows = await store.read
    .selectFrom('execution')
    .select(['public_id', 'tested_sha', 'head_sha'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'public_id', executions))
    .execute()
  const tipsOf = new Map(
    rows.map((row) => [row.public_id, [row.tested_sha, row.head_sha].filter((sha) => sha !== null)]),
  )
  const shas = [...new Set([...[...tipsOf.values()].flat(), ...fixes])]
  const parents = await readAncestors(store, projectId, shas, MOST_COMMITS)
  return (execution, fix) => {
    const tips = tipsOf.get(execution) ?? []
    if (fix === null || tips.length === 0) return null
    const contained = tips.map((tip) => containsCommit(tip, fix, parents))
    return contained.includes(true) ? true : contained.includes(null) ? null : false
  }
}
