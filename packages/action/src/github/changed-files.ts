import type { RepositoryName } from '../event.ts'
import { textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

const PAGE = 100
/** GitHub lists 3,000 files at most; the first few hundred say where an annotation is seen. */
const MOST_PAGES = 5

/** Paths that a pull request changes, as far as they were read. */
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
