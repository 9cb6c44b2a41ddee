import type { Selectable } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { ArtifactTables } from './tables/artifacts.ts'
import type { BusTables } from './tables/bus.ts'
import type { BusWorkTables } from './tables/bus-work.ts'
import type { ChangeTables } from './tables/changes.ts'
import type { EventTables } from './tables/events.ts'
import type { ExecutionTables } from './tables/executions.ts'
import type { ExperimentTables } from './tables/experiments.ts'
import type { FailureTables } from './tables/failures.ts'
import type { HistoryTables } from './tables/history.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { KnowledgeTables } from './tables/knowledge.ts'
import type { KnowledgeSearchTables } from './tables/knowledge-search.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OidcTables } from './tables/oidc.ts'
import type { OwnerTables } from './tables/owners.ts'
import type { PackageArchiveTables } from './tables/package-archives.ts'
import type { RefusedUploadTables } from './tables/refused-uploads.ts'
import type { RenameTables } from './tables/renames.ts'
import type { ReplicaTables } from './tables/replicas.ts'
import type { RetentionTables } from './tables/retention.ts'

/**
 * The tables, the same in both databases. Times are milliseconds since the epoch, booleans are 0 or 1, public
 * ids are UUIDv7 text, `…_id` columns are internal integers. The server itself parses JSON text.
 */
export interface Tables
  extends IdentityTables,
    OidcTables,
    ExecutionTables,
    OwnerTables,
    PackageArchiveTables,
    NotificationTables,
    HistoryTables,
    RenameTables,
    ExperimentTables,
    FailureTables,
    ArtifactTables,
    KnowledgeTables,
    KnowledgeSearchTables,
    AccountTables,
    BusTables,
    BusWorkTables,
    RetentionTables,
    RefusedUploadTables,
    ReplicaTables,
    ChangeTables,
    EventTables {}

/** Rows of `result` and `attempt`, without the execution they belong to. */
export type ResultRow = Omit<Selectable<Tables['result']>, 'execution_id'>
export type AttemptRow = Omit<Selectable<Tables['attempt']>, 'execution_id'>

export type { BusEvent, LeaseSubject, TaskStatus } from './tables/bus-work.ts'
export { ATTEMPT, type ExecutionStateName, VERDICT } from './tables/executions.ts'
export { EVIDENCE, FLAW, type MonitorState } from './tables/history.ts'
export type { Role } from './tables/identity.ts'
