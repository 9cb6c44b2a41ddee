import type { Code } from '@svc/protocol'
import { type Db, type Dialect, insertColumns } from '../store/portable.ts'

/** Adds what an upload tells of the commit graph; a commit never changes, so a known one is passed over. */
export async function storeCommits(db: Db, dialect: Dialect, projectId: number, code: Code): Promise<void> {
  const commits = new Map((code.ancestry ?? []).map((commit) => [commit.sha, commit]))
  if (code.testedSha && code.parents)
    commits.set(code.testedSha, {
      sha: code.testedSha,
      parents: code.parents,
      ...(code.tree ? { tree: code.tree } : {}),
    })
  const rows = [...commits.values()].sort((a, b) => (a.sha < b.sha ? -1 : 1))
  await insertColumns(
    db,
    dialect,
    'commit',
    {
      project_id: rows.map(() => projectId),
      sha: rows.map((commit) => commit.sha),
      parents: rows.map((commit) => commit.parents.join(' ')),
      tree: rows.map((commit) => commit.tree ?? null),
    },
    'on conflict do nothing',
  )
}
