import { open } from 'node:fs/promises'

/** Waits until the names in a folder are on the disk. Some systems do not open folders; there the disk decides. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EISDIR' || code === 'EPERM' || code === 'EACCES') return null
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
