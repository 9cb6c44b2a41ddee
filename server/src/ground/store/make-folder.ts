import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing, with this mode. Rejects with the error of the system. Node's own
 * recursive `mkdir` never ends below a folder such as /proc, in which every name is missing and none can be made.
 */
export async function makeFolder(path: string, mode = 0o700): Promise<void> {
  const missing: string[] = []
  for (let folder = resolve(path); !(await isThere(folder)); folder = dirname(folder)) missing.push(folder)
  for (const folder of missing.reverse())
    await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
      // Another process may make it at the same time.
      if (error.code !== 'EEXIST') throw error
    })
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
