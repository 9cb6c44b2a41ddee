import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ReportFile } from './read-reports.ts'

/**
 * A UUID derived from the content of files and the facts about them: the same input is the same
 * journal, so sending it twice doubles nothing.
 */
export const contentId = async (files: ReportFile[], facts: unknown[]): Promise<string | undefined> => {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const { path } of files) {
    // A stream can only be read once.
    if (path === undefined || (await isStream(path))) return undefined
    const own = createHash('sha256')
    try {
      for await (const piece of createReadStream(path)) own.update(piece)
    } catch {
      own.update('unreadable')
    }
    hash.update(own.digest())
  }
  return toUuid(hash.digest())
}

const isStream = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => !facts.isFile() && !facts.isDirectory(),
    () => false,
  )

/** Version 8 is reserved for custom formats. */
const toUuid = (digest: Buffer): string => {
  const bytes = Uint8Array.from(digest.subarray(0, 16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
