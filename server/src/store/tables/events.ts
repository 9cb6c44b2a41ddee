import type { ColumnType, Generated } from 'kysely'

/** What happened and is yet to be told. */
export interface EventTables {
  /** Events, written with what caused them and dispatched after the commit. */
  outbox: {
    id: Generated<number>
    organization_id: number
    kind: string
    payload: string
    created_at: number
    dispatched_at: ColumnType<number | null, number | null | undefined, number>
  }
}
