import type { Context } from '../../../ground/kernel/context.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ClusterDraft, Draft } from '../clusters/draft.ts'
import { readContainsFix } from './contains-fix.ts'

const STATES = ['verified', 'waiting', 'refuted'] as const
const MOST_FIXES = 500

/** Adds the fix of each failure that somebody has verified, or waits for, so that nobody fixes it again. */
export async function addFixes({ store }: Pick<Context, 'store'>, { clusters }: Draft): Promise<void> {
  for (const [projectId, own] of Map.groupBy(clusters, (cluster) => cluster.projectId)) {
    const fixes = await store.read
      .selectFrom('fix_verification')
      .select(['fingerprint', 'commit_sha', 'state', 'clean', 'needed', 'refuted_by'])
      .where('project_id', '=', projectId)
      .where(
        isOneOf(store.dialect, 'fingerprint', [...new Set(own.flatMap(({ fingerprints }) => fingerprints))]),
      )
      .orderBy('id', 'desc')
      .limit(MOST_FIXES)
      .execute()
    if (fixes.length === 0) continue
    // The newest of the best state.
    fixes.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
    const commits = [...new Set(fixes.map(({ commit_sha }) => commit_sha))]
    const [branches, contains] = await Promise.all([
      readBranches(store, projectId, commits),
      readContainsFix(store, projectId, {
        executions: [...new Set(own.map(({ execution }) => execution))],
        fixes: commits,
      }),
    ])
    for (const cluster of own) {
      const fix = fixes.find(({ fingerprint }) => cluster.fingerprints.includes(fingerprint))
      if (!fix) continue
      const { commit_sha: commit, state, clean, needed, refuted_by: cameBackIn } = fix
      cluster.fix = {
        ...{ commit, branch: branches.get(commit) ?? null, state },
        ...{ cleanRuns: clean, neededRuns: needed, cameBackIn },
        containsFix: contains(cluster.execution, commit),
      } satisfies ClusterDraft['fix']
    }
  }
}

/** The branch of the newest execution of each of these commits. */
async function readBranches({ read, dialect }: Context['store'], projectId: number, commits: string[]) {
  const rows = await read
    .selectFrom('execution')
    .select(['tested_sha', 'head_sha', 'branch'])
    .where('project_id', '=', projectId)
    .where('branch', 'is not', null)
    .where((eb) => eb.or([isOneOf(dialect, 'tested_sha', commits), isOneOf(dialect, 'head_sha', commits)]))
    .orderBy('id', 'desc')
    .limit(MOST_FIXES)
    .execute()
  const branches = new Map<string, string>()
  for (const { tested_sha, head_sha, branch } of rows.toReversed())
    for (const sha of [tested_sha, head_sha]) if (sha !== null && branch !== null) branches.set(sha, branch)
  return branches
}
