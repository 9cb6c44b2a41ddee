import type { Generated } from 'kysely'

/** Tests that continue under another name. */
export interface RenameTables {
  /**
   * Confirmed by a person or a key; among the rows that are not undone, a test is `from` of at most one, and
   * `to` of one.
   */
  rename: {
    id: Generated<number>
    public_id: string
    project_id: number
    from_test_id: number
    to_test_id: number
    /** Name of the key or the person at that time. */
    confirmed_by: string
    confirmed_at: number
    undone_by: string | null
    undone_at: number | null
  }
}
