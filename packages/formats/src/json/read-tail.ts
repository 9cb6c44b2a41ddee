import { open } from 'node:fs/promises'

const TAIL_BYTES = 16 * 1024

/** The end of a file as it lies on disk. */
export const readTail = async (path: string): Promise<string> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
