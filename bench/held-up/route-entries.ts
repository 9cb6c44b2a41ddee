import { type Entry, get } from './entry.ts'

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
  'ALL /mcp': 'Its tools and prompts run operations; the bodies of BODY_ENTRIES are its dearest.',
}

/** The operations that each prompt of MCP runs. */
export const PROMPT_ENTRIES: Record<string, string[]> = {
  svc_architect: ['getPrompt'],
  svc_auditor: ['getPrompt'],
  svc_documenter: ['getPrompt'],
}
