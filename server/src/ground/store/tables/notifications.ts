import type { ColumnType, Generated } from 'kysely'
import type { BackingColumns } from './identity.ts'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Webhooks with their events, and public badges. */
export interface NotificationTables {
  webhook: BackingColumns & {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Set if it receives events of one project only. */
    project_id: number | null
    name: string
    kind: 'json' | 'slack' | 'teams' | 'discord'
    /** Encrypted, because its holder may write there; see `kernel/seal.ts`. */
    address: string
    /** Host and last characters of the address. */
    hint: string
    /** Encrypted; null if the receiver checks no signature. */
    secret: string | null
    /** Space-separated kinds of events. */
    events: string
    created_by: NullUnlessGiven<number>
    created_at: number
    /** Since when every delivery has failed; null if the last one succeeded. */
    failing_since: NullUnlessGiven<number>
    disabled_at: NullUnlessGiven<number>
    disabled_because: NullUnlessGiven<string>
    /** A replica sends to it until then, by the database's clock. */
    busy_until: NullUnlessGiven<number>
    /** Set while its deliveries are being deleted; no answer has it. */
    deleted_at: NullUnlessGiven<number>
  }
  /** One message for one webhook, kept for a week after it ended. */
  webhook_delivery: {
    id: Generated<number>
    public_id: string
    webhook_id: number
    organization_id: number
    project_id: number | null
    event: string
    /** Its deduplication key: a webhook receives each subject once. */
    subject: string
    /** JSON: a `Notice`. */
    payload: string
    state: 'waiting' | 'delivered' | 'failed'
    attempts: number
    /** The time of the next attempt; during an attempt, the time from which it counts as interrupted. */
    next_at: number
    created_at: number
    ended_at: NullUnlessGiven<number>
    /** HTTP status of the last answer. */
    status: NullUnlessGiven<number>
    /** Why the last attempt failed. */
    problem: NullUnlessGiven<string>
  }
  /** Anyone with the token may see the project's badge. */
  badge: BackingColumns & {
    project_id: number
    token: string
    created_by: NullUnlessGiven<number>
    created_at: number
  }
}
