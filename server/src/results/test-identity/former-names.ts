import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'

/** The longest chain of names; only a race could create a cycle. */
export const MOST_NAMES = 100
/** Above this number of tests, the server first checks whether the project has a rename at all. */
const MANY = 1_000

type Readable = Pick<Store, 'dialect' | 'read'>

/**
 * The ids of each test's results: its own first, then those of its former names, the latest first, by
 * confirmed renames. `store` may be a transaction's: `{ dialect, read: db }`.
 */
export async function identitiesOf(
  store: Readable,
  projectId: number,
  testIds: number[],
): Promise<Map<number, number[]>> {
  const renamed = await renamedAmong(store, projectId, testIds)
  return new Map(testIds.map((id) => [id, renamed.get(id) ?? [id]]))
}

/** The same, without tests that never had another name. */
export async function renamedAmong(
  store: Readable,
  projectId: number,
  testIds: number[],
): Promise<Map<number, number[]>> {
  const renamed = new Map<number, number[]>()
  for (const { test_id, other_id } of await walk(store, projectId, testIds, {
    end: 'to',
    other: 'from',
    which: sql`1 = 1`,
  })) {
    const names = renamed.get(test_id) ?? [test_id]
    renamed.set(test_id, names)
    names.push(other_id)
  }
  return renamed
}

/** The present name of each of these tests; omits tests without a rename. */
export async function newestNamesOf(
  store: Readable,
  projectId: number,
  testIds: number[],
): Promise<Map<number, number>> {
  // The names between are not read: each of 100 names of a test would lead through all later ones.
  const isLast = sql<boolean>`not exists (
    select 1 from rename where rename.from_test_id = chain.other_id and rename.undone_at is null)`
  const last = await walk(store, projectId, testIds, { end: 'from', other: 'to', which: isLast })
  return new Map(last.map(({ test_id, other_id }) => [test_id, other_id]))
}

/** The other end of each confirmed rename that continues from one of these tests, the nearest first. */
async function walk(
  { dialect, read }: Readable,
  projectId: number,
  testIds: number[],
  { end, other, which }: { end: 'from' | 'to'; other: 'from' | 'to'; which: RawBuilder<unknown> },
): Promise<{ test_id: number; other_id: number }[]> {
  if (testIds.length === 0) return []
  if (testIds.length > MANY && !(await hasRenames({ read }, projectId))) return []
  const [here, there] = [sql.ref(`rename.${end}_test_id`), sql.ref(`rename.${other}_test_id`)]
  const { rows } = await sql<{ test_id: number; other_id: number }>`
    with recursive chain (test_id, other_id, step) as (
      select ${here}, ${there}, 1 from rename
      where rename.undone_at is null and rename.project_id = ${projectId}
        and ${isOneOf(dialect, `rename.${end}_test_id`, testIds)}
      union all
      select chain.test_id, ${there}, chain.step + 1 from chain join rename on ${here} = chain.other_id
      where rename.undone_at is null and chain.step < ${sql.lit(MOST_NAMES)}
    )
    select test_id, other_id from chain where ${which} order by step`.execute(read)
  return rows
}

/** True if names of a project's tests must be resolved; in most projects they need not be. */
export async function hasRenames({ read }: Pick<Store, 'read'>, projectId: number): Promise<boolean> {
  const row = await read
    .selectFrom('rename')
    .select('id')
    .where('project_id', '=', projectId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
