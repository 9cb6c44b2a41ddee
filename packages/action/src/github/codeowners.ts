import { LIMITS, type Open } from '@svc/protocol'
import type { RepositoryName } from '../event.ts'
import { at, countAt, textAt } from '../fields.ts'
import { Trouble } from '../trouble.ts'
import type { GitHub } from './call.ts'

/** The locations that GitHub checks, in order. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']

/** Returns the CODEOWNERS of a commit; undefined if it has none. */
export const codeownersAt = async (
  github: GitHub,
  { full }: RepositoryName,
  sha: string,
): Promise<Open['codeowners']> => {
  for (const path of PLACES) {
    const answer = await github
      .call('GET', `/repos/${full}/contents/${path}?ref=${sha}`)
      .catch((error: unknown) => {
        if (error instanceof Trouble && error.status === 404) return undefined
        throw error
      })
    const content = textAt(answer, 'content')
    if (content === undefined || at(answer, 'encoding') !== 'base64') continue
    if ((countAt(answer, 'size') ?? 0) > LIMITS.codeownersBytes) return undefined
    return { path, text: Buffer.from(content, 'base64').toString() }
  }
  return undefined
}
