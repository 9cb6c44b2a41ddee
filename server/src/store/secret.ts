import type { Store } from './open.ts'

/** What seals cursors, made with the database. */
export async function readCursorKey({ lookup }: Store): Promise<string> {
  const { value } = await lookup
    .selectFrom('secret')
    .select('value')
    .where('name', '=', 'cursors')
    .executeTakeFirstOrThrow()
  return value
}
