import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'

/** Files that are copied at the same time. */
const AT_ONCE = 32

/**
 * Copies a file, a link or a folder to the same place of another tree, except entries that `isLeftOut` by their names. A
 * link keeps its own text, so a link to a package of the workspace leads to the package of the new tree. Hard links would
 * be faster, but a test, or a script of an install, that writes into a module would change that of the caller.
 */
export const copyInto = (
  from: string,
  to: string,
  place: string,
  isLeftOut: (name: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<void> => copyAllInto(from, to, [place], isLeftOut, signal)

/** The same for many places; those that do not exist are left out. Rejects after the signal, when nothing is written any more. */
export const copyAllInto = async (
  from: string,
  to: string,
  places: string[],
  isLeftOut: (name: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<void> => {
  const files: string[] = []
  const visit = async (path: string): Promise<void> => {
    signal?.throwIfAborted()
    const about = await lstat(join(from, path)).catch(() => undefined)
    if (about?.isSymbolicLink()) {
      await mkdir(dirname(join(to, path)), { recursive: true })
      await symlink(sameLink(await readlink(join(from, path)), from, to), join(to, path)).catch(
        ignoreExisting,
      )
    } else if (about?.isDirectory()) {
      await mkdir(join(to, path), { recursive: true })
      for (const name of await readdir(join(from, path))) if (!isLeftOut(name)) await visit(join(path, name))
    } else if (about?.isFile()) files.push(path)
  }
  for (const place of places) await visit(place)
  const copy = async (path: string) => {
    await mkdir(dirname(join(to, path)), { recursive: true })
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
  }
  let next = 0
  const worker = async () => {
    for (let path = files[next++]; path !== undefined && !signal?.aborted; path = files[next++])
      await copy(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  signal?.throwIfAborted()
}

/** An absolute link into the tree leads into the new one. */
export const sameLink = (text: string, from: string, to: string): string => {
  if (!isAbsolute(text)) return text
  const inside = relative(from, text)
  return inside.startsWith('..') || isAbsolute(inside) ? text : join(to, inside)
}

const ignoreExisting = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}
