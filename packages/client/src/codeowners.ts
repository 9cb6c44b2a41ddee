import { lstat, readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type CodeownersFile, LIMITS } from '@svc/protocol'

/** The locations that GitHub checks, in its order, then GitLab's own. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']

/** The CODEOWNERS file of a repository; undefined if there is none. Never rejects. */
export const readCodeowners = async (root: string): Promise<CodeownersFile | undefined> => {
  for (const path of PLACES) {
    try {
      const place = join(root, path)
      const stat = await lstat(place)
      // The first existing file counts, even if it is unusable. A link could reveal any file of the
      // machine.
      if (!stat.isFile() || stat.size > LIMITS.codeownersBytes || !(await isWithin(root, place))) return
      const text = await readFile(place, 'utf8')
      return Buffer.byteLength(text) > LIMITS.codeownersBytes ? undefined : { path, text }
    } catch (error) {
      if (!isAbsent(error)) return
    }
  }
  return
}

const isWithin = async (root: string, place: string) =>
  (await realpath(place)).startsWith(join(await realpath(root), sep))

const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
