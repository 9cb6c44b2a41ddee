import type { SelectQueryBuilder } from 'kysely'
import type { Db } from './portable.ts'
import type { Tables } from './tables.ts'

/** Rows that are due, by their ids. */
export interface DueRows {
  /** The oldest, in the order of an index: reads hardly more rows than it returns. */
  oldest(limit: number): Promise<{ id: number }[]>
  /** In turns of their organizations: reads all due rows. */
  inTurns(limit: number): Promise<{ id: number }[]>
}

interface Steps {
  /** Rows of one step. */
  size: number
  ending?: AbortSignal | undefined
}

/**
 * The number of steps per order of turns, which reads all due rows: a row that becomes due
 * meanwhile waits for this many.
 */
const STEPS = 20

/**
 * Processes due rows in steps, until none remain, a round changes none, or the signal aborts. If
 * more than one step is due, organizations take turns. Returns the sum of the steps' results: how
 * many rows each changed.
 */
export async function workInTurns(
  due: DueRows,
  { size, ending }: Steps,
  work: (ids: number[]) => Promise<number>,
): Promise<number> {
  let all = 0
  for (;;) {
    const oldest = await due.oldest(size + 1)
    const isLast = oldest.length <= size
    const ids = (isLast ? oldest : await due.inTurns(size * STEPS)).map(({ id }) => id)
    let changed = 0
    for (let at = 0; at < ids.length; at += size) {
      if (ending?.aborted) return all + changed
      changed += await work(ids.slice(at, at + size))
    }
    all += changed
    if (isLast || changed === 0) return all
  }
}

/** The first of these rows in the order of their turns. */
export const takeTurns = <TB extends keyof Tables>(
  db: Db,
  due: SelectQueryBuilder<Tables, TB, { id: number; turn: number }>,
  limit: number,
): Promise<{ id: number }[]> =>
  db.selectFrom(due.as('due')).select('id').orderBy('turn').orderBy('id').limit(limit).execute()
