export {
  type Access,
  type ObjectKind,
  type Operation,
  operations,
  type PublicOperation,
  takesBody,
} from './operation.ts'
export { operationTables } from './operation-tables.ts'
export { accountOperations } from './operations/accounts.ts'
export { artifactOperations } from './operations/artifacts.ts'
export { badgeOperations } from './operations/badge.ts'
export { ciOperations } from './operations/ci.ts'
export { deletionOperations } from './operations/deletion.ts'
export { documentOperations } from './operations/documents.ts'
export { executionOperations } from './operations/executions.ts'
export { failureContextOperations } from './operations/failure-context.ts'
export { failureOperations } from './operations/failures.ts'
export { findOperations } from './operations/find.ts'
export { guidelineOperations } from './operations/guidelines.ts'
export { identityOperations } from './operations/identity.ts'
export { Comparison, insightOperations } from './operations/insights.ts'
export { keyOperations } from './operations/keys.ts'
export { metricsOperations } from './operations/metrics.ts'
export { notificationOperations } from './operations/notifications.ts'
export { exchangeOperations, oidcOperations } from './operations/oidc.ts'
export { organizationOperations, ownOrganizationOperations } from './operations/organizations.ts'
export { overviewOperations } from './operations/overview.ts'
export { authOperations, peopleOperations } from './operations/people.ts'
export { projectOperations } from './operations/projects.ts'
export { proposalOperations } from './operations/proposals.ts'
export { pullRequestOperations } from './operations/pull-requests.ts'
export { renameOperations } from './operations/renames.ts'
export { retentionOperations } from './operations/retention.ts'
export { searchOperations } from './operations/search.ts'
export { templateOperations } from './operations/templates.ts'
export { testOperations } from './operations/tests.ts'
export { isPage, type Page, pageOf, pageParameters, wholeNumber } from './page.ts'
export { ExecutionSummary, ResultStatus, TestRef } from './shapes.ts'
