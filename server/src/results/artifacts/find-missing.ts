import { Outage } from '../../ground/kernel/outage.ts'
import type { ArtifactStore } from './artifact-store.ts'

/** The number of concurrent queries to the store. */
const AT_ONCE = 16

interface StoredRow {
  id: number
  state: string
  key: string | null
}

/** The ids of rows that claim to be stored, and whose bytes the store lacks. */
export async function findMissing(files: ArtifactStore, rows: StoredRow[]): Promise<Set<number>> {
  const missing = new Set<number>()
  const stored = rows.filter((row) => row.state === 'stored')
  const ask = async () => {
    for (let row = stored.pop(); row; row = stored.pop())
      if (row.key === null || (await files.has(row.key)) === null) missing.add(row.id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return missing
}

/**
 * The same for a list. It neither fails with the store nor asks a bucket, which takes a request for each row: those rows
 * count as stored, and a download says otherwise.
 */
export async function findMissingInList(files: ArtifactStore, rows: StoredRow[]): Promise<Set<number>> {
  if (!files.isNear) return new Set()
  return findMissing(files, rows).catch((error: unknown) => {
    if (error instanceof Outage) return new Set()
    throw error
  })
}
