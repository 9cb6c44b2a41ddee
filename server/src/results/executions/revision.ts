import { sql } from 'kysely'
import type { Db } from '../../ground/store/portable.ts'

/** Entries of all parts of `execution`, and the parts themselves: both only increase. */
export const acceptedEntries = () =>
  sql<number>`(select coalesce(sum(part.accepted + 1), 0) from part where part.execution_id = execution.id)`

/** The columns that measure an execution's progress; `accepted` is `acceptedEntries`. */
export interface Progress {
  revision: number
  state: string
  facts: number
  accepted: number
}

/**
 * A number that increases with each stored entry, fact or state of an execution: a reopened execution gains a
 * revision for the state it loses.
 */
export const revisionOf = ({ revision, state, facts, accepted }: Progress): number =>
  revision * 2 + (state === 'running' ? 0 : 1) + facts + Number(accepted)

/** The same for one execution by its key. */
export async function readRevision(db: Db, executionId: number): Promise<number> {
  const row = await db
    .selectFrom('execution')
    .select(['revision', 'state', 'facts', acceptedEntries().as('accepted')])
    .where('id', '=', executionId)
    .executeTakeFirst()
  return row ? revisionOf(row) : 0
}
