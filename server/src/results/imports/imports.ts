import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Imports } from '@svc/protocol'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'

/** What the failing test files of a part import, in the form in which it is stored: JSON, compressed. */
export type PackedImports = Uint8Array

/** Paths share their beginnings: a list of 200 files takes some 2 kB. */
export const packImports = (imports: Imports): PackedImports => zstdCompressSync(JSON.stringify(imports))

/** Stores what the test files of a part import. A journal has one list; the first counts. */
export async function storeImports(
  db: Db,
  executionId: number,
  part: number,
  graph: PackedImports,
): Promise<void> {
  await db
    .insertInto('import_graph')
    .values({ execution_id: executionId, part, graph })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The lists of an execution, of its first parts. */
export async function readImports({ read }: Store, executionId: number): Promise<Imports[]> {
  const rows = await read
    .selectFrom('import_graph')
    .select('graph')
    .where('execution_id', '=', executionId)
    .orderBy('part')
    .limit(MOST_READ)
    .execute()
  return rows.map(({ graph }) => JSON.parse(zstdDecompressSync(graph).toString()))
}

/** A matrix of more legs says the same again. */
const MOST_READ = 20
