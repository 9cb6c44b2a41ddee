import type { Open } from '@svc/protocol'
import type { RepositoryName } from '../event.ts'
import type { GitHub } from './call.ts'
import { textOfFile } from './file.ts'

/** The locations that GitHub checks, in order. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

/** Returns the CODEOWNERS of a commit; undefined if it has none. */
export const codeownersAt = async (
  github: GitHub,
  repository: RepositoryName,
  sha: string,
): Promise<Open['codeowners']> => {
  for (const path of PLACES) {
    const text = await textOfFile(github, repository, path, sha)
    if (text !== undefined) return { path, text }
  }
  return undefined
}
