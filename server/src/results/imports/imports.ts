import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Imports } from '@svc/protocol'
import { ownTurn } from '../../ground/kernel/own-turn.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'

/** What the failing test files of a part import, in the form in which it is stored: JSON, compressed. */
export type PackedImports = Uint8Array

/** Paths share their beginnings: a list of 200 files takes some 2 kB. */
export const packImports = (imports: Imports): PackedImports => zstdCompressSync(JSON.stringify(imports))

/** Stores what the test files of a part import. Of several bodies with a list, the first counts. */
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

/** The different lists of an execution, of its first parts; legs of a matrix often send the same one. */
export async function readImports({ read }: Store, executionId: number): Promise<PackedImports[]> {
  const rows = await read
    .selectFrom('import_graph')
    .select('graph')
    .where('execution_id', '=', executionId)
    .orderBy('part')
    .limit(MOST_READ)
    .execute()
  return [...new Map(rows.map(({ graph }) => [Buffer.from(graph).toString('base64'), graph])).values()]
}

/** Only parts with failures have a list. */
const MOST_READ = 50

const decompress = promisify(zstdDecompress)

/** A large list takes some 40 ms to parse, so each one has a turn of the event loop. */
export async function unpackImports(graph: PackedImports): Promise<Imports> {
  const json = await decompress(graph)
  await ownTurn()
  return JSON.parse(json.toString())
}
