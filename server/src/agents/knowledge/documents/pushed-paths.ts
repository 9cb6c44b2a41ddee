import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'

/** A commit that documents were pushed from. */
export interface PushedCommit {
  sha: string
  committedAt: number
}

type Reader = Pick<Store, 'dialect'> & { read: Pick<Store['read'], 'selectFrom'> }

/** The commit whose push last decided about each of these paths. */
export async function readPushedCommits(
  { read, dialect }: Reader,
  projectId: number,
  paths: string[],
): Promise<Map<string, PushedCommit>> {
  if (paths.length === 0) return new Map()
  const rows = await read
    .selectFrom('pushed_path')
    .select(['path', 'commit_sha', 'committed_at'])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'path', paths))
    .execute()
  return new Map(
    rows.map(({ path, commit_sha, committed_at }) => [path, { sha: commit_sha, committedAt: committed_at }]),
  )
}

/** Notes that the push of a commit decided about these paths. */
export async function notePushedCommit(
  db: Db,
  dialect: Dialect,
  projectId: number,
  paths: string[],
  commit: PushedCommit,
): Promise<void> {
  await insertColumns(
    db,
    dialect,
    'pushed_path',
    {
      project_id: projectId,
      commit_sha: commit.sha,
      committed_at: commit.committedAt,
      // In one order, so that concurrent writers cannot deadlock.
      path: [...new Set(paths)].sort(),
    },
    `on conflict (project_id, path) do update
      set commit_sha = excluded.commit_sha, committed_at = excluded.committed_at`,
  )
}
