import { LIMITS, type ProblemCode } from '@svc/protocol'

/**
 * Through which door a caller came. A refusal names its next step in the words of that door: a tool for an agent, a
 * command for the terminal, a route for every other program.
 */
export type Door = 'mcp' | 'cli' | 'rest'

/** A text in the words of a door. */
export type Words = (door: Door) => string

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

/** Facts for a client besides the message. Each transport has a place for them, such as an HTTP header. */
export interface ProblemFacts {
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number
  /** The number of the journal's entries that the server has. */
  acceptedEntries?: number
  /** The number of the artifact's bytes that the server has. */
  heldBytes?: number
  /**
   * Names similar to the one that was not found, best first: at most 5, and only names that the
   * caller may see. They go to agents. The message and REST omit them, so that absent and foreign
   * names get equal answers.
   */
  similar?: readonly string[]
  /** True if the message already names an agent's next call, for every tool. */
  saysNextCall?: boolean
  /** The message in the words of doors other than REST. */
  words?: Readonly<Record<Exclude<Door, 'rest'>, string>>
  /** The refused work counts against the credential's writes, because it cost as much as a write. */
  isWrite?: boolean
  /** Another credential may be accepted. */
  isCredentialRefused?: boolean
}

/**
 * An error that clients may read: `message` is public and says what to do, `cause` never leaves the server. A message that
 * names a next step is `worded`; `message` then has the words of REST.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, message: string | Words, options: { cause?: unknown } & ProblemFacts = {}) {
    const { cause, ...facts } = options
    const isWorded = typeof message === 'function'
    super(isWorded ? message('rest') : message, 'cause' in options ? { cause } : {})
    this.name = 'Problem'
    this.code = code
    this.facts = isWorded ? { ...facts, words: { mcp: message('mcp'), cli: message('cli') } } : facts
  }

  /** The message as a caller at this door reads it. */
  at(door: Door): string {
    return door === 'rest' ? this.message : (this.facts.words?.[door] ?? this.message)
  }
}

export const notFound = (what: string) =>
  new Problem('NOT_FOUND', `There is no such ${what} in this organization.`)

export const tooLarge = (what: string, limitBytes: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `${what} is over its limit of ${limitBytes} bytes. Send it in smaller pieces.`,
  )

export const segmentTooLarge = () => tooLarge('The decompressed body', LIMITS.segmentBytes)

/** A text with parts that each door words in its own way. */
export const worded =
  (texts: TemplateStringsArray, ...parts: (string | number | Words)[]): Words =>
  (door) =>
    String.raw(
      { raw: texts },
      ...parts.map((part) => (typeof part === 'function' ? part(door) : String(part))),
    )

/**
 * The next step in a message: its reader may have tools or a shell, and nobody rewords what is signed. The arguments of the
 * command are ids, or names that stand in the message.
 */
export const toolOrCommand = (tool: string, command: string): string =>
  `${tool}, or in a shell npx --no svc ${command},`
