import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../../ground/store/portable.ts'
import { lockProject } from '../../../people/projects/find-or-make.ts'
import { isWithin, readAncestors } from '../../../results/commits/commit-graph.ts'
import { storeCommits } from '../../../results/commits/store-commits.ts'

/** A commit that documents were pushed from. */
export interface PushedCommit {
  sha: string
  committedAt: number
}

type Input = z.output<(typeof documentOperations)['pushDocuments']['input']>
type Newer = Map<string, PushedCommit>

/** Commits of earlier pushes that are looked up in the graph, and commits that are read for it. */
const MOST_LOOKED_UP = 20
const MOST_COMMITS = 2_000

/** Whether a push comes from an older commit than what is there. */
export interface PushOrder {
  /** The newer commits that were pushed to these paths, by path. */
  newerAt(paths: string[]): Promise<Newer>
  /** The same in a transaction that has locked the project. A commit that `newerAt` has not met is ordered by its time alone. */
  newerIn(db: Db, paths: string[]): Promise<Newer>
  /** Notes that this push decided about these paths, where no newer commit did. */
  note(paths: string[]): Promise<void>
  noteIn(db: Db, paths: string[]): Promise<void>
}

/**
 * A push without a commit and its time is as new as any, and is not noted. Commits are ordered by the project's
 * graph: a reverting commit is newer than what it reverts, and a wrong clock changes nothing. Times order commits
 * that the graph does not connect, as of shallow clones.
 */
export async function openPushOrder(
  ctx: Context,
  projectId: number | null,
  input: Input,
): Promise<PushOrder> {
  const { store } = ctx
  const { dialect } = store
  const { ancestry, allowOlder, dryRun } = input
  const commit = commitOf(input, ctx.clock())
  if (!commit || projectId === null) return UNKNOWN
  if (ancestry.length > 0 && !dryRun)
    await store.write((db) => storeCommits(db, dialect, projectId, ancestry))
  const isOlderThan = new Map([[commit.sha, false]])
  const isNewer = ({ sha, committedAt }: PushedCommit) =>
    isOlderThan.get(sha) ?? commit.committedAt < committedAt
  const newerOf = (noted: Newer): Newer =>
    new Map(allowOlder ? [] : [...noted].filter(([, other]) => isNewer(other)))
  const lookUp = async (noted: Newer) => {
    const others = [...new Map([...noted.values()].map((other) => [other.sha, other])).values()]
      .filter(({ sha }) => !isOlderThan.has(sha))
      .sort((one, other) => other.committedAt - one.committedAt)
      .slice(0, MOST_LOOKED_UP)
    if (others.length === 0) return
    const from = [commit.sha, ...others.map(({ sha }) => sha), ...ancestry.flatMap(({ parents }) => parents)]
    const parents = await readAncestors(store, projectId, [...new Set(from)], MOST_COMMITS)
    for (const { sha, parents: own } of ancestry) parents.set(sha, own)
    for (const { sha } of others)
      if (isWithin(sha, commit.sha, parents)) isOlderThan.set(sha, false)
      else if (isWithin(commit.sha, sha, parents)) isOlderThan.set(sha, true)
  }
  const noteIn = async (db: Db, paths: string[]) => {
    const noted = await readPushedCommits({ read: db, dialect }, projectId, paths)
    const newer = newerOf(noted)
    const own = paths.filter((path) => noted.get(path)?.sha !== commit.sha && !newer.has(path))
    await notePushedCommit(db, dialect, projectId, own, commit)
  }
  return {
    async newerAt(paths) {
      const noted = await readPushedCommits(store, projectId, paths)
      await lookUp(noted)
      return newerOf(noted)
    },
    newerIn: async (db, paths) => newerOf(await readPushedCommits({ read: db, dialect }, projectId, paths)),
    async note(paths) {
      const noted = await readPushedCommits(store, projectId, paths)
      if (paths.some((path) => noted.get(path)?.sha !== commit.sha))
        await store.write(async (db) => {
          await lockProject(db, dialect, projectId)
          await noteIn(db, paths)
        })
    },
    noteIn,
  }
}

const UNKNOWN: PushOrder = {
  newerAt: async () => new Map(),
  newerIn: async () => new Map(),
  note: async () => {},
  noteIn: async () => {},
}

function commitOf({ commit, committedAt }: Input, now: number): PushedCommit | undefined {
  if (commit === undefined || committedAt === undefined) return undefined
  return { sha: commit, committedAt: Math.min(Date.parse(committedAt), now) }
}

/** The commit whose push last decided about each of these paths. */
async function readPushedCommits(
  { read, dialect }: Pick<Store, 'dialect'> & { read: Pick<Store['read'], 'selectFrom'> },
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
async function notePushedCommit(
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
