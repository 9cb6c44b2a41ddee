import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/** A cluster, with the execution that has its errors outside tests. */
interface Erring {
  fingerprint: string
  errors: number
  /** The only execution that the query is about. */
  execution?: string | undefined
  lastSeen: { execution?: { id: string } | null | undefined }
}

const MOST_FILES = 5

/** The first few files that the errors outside tests of each cluster name. */
export async function readErrorFiles(
  { read, dialect }: Store,
  clusters: Erring[],
): Promise<(cluster: Erring) => string[]> {
  const outside = clusters.filter(({ errors }) => errors > 0)
  const ids = outside.flatMap((cluster) => executionOf(cluster) ?? [])
  if (ids.length === 0) return () => []
  const rows = await read
    .selectFrom('execution')
    .innerJoin('part_error', 'part_error.execution_id', 'execution.id')
    .innerJoin('reason', 'reason.id', 'part_error.reason_id')
    .select(['public_id', 'fingerprint', 'file'])
    .distinct()
    .where(isOneOf(dialect, 'public_id', [...new Set(ids)]))
    .where(isOneOf(dialect, 'fingerprint', [...new Set(outside.map(({ fingerprint }) => fingerprint))]))
    .where('file', 'is not', null)
    .execute()
  return (cluster) =>
    rows
      .filter((row) => row.fingerprint === cluster.fingerprint && row.public_id === executionOf(cluster))
      .flatMap(({ file }) => file ?? [])
      .sort()
      .slice(0, MOST_FILES)
}

const executionOf = ({ execution, lastSeen }: Erring) => execution ?? lastSeen.execution?.id
