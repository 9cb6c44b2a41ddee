import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'

/** The number of commits of a branch that are read: more than the runs that any rule asks for. */
const MOST_COMMITS = 100

/** A commit that a branch once pointed to; the tree is null if no upload has reported it. */
export interface MainlineCommit {
  sha: string
  tree: string | null
}

/**
 * The states of a branch up to a commit of it, newest first: the commit and its first parents, as far as uploads
 * have reported them. What merges brought in are the commits of other branches and no states of this one.
 */
export async function readMainline(
  store: Store,
  projectId: number,
  tip: string | null,
): Promise<MainlineCommit[]> {
  if (tip === null) return []
  const { rows } = await sql<{ sha: string; tree: string | null; parents: string }>`
    with recursive line (sha, tree, parents, place) as (
      select sha, tree, parents, 1 from "commit" where project_id = ${projectId} and sha = ${tip}
      union all
      select "commit".sha, "commit".tree, "commit".parents, line.place + 1 from line
      join "commit" on "commit".project_id = ${projectId} and "commit".sha = substr(line.parents, 1, length(line.sha))
      where line.place < ${sql.lit(MOST_COMMITS)}
    )
    select sha, tree, parents from line order by place`.execute(store.read)
  const line = rows.map(({ sha, tree }) => ({ sha, tree }))
  if (line.length === 0) return [{ sha: tip, tree: null }]
  // Of the oldest one's parent only the name is known.
  const before = rows.at(-1)?.parents.slice(0, tip.length)
  if (before && line.length < MOST_COMMITS) line.push({ sha: before, tree: null })
  return line
}
