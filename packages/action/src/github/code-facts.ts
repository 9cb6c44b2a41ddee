import type { RepositoryName } from '../event.ts'
import { listAt, shaAt } from '../fields.ts'
import type { Commit } from '../svc/facts.ts'
import type { GitHub } from './call.ts'

/** Returns the merge base of a pull request. */
export const mergeBaseOf = async (
  github: GitHub,
  { full }: RepositoryName,
  { base, head }: { base: string; head: string },
): Promise<string | undefined> =>
  // One commit per page keeps the answer small, because the commits in between are not needed.
  shaAt(
    await github.call('GET', `/repos/${full}/compare/${base}...${head}?per_page=1`),
    'merge_base_commit.sha',
  )

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
