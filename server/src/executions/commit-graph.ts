import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'

/** Commits looked at before the walk gives up. */
const MOST_COMMITS = 2_000

type ReadParents = (shas: string[]) => Promise<Map<string, string[]>>

/** The nearest of `wanted` among a commit and its ancestors, generation by generation, and how far it is. */
export async function firstTested(
  from: string,
  wanted: ReadonlySet<string>,
  readParentsOf: ReadParents,
): Promise<{ sha: string; distance: number } | null> {
  if (wanted.size === 0) return null
  const seen = new Set([from])
  let generation = [from]
  for (let distance = 0; generation.length > 0 && seen.size <= MOST_COMMITS; distance++) {
    const sha = generation.find((commit) => wanted.has(commit))
    if (sha !== undefined) return { sha, distance }
    const parents = await readParentsOf(generation)
    const next: string[] = []
    for (const commit of generation)
      for (const parent of parents.get(commit) ?? [])
        if (!seen.has(parent)) {
          seen.add(parent)
          next.push(parent)
        }
    generation = next
  }
  return null
}

export async function readParents(
  store: Store,
  projectId: number,
  shas: string[],
): Promise<Map<string, string[]>> {
  const rows = await store.read
    .selectFrom('commit')
    .select(['sha', 'parents'])
    .where('project_id', '=', projectId)
    .where(isOneOf(store.dialect, 'sha', shas))
    .execute()
  return new Map(rows.map((row) => [row.sha, parentsOf(row.parents)]))
}

/** What uploads have told of one commit. */
export async function readCommit(
  store: Store,
  projectId: number,
  sha: string,
): Promise<{ parents: string[]; tree: string | null } | undefined> {
  const row = await store.read
    .selectFrom('commit')
    .select(['parents', 'tree'])
    .where('project_id', '=', projectId)
    .where('sha', '=', sha)
    .executeTakeFirst()
  return row && { parents: parentsOf(row.parents), tree: row.tree }
}

const parentsOf = (parents: string) => parents.split(' ').filter(Boolean)
