import type { RepositoryName } from '../event.ts'
import { textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

const PAGE = 100
/** GitHub lists at most 3,000 files; the first few hundred are enough to order annotations. */
const MOST_PAGES = 5

/** Returns the paths that a pull request changes, at most 500. */
export const changedFiles = async (
  github: GitHub,
  { full }: RepositoryName,
  pullRequest: number,
): Promise<Set<string>> => {
  const files = new Set<string>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await github.call(
      'GET',
      `/repos/${full}/pulls/${pullRequest}/files?per_page=${PAGE}&page=${page}`,
    )
    if (!Array.isArray(answer)) break
    for (const each of answer) {
      const file = textAt(each, 'filename')
      if (file) files.add(file)
    }
    if (answer.length < PAGE) break
  }
  return files
}
