import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Store } from '../../ground/store/open.ts'
import type { ArtifactStore } from '../../results/artifacts/artifact-store.ts'

export interface CopyPlan {
  from: ArtifactStore
  to: ArtifactStore
  /** An existing folder for files on their way. */
  folder: string
}

export interface Copied {
  /** Artifacts that the database knows, and their bytes. */
  known: number
  knownBytes: number
  /** Of these, those that were in the new place before. */
  present: number
  copied: number
  copiedBytes: number
  /** Keys of those that the old place lacks. */
  missing: string[]
  /** Keys of those whose bytes have another sum than they were stored with. */
  damaged: string[]
}

interface Row {
  key: string
  sha256: string
  size_bytes: number
}

const BATCH = 500
const AT_ONCE = 8

/**
 * Copies all artifacts of the database to another place, which checks their sums. What is there already stays, so a copy
 * that was stopped goes on. Throws `Outage` if a place does not answer.
 */
export async function copyArtifacts(store: Store, plan: CopyPlan): Promise<Copied> {
  const counts: Copied = {
    ...{ known: 0, knownBytes: 0, present: 0, copied: 0, copiedBytes: 0 },
    ...{ missing: [], damaged: [] },
  }
  let after = ''
  for (;;) {
    const rows: Row[] = await store.read
      .selectFrom('artifact_file')
      .select(['key', 'sha256', 'size_bytes'])
      .where('stored_at', 'is not', null)
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return counts
    after = last.key
    const next = async () => {
      for (let row = rows.pop(); row; row = rows.pop())
        await copyOne(plan, row, counts).catch((error: unknown) => {
          rows.length = 0
          throw error
        })
    }
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, next))
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}

async function copyOne({ from, to, folder }: CopyPlan, row: Row, counts: Copied): Promise<void> {
  const { key, sha256, size_bytes: sizeBytes } = row
  counts.known++
  counts.knownBytes += sizeBytes
  if ((await to.has(key)) === sizeBytes) {
    counts.present++
    return
  }
  const bytes = await from.get(key)
  if (bytes === null) {
    counts.missing.push(key)
    return
  }
  // A name of its own: a store on disk may keep this file itself.
  const path = join(folder, `copied.${randomUUID()}`)
  try {
    if ((await writeWithSum(bytes, path)) !== sha256) {
      counts.damaged.push(key)
      return
    }
    await to.put(key, path, sha256)
    counts.copied++
    counts.copiedBytes += sizeBytes
  } finally {
    await rm(path, { force: true })
  }
}

/** Returns the sha256 of what it wrote, in hex. */
async function writeWithSum(bytes: Readable, path: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(
    bytes,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        sum.update(piece)
        yield piece
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return sum.digest('hex')
}
