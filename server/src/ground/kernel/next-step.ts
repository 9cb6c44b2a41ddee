/**
 * Through which door a caller came. A refusal names its next step in the words of that door: a tool for an agent, a
 * command for the terminal, a route for every other program.
 */
export type Door = 'mcp' | 'cli' | 'rest'

/** A text in the words of a door. */
export type Words = (door: Door) => string

/** A text with parts that each door words in its own way. */
export const worded =
  (texts: TemplateStringsArray, ...parts: (string | number | Words)[]): Words =>
  (door) =>
    String.raw(
      { raw: texts },
      ...parts.map((part) => (typeof part === 'function' ? part(door) : String(part))),
    )

/** A route, the tool that does the same, and the command if there is one: every other step is a request in a shell, too. */
const step =
  (rest: string, mcp = rest, cli = rest): Words =>
  (door) =>
    ({ rest, mcp, cli })[door]

/** What a refusal may recommend. `doors/next-steps.test.ts` proves that each route, tool and command exists. */
export const NEXT = {
  registerAgent: step('POST /api/bus/agents', 'svc_agent_register'),
  registerWithProject: step('POST /api/bus/agents with project', 'svc_agent_register with project_slug'),
  updateAgent: step('POST /api/bus/agents/:id', 'svc_agent_update'),
  listAgents: step('GET /api/bus/agents', 'svc_agent_list'),
  deleteAgent: step('DELETE /api/bus/agents/:id?hard=true', 'svc_agent_remove with hard_delete'),
  sendMessage: step('POST /api/bus/messages', 'svc_agent_message', 'npx --no svc agent send'),
  updateTask: step('PUT /api/bus/tasks/:id', 'svc_task_update'),
  requestRerun: step('POST /api/bus/reruns', 'svc_task_create with a payload of the kind rerun'),
  listProjects: step('GET /api/projects', 'svc_list_accounts'),
} as const
