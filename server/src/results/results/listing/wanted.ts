import type { NameFilters } from './filters.ts'
import type { Place, Sort, Sortable } from './order.ts'

/** The parameters of a list of an execution's results. */
export interface ListWanted {
  executionId: number
  names: NameFilters
  /** Numbers of the wanted parts; null: all. */
  parts: number[] | null
  verdicts: number[] | null
  sort: Sort
  after: Place | null
  limit: number
  /** Results by verdict, if no other filter than the status is set. */
  knownCounts: Map<number, number> | null
  /** When a part began, milliseconds since the epoch. */
  startOf(part: number): number
}

export interface FoundRow extends Sortable {
  reason_id: number | null
  /** The sort key. */
  key: string | number
}

export interface Found {
  /** Counts by verdict of all results that match the filters other than the status. */
  counts: Map<number, number>
  rows: FoundRow[]
  hasMore: boolean
}
