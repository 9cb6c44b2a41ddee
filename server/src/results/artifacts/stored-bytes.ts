import type { Store } from '../../ground/store/open.ts'

/** Bytes of all stored artifacts; equal files of an organization count once. Reads a row for each file. */
export async function storedBytes({ read }: Store): Promise<number> {
  const row = await read
    .selectFrom('artifact_file')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('stored_at', 'is not', null)
    .executeTakeFirst()
  return row?.bytes ?? 0
}
