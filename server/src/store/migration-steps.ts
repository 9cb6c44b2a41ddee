import type { Kysely } from 'kysely'
import type { StepName } from './migration-names.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as people from './migrations/0002-people.ts'
import * as history from './migrations/0003-history.ts'
import * as renames from './migrations/0004-renames.ts'
import * as artifacts from './migrations/0005-artifacts.ts'
import * as retention from './migrations/0006-retention.ts'
import * as deletion from './migrations/0007-deletion.ts'
import * as failures from './migrations/0008-failures.ts'
import * as secrets from './migrations/0009-secrets.ts'
import * as testSearch from './migrations/0010-test-search.ts'
import * as ci from './migrations/0011-ci.ts'
import * as owners from './migrations/0012-owners.ts'
import * as notifications from './migrations/0013-notifications.ts'
import * as oidc from './migrations/0014-oidc.ts'
import * as trust from './migrations/0015-trust.ts'
import * as backing from './migrations/0016-backing.ts'
import * as signIn from './migrations/0017-sign-in.ts'
import * as replicas from './migrations/0018-replicas.ts'
import * as elapsed from './migrations/0019-elapsed.ts'
import * as knowledge from './migrations/0020-knowledge.ts'
import * as search from './migrations/0021-search.ts'
import * as accounts from './migrations/0022-accounts.ts'
import * as failureContext from './migrations/0023-failure-context.ts'
import * as proposals from './migrations/0024-proposals.ts'
import * as bus from './migrations/0025-bus.ts'
import * as refusedUploads from './migrations/0026-refused-uploads.ts'
import * as busWork from './migrations/0029-bus-work.ts'
import * as busLive from './migrations/0031-bus-live.ts'
import * as changeCounts from './migrations/0034-change-counts.ts'
import * as pendingMessages from './migrations/0036-pending-messages.ts'
import * as busSteps from './migrations/0037-bus-steps.ts'
import * as returnedTasks from './migrations/0038-returned-tasks.ts'
import * as vouchedRevisions from './migrations/0039-vouched-revisions.ts'
import * as pushedPaths from './migrations/0040-pushed-paths.ts'
import * as deletedDocuments from './migrations/0041-deleted-documents.ts'
import * as keptDifferences from './migrations/0042-kept-differences.ts'
import type { Dialect } from './portable.ts'
import type { Tables } from './tables.ts'

/**
 * One step of the schema. Steps only go forward; a released one is never edited. All pending ones share a transaction,
 * while older replicas work: one that locks several of their tables begins with `lockTable` for all.
 */
interface MigrationStep {
  up(db: Kysely<Tables>, dialect: Dialect): Promise<void>
}

export const STEPS: Record<StepName, MigrationStep> = {
  '0001-foundation': foundation,
  '0002-people': people,
  '0003-history': history,
  '0004-renames': renames,
  '0005-artifacts': artifacts,
  '0006-retention': retention,
  '0007-deletion': deletion,
  '0008-failures': failures,
  '0009-secrets': secrets,
  '0010-test-search': testSearch,
  '0011-ci': ci,
  '0012-owners': owners,
  '0013-notifications': notifications,
  '0014-oidc': oidc,
  '0015-trust': trust,
  '0016-backing': backing,
  '0017-sign-in': signIn,
  '0018-replicas': replicas,
  '0019-elapsed': elapsed,
  '0020-knowledge': knowledge,
  '0021-search': search,
  '0022-accounts': accounts,
  '0023-failure-context': failureContext,
  '0024-proposals': proposals,
  '0025-bus': bus,
  '0026-refused-uploads': refusedUploads,
  '0029-bus-work': busWork,
  '0031-bus-live': busLive,
  '0034-change-counts': changeCounts,
  '0036-pending-messages': pendingMessages,
  '0037-bus-steps': busSteps,
  '0038-returned-tasks': returnedTasks,
  '0039-vouched-revisions': vouchedRevisions,
  '0040-pushed-paths': pushedPaths,
  '0041-deleted-documents': deletedDocuments,
  '0042-kept-differences': keptDifferences,
}
