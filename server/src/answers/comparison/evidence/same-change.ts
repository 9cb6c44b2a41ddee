import type { Store } from '../../../ground/store/open.ts'
import { readAncestors } from '../../../results/commits/commit-graph.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { queuedOf } from '../base/queued.ts'
import type { Run } from './outcomes.ts'

/** The number of commits that the search for ancestors and descendants reads. */
export const MOST_COMMITS = 2_000

/**
 * Which of these runs belong to the head's change: to its pull request under any branch name, to the same
 * code, or to code that contains any of it. A test that the change broke fails in those runs too, so they are
 * no independent evidence.
 */
export async function readOwnRuns(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow,
  runs: Run[],
): Promise<Set<number>> {
  const byId = new Map(runs.map((run) => [run.id, run]))
  byId.delete(head.id)
  const own = new Set<number>()
  if (byId.size === 0) return own
  const known = await readAncestors(store, head.project_id, startsOf(head, base, byId.values()), MOST_COMMITS)
  const parentsOf = (sha: string) => known.get(sha)
  const change = changeOf(head, base, parentsOf)
  const isInTree = (run: Run) => head.tree !== null && head.tree !== base.tree && run.tree === head.tree
  for (const run of byId.values())
    if (isOfSamePull(head, run) || (head.dirty === 0 && isInTree(run))) {
      own.add(run.id)
      for (const sha of shasOf(run)) if (!change.before.has(sha)) change.commits.add(sha)
    }
  const contains = containing(change.commits, known, byId.values())
  for (const run of byId.values()) if (shasOf(run).some((sha) => contains.has(sha))) own.add(run.id)
  return own
}

type Commits = Pick<Run, 'tested_sha' | 'head_sha'>

export const shasOf = ({ tested_sha, head_sha }: Commits): string[] =>
  [tested_sha, head_sha].filter((sha) => sha !== null)

const startsOf = (head: ExecutionRow, base: ExecutionRow, runs: Iterable<Run>): string[] => [
  ...new Set([
    ...shasOf(head),
    ...[head.merge_base_sha, head.base_sha].filter((sha) => sha !== null),
    ...shasOf(base),
    // The base branch's earlier commits cannot contain later ones.
    ...[...runs].filter((run) => isLater(base, run)).flatMap(shasOf),
  ]),
]

const isLater = (base: ExecutionRow, run: Run) =>
  run.branch !== base.branch || run.started_at > base.started_at

/**
 * The commits of a change, and the commits below it; only the newest commit if the start of the
 * change is unknown.
 */
function changeOf(
  head: ExecutionRow,
  base: ExecutionRow,
  parentsOf: (sha: string) => string[] | undefined,
): { commits: Set<string>; before: Set<string> } {
  const isOwn = (sha: string) => head.dirty === 0 && shasOf(head).includes(sha)
  const origins = [head.merge_base_sha, head.base_sha, ...mergedWith(head, parentsOf)].filter(
    (sha) => sha !== null && !isOwn(sha),
  ) as string[]
  const upon = [...origins, ...shasOf(base).filter((sha) => !isOwn(sha))]
  const before = walk(upon, parentsOf).seen
  const commits = new Set(shasOf(head).filter((sha) => !before.has(sha)))
  const from = head.head_sha ?? head.tested_sha
  const hasBeginning = origins.length > 0 || head.branch === base.branch
  if (from === null || before.has(from) || !hasBeginning) return { commits, before }
  const { seen, isWhole } = walk([from], parentsOf, before)
  // If a path ends at an unknown commit, its commits may belong to the base branch.
  if (isWhole) for (const sha of seen) commits.add(sha)
  return { commits, before }
}

/** The base's side of a tested merge, if its upload did not name it. */
function mergedWith(head: ExecutionRow, parentsOf: (sha: string) => string[] | undefined): string[] {
  if (head.tested_sha === null || head.tested_sha === head.head_sha) return []
  const [first, second] = parentsOf(head.tested_sha) ?? []
  return first !== undefined && second === head.head_sha ? [first] : []
}

/** These commits and their ancestors, up to but excluding the end. */
function walk(
  from: string[],
  parentsOf: (sha: string) => string[] | undefined,
  end: ReadonlySet<string> = new Set(),
): { seen: Set<string>; isWhole: boolean } {
  const seen = new Set(from)
  let isWhole = true
  // Iterating over a set includes entries that are added meanwhile.
  for (const sha of seen) {
    const parents = parentsOf(sha)
    if (parents === undefined) isWhole = false
    for (const parent of parents ?? []) if (!end.has(parent)) seen.add(parent)
  }
  return { seen, isWhole }
}

/** These commits and all their known descendants. */
export function containing(
  commits: Set<string>,
  known: Map<string, string[]>,
  runs: Iterable<Run>,
): Set<string> {
  const children = new Map<string, string[]>()
  const add = (parent: string, child: string) => {
    const those = children.get(parent)
    if (those) those.push(child)
    else children.set(parent, [child])
  }
  for (const [sha, parents] of known) for (const parent of parents) add(parent, sha)
  // A merge queue names the commit it builds on; the parents of squashed commits do not reveal it.
  for (const { branch, tested_sha } of runs) {
    const queued = queuedOf(branch)
    if (queued && tested_sha !== null) add(queued.sha, tested_sha)
  }
  const descendants = new Set(commits)
  for (const sha of descendants) for (const child of children.get(sha) ?? []) descendants.add(child)
  return descendants
}

/** True for runs of the head's pull request, including its place in a merge queue. */
function isOfSamePull(head: ExecutionRow, run: Run): boolean {
  const own = pullOf(head)
  if (own === null || own !== pullOf(run)) return false
  return head.repository === null || run.repository === null || head.repository === run.repository
}

const pullOf = ({ pull_request, branch }: Pick<Run, 'pull_request' | 'branch'>) =>
  pull_request ?? queuedOf(branch)?.number ?? null
