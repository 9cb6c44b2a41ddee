import type { Operation } from './operation.ts'
import { artifactOperations } from './operations/artifacts.ts'
import { executionOperations } from './operations/executions.ts'
import { failureOperations } from './operations/failures.ts'
import { identityOperations } from './operations/identity.ts'
import { insightOperations } from './operations/insights.ts'
import { keyOperations } from './operations/keys.ts'
import { metricsOperations } from './operations/metrics.ts'
import { projectOperations } from './operations/projects.ts'
import { pullRequestOperations } from './operations/pull-requests.ts'
import { renameOperations } from './operations/renames.ts'
import { retentionOperations } from './operations/retention.ts'
import { testOperations } from './operations/tests.ts'

/** Every table of operations, under the heading its rows have in the reference. */
export const operationTables = {
  Executions: executionOperations,
  Artifacts: artifactOperations,
  'Metrics and trends': metricsOperations,
  Tests: testOperations,
  Projects: projectOperations,
  Comparison: insightOperations,
  Renames: renameOperations,
  Failures: failureOperations,
  'Pull requests': pullRequestOperations,
  Identity: identityOperations,
  'API keys': keyOperations,
  Retention: retentionOperations,
} as const satisfies Record<string, Record<string, Operation>>
