import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../ground/store/make-folder.ts'

/** What each replica leaves of its id where its artifacts are. */
export interface ReplicaMarks {
  list(): Promise<string[]>
  leave(id: string): Promise<void>
  has(id: string): Promise<boolean>
  /** Removes a mark, if it exists. */
  remove(id: string): Promise<void>
}

/** Below the place of artifacts. */
export const MARKS = 'replicas'

export function marksInFolder(folder: string): ReplicaMarks {
  const marks = join(folder, MARKS)
  return {
    async list() {
      await makeFolder(marks)
      return readdir(marks)
    },
    leave: (id) => writeFile(join(marks, id), '', { mode: 0o600 }),
    has: (id) =>
      stat(join(marks, id)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false
          throw error
        },
      ),
    remove: (id) => rm(join(marks, id), { force: true }),
  }
}
