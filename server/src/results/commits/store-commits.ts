import type { Code, Commit } from '@svc/protocol'
import { type Db, type Dialect, insertColumns } from '../../ground/store/portable.ts'

/** An upload's part of the commit graph. */
export const commitsOf = ({ ancestry = [], testedSha, parents, tree }: Code): Commit[] =>
  testedSha && parents ? [...ancestry, { sha: testedSha, parents, ...(tree ? { tree } : {}) }] : ancestry

/**
 * Adds commits to a project's graph. A commit never changes, so a known one gains only a missing tree.
 * Returns whether anything was new.
 */
export async function storeCommits(
  db: Db,
  dialect: Dialect,
  projectId: number,
  commits: Commit[],
): Promise<boolean> {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  // In one order, so that concurrent writers cannot deadlock.
  const rows = [...bySha.values()].sort((a, b) => (a.sha < b.sha ? -1 : 1))
  const written = await insertColumns(
    db,
    dialect,
    'commit',
    {
      project_id: rows.map(() => projectId),
      sha: rows.map((commit) => commit.sha),
      parents: rows.map((commit) => commit.parents.join(' ')),
      tree: rows.map((commit) => commit.tree ?? null),
    },
    `on conflict (project_id, sha) do update set tree = excluded.tree
      where "commit".tree is null and excluded.tree is not null returning sha`,
  )
  return written.length > 0
}
