import type { Operation, PublicOperation } from './operation.ts'
import { accountOperations } from './operations/accounts.ts'
import { agentOperations } from './operations/agents.ts'
import { artifactOperations } from './operations/artifacts.ts'
import { badgeOperations } from './operations/badge.ts'
import { busEventOperations } from './operations/bus-events.ts'
import { busLiveOperations } from './operations/bus-live.ts'
import { ciOperations } from './operations/ci.ts'
import { comparisonOperations } from './operations/comparison.ts'
import { deletionOperations } from './operations/deletion.ts'
import { documentOperations } from './operations/documents.ts'
import { executionOperations } from './operations/executions.ts'
import { experimentOperations } from './operations/experiments.ts'
import { failureContextOperations } from './operations/failure-context.ts'
import { failureOperations } from './operations/failures.ts'
import { findOperations } from './operations/find.ts'
import { guidelineOperations } from './operations/guidelines.ts'
import { identityOperations } from './operations/identity.ts'
import { keyOperations } from './operations/keys.ts'
import { searchOperations } from './operations/knowledge-search.ts'
import { leaseOperations } from './operations/leases.ts'
import { limitOperations } from './operations/limits.ts'
import { messageOperations } from './operations/messages.ts'
import { metricsOperations } from './operations/metrics.ts'
import { notificationOperations } from './operations/notifications.ts'
import { exchangeOperations, oidcOperations } from './operations/oidc.ts'
import { organizationOperations, ownOrganizationOperations } from './operations/organizations.ts'
import { overviewOperations } from './operations/overview.ts'
import { authOperations, peopleOperations } from './operations/people.ts'
import { projectOperations } from './operations/projects.ts'
import { proposalOperations } from './operations/proposals.ts'
import { pullRequestOperations } from './operations/pull-requests.ts'
import { refusedUploadOperations } from './operations/refused-uploads.ts'
import { renameOperations } from './operations/renames.ts'
import { retentionOperations } from './operations/retention.ts'
import { taskOperations } from './operations/tasks.ts'
import { templateOperations } from './operations/templates.ts'
import { testOperations } from './operations/tests.ts'

/** Every table of operations, under the heading of its rows in the reference. */
export const operationTables = {
  Executions: executionOperations,
  Find: findOperations,
  CI: ciOperations,
  Artifacts: artifactOperations,
  Overview: overviewOperations,
  'Metrics and trends': metricsOperations,
  Tests: testOperations,
  Projects: projectOperations,
  Accounts: accountOperations,
  Comparison: comparisonOperations,
  Experiments: experimentOperations,
  Renames: renameOperations,
  Failures: failureOperations,
  'Failures with their context': failureContextOperations,
  'Pull requests': pullRequestOperations,
  Documents: documentOperations,
  Search: searchOperations,
  'Sign-in': authOperations,
  Identity: identityOperations,
  People: peopleOperations,
  'Organizations of a person': ownOrganizationOperations,
  Organization: organizationOperations,
  'API keys': keyOperations,
  'Workflows without a key': oidcOperations,
  'Keys of workflows': exchangeOperations,
  Proposals: proposalOperations,
  Guidelines: guidelineOperations,
  Templates: templateOperations,
  Tasks: taskOperations,
  Leases: leaseOperations,
  'Events for agents': busEventOperations,
  Agents: agentOperations,
  Messages: messageOperations,
  Webhooks: notificationOperations,
  'Live messages': busLiveOperations,
  Badge: badgeOperations,
  Retention: retentionOperations,
  Limits: limitOperations,
  'Refused uploads': refusedUploadOperations,
  Deletion: deletionOperations,
} as const satisfies Record<string, Record<string, Operation | PublicOperation>>
