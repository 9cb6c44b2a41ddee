import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Events to dispatch. */
export interface EventTables {
  /** Events, written in the transaction of their cause and dispatched after the commit. */
  outbox: {
    id: Generated<number>
    organization_id: number
    kind: string
    payload: string
    created_at: number
    /** When all subscribers had handled it, or were given up. */
    dispatched_at: ColumnType<number | null, number | null | undefined, number>
    /** The end of a replica's claim, or the time of the next retry; by the database's clock. */
    claimed_until: NullUnlessGiven<number>
    /** How often handling it failed. */
    attempts: Generated<number>
    /**
     * Space-separated names of subscribers that failed to handle it; null before the first attempt and after
     * a success.
     */
    owed: NullUnlessGiven<string>
    /** Agents with an id up to this one have its message; null before the first. */
    told_to: NullUnlessGiven<number>
  }
}
