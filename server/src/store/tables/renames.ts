import type { Generated } from 'kysely'

/** Tests that go on under another name. */
export interface RenameTables {
  /** Confirmed by somebody; of the rows that are not undone, a test is `from` of one at most, and `to` of one. */
  rename: {
    id: Generated<number>
    public_id: string
    project_id: number
    from_test_id: number
    to_test_id: number
    /** Name of the key or the person, as it was then. */
    confirmed_by: string
    confirmed_at: number
    undone_by: string | null
    undone_at: number | null
  }
}
