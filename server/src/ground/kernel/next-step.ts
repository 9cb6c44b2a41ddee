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

/** A route, the tool that does the same, and the command, of which `svc api` has one for every route. */
const step =
  (rest: string, mcp: string, command: string): Words =>
  (door) =>
    ({ rest, mcp, cli: `npx --no svc ${command}` })[door]

/** What a refusal may recommend. `doors/next-steps.test.ts` proves that each route, tool and command exists. */
export const NEXT = {
  registerAgent: step('POST /api/bus/agents', 'svc_agent_register', 'api registerAgent'),
  registerWithProject: step(
    'POST /api/bus/agents with project',
    'svc_agent_register with project_slug',
    'api registerAgent with project',
  ),
  updateAgent: step('POST /api/bus/agents/:id', 'svc_agent_update', 'api updateAgent'),
  listAgents: step('GET /api/bus/agents', 'svc_agent_list', 'api listAgents'),
  deleteAgent: step(
    'DELETE /api/bus/agents/:id?hard=true',
    'svc_agent_remove with hard_delete',
    'api removeAgent with hard',
  ),
  sendMessage: step('POST /api/bus/messages', 'svc_agent_message', 'agent send'),
  updateTask: step('PUT /api/bus/tasks/:id', 'svc_task_update', 'api updateTask'),
  requestRerun: step(
    'POST /api/bus/reruns',
    'svc_task_create with a payload of the kind rerun',
    'api requestRerun',
  ),
  listProjects: step('GET /api/projects', 'svc_list_accounts', 'api listProjects'),
} as const

/**
 * The next step in a message: its reader may have tools or a shell, and nobody rewords what is signed. The arguments of the
 * command are ids, or names that stand in the message.
 */
export const toolOrCommand = (tool: string, command: string): string =>
  `${tool}, or in a shell npx --no svc ${command},`
