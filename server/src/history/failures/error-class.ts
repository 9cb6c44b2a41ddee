import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { type Dialect, nameInJson, rowsOf } from '../../ground/store/portable.ts'

/**
 * The class that `withClass` shows before the errors of a fingerprint, which includes the class;
 * null if it shows none.
 */
export const classOf = (dialect: Dialect, projectId: number, fingerprint: string) =>
  sql<string | null>`(select class from (
      select ${nameInJson(dialect, 'reason.detail')} as class from reason
      where project_id = ${projectId} and reason.fingerprint = ${sql.ref(fingerprint)} and kind = 'error' limit 1
    ) as named where class <> 'Error' and (class not like '%AssertionError' or class like '%.%'))`

/** The class of each error by its fingerprint; errors without a class are absent. */
export async function readClasses(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  projectId: number,
  fingerprints: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; class: string | null }>`
    select value, ${classOf(dialect, projectId, 'value')} as class from ${rowsOf(dialect, fingerprints)}`.execute(
    read,
  )
  return new Map(rows.flatMap(({ value, class: own }) => (own === null ? [] : [[value, own]])))
}
