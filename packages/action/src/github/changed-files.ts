import type { RepositoryName } from '../event.ts'
import { textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

/** GitHub lists at most 3,000 files; the first few hundred are enough to order annotations. */
const MOST_PAGES = 5

/** Returns the paths that a pull request changes, at most 500. */
export const changedFiles = async (
  github: GitHub,
  { full }: RepositoryName,
  pullRequest: number,
): Promise<Set<string>> => {
  const path = `/repos/${full}/pulls/${pullRequest}/files`
  const files = await github.list(path, MOST_PAGES)
  return new Set(files.flatMap((each) => textAt(each, 'filename') ?? []))
}
