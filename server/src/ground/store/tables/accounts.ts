/** What the server remembers about a credential that calls tools. `Caller.credential` names it. */
export interface AccountTables {
  /** The project that a credential used last; `switched_at` is 0 for a default that it did not choose. */
  active_project: {
    organization_id: number
    credential: string
    project_id: number
    switched_at: number
  }
  /** Searches of a credential on its latest day with one. */
  search_count: {
    organization_id: number
    credential: string
    /** Days since the epoch, in UTC, by the shared clock. */
    day: number
    count: number
  }
}
