import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf, rowsOf, wordsOf } from '../../ground/store/portable.ts'

/** The maximum number of commits of a walk. */
const MOST_COMMITS = 2_000

/** The nearest of `wanted` among a commit and its ancestors, generation by generation, and its distance. */
export async function firstTested(
  from: string,
  wanted: ReadonlySet<string>,
  readParentsOf: (shas: string[]) => Promise<Map<string, string[]>>,
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

/**
 * The parents of these commits and of their ancestors, the nearest generations first, as far as uploads have
 * reported them, for at most `most` commits.
 */
export async function readAncestors(
  store: Store,
  projectId: number,
  shas: string[],
  most: number,
): Promise<Map<string, string[]>> {
  if (shas.length === 0) return new Map()
  const { dialect } = store
  // Without an order, the rows arrive generation by generation.
  const { rows } = await sql<{ sha: string; parents: string }>`
    with recursive up (sha) as (
      select value from ${rowsOf(dialect, shas)}
      union
      select value from up join "commit" on "commit".project_id = ${projectId} and "commit".sha = up.sha
        cross join ${wordsOf(dialect, 'commit.parents')}
    )
    select "commit".sha, "commit".parents from (select sha from up limit ${sql.lit(most)}) as near
    join "commit" on "commit".project_id = ${projectId} and "commit".sha = near.sha`.execute(store.read)
  return new Map(rows.map(({ sha, parents }) => [sha, parentsOf(parents)]))
}

/** Whether a commit is another one or one of its ancestors, among the parents that `readAncestors` returned. */
export const isWithin = (wanted: string, tip: string, parents: Map<string, string[]>): boolean =>
  ancestorsOf(tip, parents).has(wanted)

/**
 * Returns a function of a commit: itself and the commits that have it as an ancestor, among the parents that
 * `readAncestors` returned.
 */
export function descendantsIn(parents: Map<string, string[]>): (sha: string) => Set<string> {
  const children = new Map<string, string[]>()
  for (const [sha, own] of parents)
    for (const parent of own) {
      const known = children.get(parent)
      if (known) known.push(sha)
      else children.set(parent, [sha])
    }
  return (sha) => ancestorsOf(sha, children)
}

/**
 * Whether a commit is another one or has it as an ancestor, among the parents that `readAncestors` returned for both;
 * null if these do not tell.
 */
export function containsCommit(tip: string, wanted: string, parents: Map<string, string[]>): boolean | null {
  const own = ancestorsOf(tip, parents)
  if (own.has(wanted)) return true
  const unknown = [...own].filter((sha) => !parents.has(sha))
  if (unknown.length === 0) return false
  // No upload has reported what is before these, but an ancestor of the other commit cannot contain it.
  const others = ancestorsOf(wanted, parents)
  return unknown.every((sha) => others.has(sha)) ? false : null
}

/** A commit and its ancestors, among the parents that `readAncestors` returned. */
function ancestorsOf(tip: string, parents: Map<string, string[]>): Set<string> {
  const seen = new Set([tip])
  for (const sha of seen) for (const parent of parents.get(sha) ?? []) seen.add(parent)
  return seen
}

/** The reported facts of one commit. */
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
