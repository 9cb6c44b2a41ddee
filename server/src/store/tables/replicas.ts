/** What replicas of one database agree on. Times are by the database's clock. */
export interface ReplicaTables {
  /** Work that one replica does for all. */
  lease: {
    name: string
    /** Id of a replica; empty if none has it. */
    holder: string
    until: number
  }
  /** Servers of this database on Postgres; a row ends by itself unless its server renews it. */
  replica: {
    id: string
    /** Name of its machine, for messages. */
    host: string
    started_at: number
    seen_until: number
  }
}
