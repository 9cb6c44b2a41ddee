import type { ColumnType, Generated } from 'kysely'
import type { BackingColumns } from './identity.ts'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Who is told of what, and pictures that tell without being asked. */
export interface NotificationTables {
  webhook: BackingColumns & {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Set where it is told of one project only. */
    project_id: number | null
    name: string
    kind: 'json' | 'slack' | 'teams'
    /** Sealed, since whoever has it may write there; see `notifications/seal.ts`. */
    address: string
    /** Host and last characters of the address. */
    hint: string
    /** Sealed; null where the receiver looks at no signature. */
    secret: string | null
    /** Space-separated kinds of events. */
    events: string
    created_by: NullUnlessGiven<number>
    created_at: number
    /** Since when no delivery succeeded; null where the last one did. */
    failing_since: NullUnlessGiven<number>
    disabled_at: NullUnlessGiven<number>
    disabled_because: NullUnlessGiven<string>
    /** A replica sends to it until then, by the database's clock. */
    busy_until: NullUnlessGiven<number>
  }
  /** One message for one webhook, kept for a week after it ended. */
  webhook_delivery: {
    id: Generated<number>
    public_id: string
    webhook_id: number
    organization_id: number
    project_id: number | null
    event: string
    /** What it is about: a webhook is told once of each. */
    subject: string
    /** JSON: a `Notice`. */
    payload: string
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    /** When it is tried next; while it is tried, when it is taken for cut short. */
    next_at: number
    created_at: number
    ended_at: NullUnlessGiven<number>
    /** HTTP status of the last answer. */
    status: NullUnlessGiven<number>
    /** Why the last attempt failed. */
    problem: NullUnlessGiven<string>
  }
  /** Whoever has the token may look at the project's badge. */
  badge: BackingColumns & {
    project_id: number
    token: string
    created_by: NullUnlessGiven<number>
    created_at: number
  }
}
