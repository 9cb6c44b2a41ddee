import type { Tool } from './tool.ts'
import { listAccounts, switchAccount } from './tools/accounts.ts'
import { agentInbox } from './tools/agent-inbox.ts'
import { agentMessage } from './tools/agent-message.ts'
import { agentRead } from './tools/agent-read.ts'
import {
  agentAssignProject,
  agentList,
  agentRegister,
  agentRemove,
  agentUnassignProject,
  agentUpdate,
} from './tools/agents.ts'
import { compareExecutions } from './tools/compare-executions.ts'
import { getArtifact } from './tools/get-artifact.ts'
import { getExecution } from './tools/get-execution.ts'
import { getFailures } from './tools/get-failures.ts'
import { getMetrics } from './tools/get-metrics.ts'
import { getTemplate } from './tools/get-template.ts'
import { getTestHistory } from './tools/get-test-history.ts'
import { getTrends } from './tools/get-trends.ts'
import { guidelines } from './tools/guidelines.ts'
import { lease, release } from './tools/lease.ts'
import { listExecutions } from './tools/list-executions.ts'
import { listFlakyTests } from './tools/list-flaky-tests.ts'
import { listTemplates } from './tools/list-templates.ts'
import { proposeUpdate } from './tools/propose-update.ts'
import { readChunks } from './tools/read-chunks.ts'
import { readDoc } from './tools/read-doc.ts'
import { searchIndex } from './tools/search-index.ts'
import { taskCreate, taskUpdate } from './tools/tasks.ts'
import { verifyFix } from './tools/verify-fix.ts'

/**
 * Every tool, in the order of `tools/list`. How to add one:
 *
 * 1. Declare its operation in `packages/schema/src/operations/<feature>.ts`, generate, and bind the verb in `verbs.ts`. It
 *    gets a REST route, a place in the isolation test and its types from there.
 * 2. Write `mcp/tools/<name>.ts` with one row: `export const readDoc = tool({ name: 'svc_read_doc', … })`. Arguments
 *    are exactly those of the interface document, plus `...maxTokens` if the answer can grow. `input` is a
 *    `z.strictObject`; use `.describe()` only if the name says too little.
 * 3. `role` and `scope` are those of the operation. `annotations: READ_ONLY` if it changes nothing. A search has
 *    `limit: 'search'`.
 * 4. `call(input, { run, project })` runs operations: `run('getDocument', { project: (await project()).slug, … })`. It
 *    throws only `Problem`s; the door turns them into tool errors `CODE: message`, followed by `onError[code]`, which
 *    says what to call next. A verb that does not find a name puts `nearMatches` (kernel) into the
 *    problem's fact `similar`.
 * 5. `render(output, budget)` returns `text` and `structured`, both within `budget` tokens. Order items by how much they
 *    explain, keep those of `fitRows` or `pageAnswer`, and end a cut answer with `truncatedLine` and `truncated: true`. Text that people, tests or
 *    documents wrote appears only in `fence(content, { source })`, or short in `quoted(name)` or `code(name)`; what a schema restricts
 *    to a slug, in `slug(name)`. `mcp/hostile-names.test.ts` looks for others.
 * 6. Add the row below. Run `npx -y pnpm@12 exec vitest run --project server server/src/doors/mcp -u` and read the change of
 *    `mcp/tools-list.golden`. `mcp/isolation.test.ts` calls the tool with foreign ids by itself.
 */
export const TOOLS: readonly Tool[] = [
  guidelines,
  searchIndex,
  readDoc,
  proposeUpdate,
  listTemplates,
  getTemplate,
  readChunks,
  listAccounts,
  switchAccount,
  agentRegister,
  agentUpdate,
  agentRemove,
  agentList,
  agentAssignProject,
  agentUnassignProject,
  agentMessage,
  agentInbox,
  getFailures,
  listExecutions,
  getExecution,
  compareExecutions,
  listFlakyTests,
  getTestHistory,
  getMetrics,
  getTrends,
  getArtifact,
  taskCreate,
  taskUpdate,
  lease,
  release,
  verifyFix,
  agentRead,
]
