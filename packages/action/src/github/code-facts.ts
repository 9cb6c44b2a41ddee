import { LIMITS } from '@svc/protocol'
import type { RepositoryName } from '../event.ts'
import { listAt, shaAt, textAt } from '../fields.ts'
import type { ChangedFile, Commit } from '../svc/facts.ts'
import type { GitHub } from './call.ts'

/** The facts of a comparison of two commits. */
export interface Compared {
  mergeBase: string | undefined
  /** At most `LIMITS.changedFiles`, which GitHub lists in one answer. */
  changedFiles: ChangedFile[]
}

/** Returns the merge base of two commits, and the files that the head changed since. */
export const compareCommits = async (
  github: GitHub,
  { full }: RepositoryName,
  { base, head }: { base: string; head: string },
): Promise<Compared> => {
  // One commit per page keeps the answer small; its first page lists all files.
  const answer = await github.call('GET', `/repos/${full}/compare/${base}...${head}?per_page=1`)
  return {
    mergeBase: shaAt(answer, 'merge_base_commit.sha'),
    changedFiles: listAt(answer, 'files')
      .flatMap((each) => toChangedFile(each) ?? [])
      .slice(0, LIMITS.changedFiles),
  }
}

const STATUS = new Map<string, ChangedFile['status']>([
  ['added', 'added'],
  ['copied', 'added'],
  ['modified', 'modified'],
  ['changed', 'modified'],
  ['removed', 'removed'],
  ['renamed', 'renamed'],
])

const toChangedFile = (value: unknown): ChangedFile | undefined => {
  const path = pathAt(value, 'filename')
  const status = STATUS.get(textAt(value, 'status') ?? '')
  if (!path || !status) return undefined
  const formerPath = status === 'renamed' ? pathAt(value, 'previous_filename') : undefined
  // GitHub omits the patch of a large or binary file.
  const patch = textAt(value, 'patch')
  return { path, status, ...(formerPath && { formerPath }), ...(patch && { lines: changedLines(patch) }) }
}

const pathAt = (value: unknown, name: string): string | undefined => {
  const path = textAt(value, name)
  return path && path.length <= LIMITS.factBytes ? path : undefined
}

/** Returns the changed lines of a file's new version; if lines were only removed, the line before them. */
export const changedLines = (patch: string): { from: number; to: number }[] => {
  const ranges: { from: number; to: number }[] = []
  let line = 0
  const add = (at: number) => {
    const last = ranges.at(-1)
    if (last && at <= last.to + 1) last.to = Math.max(last.to, at)
    // The last range covers everything after it.
    else if (last && ranges.length === LIMITS.changedRanges) last.to = at
    else ranges.push({ from: at, to: at })
  }
  for (const text of patch.split('\n')) {
    const [, begin] = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text) ?? []
    if (begin !== undefined) line = Number(begin)
    else if (text.startsWith('+')) add(line++)
    else if (text.startsWith('-')) add(Math.max(1, line - 1))
    else if (!text.startsWith('\\')) line += 1
  }
  return ranges
}

const MOST_COMMITS = 50

/** Returns a commit and its ancestors, newest first, each with its parents and its tree. */
export const commitsBefore = async (
  github: GitHub,
  { full }: RepositoryName,
  sha: string,
): Promise<Commit[]> => {
  const answer = await github.call('GET', `/repos/${full}/commits?sha=${sha}&per_page=${MOST_COMMITS}`)
  return Array.isArray(answer) ? answer.flatMap((each) => toCommit(each) ?? []) : []
}

const toCommit = (value: unknown): Commit | undefined => {
  const sha = shaAt(value, 'sha')
  const parents = listAt(value, 'parents').flatMap((each) => shaAt(each, 'sha') ?? [])
  const tree = shaAt(value, 'commit.tree.sha')
  return sha && parents.length <= 64 ? { sha, parents, ...(tree && { tree }) } : undefined
}
