/** The shared state of the replicas of one database. Times are by the database's clock. */
export interface ReplicaTables {
  /** A job that one replica does for all. */
  lease: {
    name: string
    /** Id of a replica; empty if no replica has it. */
    holder: string
    until: number
  }
  /** Servers of this database on Postgres; a row expires unless its server renews it. */
  replica: {
    id: string
    /** Name of its machine, for messages. */
    host: string
    started_at: number
    seen_until: number
  }
}
