import { type Entry, get, tool } from './entry.ts'
import { KIND } from './ground.ts'
import { publicId } from './insert-series.ts'

/** Why a route cannot grow. */
const FILE = 'A file of the build, which does not depend on the request.'

/** Routes that are not operations, with their method. */
export const ROUTE_ENTRIES: Record<string, Entry> = {
  'GET /openapi.json': () => [get('/openapi.json')],
  'GET /docs/api': () => [get('/docs/api')],
  'GET /packages/:file': 'Another process packs each package once; then its bytes are in memory.',
  'GET /assets/*': FILE,
  'GET /trace/*': FILE,
  'GET /': FILE,
  'GET /executions/:id': FILE,
  'GET /executions/:id/traces/:artifact': FILE,
  'GET /compare': FILE,
  'GET /o/*': FILE,
  'GET /me': FILE,
  'GET /sign-in': FILE,
  'GET /welcome': FILE,
  'GET /join': FILE,
  'ALL /mcp': ({ head, text, tests }) => [
    tool('svc_agent_inbox', { agent_name: 'a4', limit: 200, status: 'all' }),
    tool('svc_agent_inbox', { agent_name: 'a2', limit: 200 }),
    tool('svc_agent_list', {}),
    tool('svc_agent_read', { task_id: publicId(KIND.task, 1) }),
    tool('svc_get_failures', { execution: head }),
    tool('svc_get_execution', { execution: head }),
    tool('svc_compare_executions', { execution: head }),
    tool('svc_get_test_history', { test: tests[0], days: 90 }),
    tool('svc_get_artifact', { artifact: text }),
    tool('svc_list_flaky_tests', { days: 90 }),
    tool('svc_read_doc', { doc_id: 'nested.md', scope: 'org' }),
    tool('svc_read_doc', { doc_id: 'prose.md', scope: 'org' }),
    tool('svc_search_index', { query: 'babaco text '.repeat(800), scope: 'org' }),
  ],
}

/** The operations that each prompt of MCP runs. */
export const PROMPT_ENTRIES: Record<string, string[]> = {
  svc_architect: ['getPrompt'],
  svc_auditor: ['getPrompt'],
  svc_documenter: ['getPrompt'],
}
