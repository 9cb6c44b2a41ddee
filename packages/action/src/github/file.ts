import type { RepositoryName } from '../event.ts'
import { at, textAt } from '../fields.ts'
import { Trouble } from '../trouble.ts'
import type { GitHub } from './call.ts'

/**
 * Returns the text of a file of a commit; undefined if the commit has none. Throws a `Trouble` for a file above 1 MB, of
 * which GitHub names only the size.
 */
export const textOfFile = async (
  github: GitHub,
  { full }: RepositoryName,
  path: string,
  sha: string,
): Promise<string | undefined> => {
  const place = path.split('/').map(encodeURIComponent).join('/')
  const answer = await github
    .call('GET', `/repos/${full}/contents/${place}?ref=${sha}`)
    .catch((error: unknown) => {
      if (error instanceof Trouble && error.status === 404) return undefined
      throw error
    })
  const content = textAt(answer, 'content')
  const encoding = at(answer, 'encoding')
  if (encoding === 'none') throw new Trouble(`${path} is larger than 1 MB and was ignored.`)
  if (content === undefined || encoding !== 'base64') return undefined
  return Buffer.from(content, 'base64').toString()
}
