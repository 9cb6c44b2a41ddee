import type { Operation } from './operation.ts'
import { artifactOperations } from './operations/artifacts.ts'
import { executionOperations } from './operations/executions.ts'
import { identityOperations } from './operations/identity.ts'
import { insightOperations } from './operations/insights.ts'
import { keyOperations } from './operations/keys.ts'
import { pullRequestOperations } from './operations/pull-requests.ts'
import { renameOperations } from './operations/renames.ts'

/** Every table of operations, under the heading its rows have in the reference. */
export const operationTables = {
  Executions: executionOperations,
  Artifacts: artifactOperations,
  Comparison: insightOperations,
  Renames: renameOperations,
  'Pull requests': pullRequestOperations,
  Identity: identityOperations,
  'API keys': keyOperations,
} as const satisfies Record<string, Record<string, Operation>>
