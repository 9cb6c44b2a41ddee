import { z } from 'zod'
import { inboxAddress } from '../../doors/mcp/inbox-address.ts'
import type { Prompt } from '../../doors/mcp/prompt.ts'
import type { Tool } from '../../doors/mcp/tool.ts'
import { type Credential, type Held, has } from './credentials.ts'
import { missingFrom, readRows } from './rows.ts'
import { leakIn } from './secrets.ts'
import type { Walk } from './two-organizations.ts'

/** A tool's argument, as its JSON schema shows it. */
interface Argument {
  name: string
  isRequired: boolean
  isText: boolean
  isList: boolean
  /** Values of a closed set; empty for other arguments. */
  choices: unknown[]
  /** A value of the right type. */
  sample: unknown
}

interface JsonSchema {
  type?: string
  enum?: unknown[]
  items?: JsonSchema
  minimum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/**
 * Calls every tool with every credential, and with every id of the other organization, and of the own project that is
 * hidden from keys of one project, in every text argument. Records leaks, wrong rights, failures and changed rows. An
 * exhaustive walk combines every id with every choice of the other arguments; otherwise each id meets one choice.
 */
export async function walkTools(walk: Walk, tools: readonly Tool[]): Promise<void> {
  const written = new Set<string>()
  for (const { who, held } of walk.everybody) {
    for (const tool of tools) await tryAccess(walk, tool, who, held)
    if (who.isThorough) {
      await tryPins(walk, tools, who, held)
      // Last, the tools that store what they are given and show it again.
      const isWriter = ({ name }: Tool) => WRITERS.has(name)
      for (const tool of tools.filter((each) => !isWriter(each))) await tryForeign(walk, tool, who, held, [])
      for (const value of hostileValues(walk, who)) written.add(value).add(asAgentName(value))
      for (const tool of tools.filter(isWriter)) await tryForeign(walk, tool, who, held, [...written])
    }
  }
  await walk.app.idle()
  for (const row of missingFrom(walk.foreignRows, await readRows(walk.app)))
    walk.faults.push(`A tool changed a foreign row: ${row}`)
}

/** A credential may call exactly the tools of its role and scopes. */
async function tryAccess(walk: Walk, tool: Tool, who: Credential, held: Held): Promise<void> {
  const { status, text, isError } = await callTool(walk, held, tool.name, requiredOf(argumentsOf(tool)))
  const fault = (what: string) => walk.faults.push(`${tool.name} by ${who.name}: ${what}: ${text}`)
  if (who.rights === null) {
    if (status !== 401) fault('401 was due')
    return
  }
  if (!who.isMember) {
    if (status !== 403) fault('403 was due')
    return
  }
  const isRefused = isError && text.includes('"FORBIDDEN: ')
  if (!has(who, tool) && !isRefused) fault('FORBIDDEN was due')
  if (text.includes('"INTERNAL: ')) fault('it failed')
  if (status !== 200) fault('200 was due')
}

const WRITERS = new Set([
  'svc_agent_register',
  'svc_agent_update',
  'svc_agent_assign_project',
  'svc_agent_unassign_project',
  'svc_agent_message',
  'svc_agent_remove',
])

/** The form in which an error offers it. */
const asAgentName = (value: string): string =>
  value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)

async function tryForeign(
  walk: Walk,
  tool: Tool,
  who: Credential,
  held: Held,
  written: string[],
): Promise<void> {
  const all = argumentsOf(tool)
  const values = hostileValues(walk, who)
  // Without an active project, most tools would stop before they look at their arguments.
  const pinned = { ...held, headers: { ...held.headers, 'Svc-Project': walk.own.ids.project } }
  for (const target of all.filter(({ isText }) => isText)) {
    const others = WRITERS.has(tool.name) ? combinations(all, target).slice(0, 1) : combinations(all, target)
    for (const [i, value] of values.entries())
      for (const [turn, args] of others.entries())
        if (walk.isExhaustive || i % others.length === turn)
          await requireNoLeak(walk, {
            tool,
            who,
            held: pinned,
            asked: [value, ...written],
            args: { ...args, [target.name]: target.isList ? [value] : value },
          })
  }
}

async function tryPins(walk: Walk, tools: readonly Tool[], who: Credential, held: Held): Promise<void> {
  const foreign = [walk.foreign.ids.project, ...(who.ofProject ? [walk.sibling.project ?? ''] : [])]
  for (const tool of tools)
    for (const value of foreign) {
      const pinned = { ...held, headers: { ...held.headers, 'Svc-Project': value } }
      const args = requiredOf(argumentsOf(tool))
      await requireNoLeak(walk, { tool, who, held: pinned, asked: [value], args })
    }
}

interface Attempt {
  tool: Tool
  who: Credential
  held: Held
  asked: string[]
  args: Record<string, unknown>
}

async function requireNoLeak(walk: Walk, { tool, who, held, asked, args }: Attempt): Promise<void> {
  const { text } = await callTool(walk, held, tool.name, args)
  const leak = leakIn(text, walk.secretsFor(who), asked)
  const call = `${tool.name} ${JSON.stringify(args)} by ${who.name}`
  if (leak !== null) walk.faults.push(`${call} shows foreign data: ${leak}`)
  if (text.includes('"INTERNAL: ')) walk.faults.push(`${call} failed: ${text}`)
}

/** Unless exhaustive, keys of one project try only what they alone may not see: others try the foreign organization. */
const hostileValues = ({ foreign, sibling, isExhaustive }: Walk, who: Credential): string[] => [
  ...new Set([
    ...(isExhaustive || !who.ofProject ? [...Object.values(foreign.ids).map(String), foreign.mark] : []),
    ...(who.ofProject ? Object.values(sibling).map(String) : []),
  ]),
]

/** The other arguments: the required ones, with each value of each closed set in turn. */
function combinations(all: Argument[], target: Argument): Record<string, unknown>[] {
  const others = all.filter((each) => each !== target)
  const base = requiredOf(others)
  const varied = others.flatMap(({ name, choices }) => choices.map((choice) => ({ ...base, [name]: choice })))
  return [base, ...varied]
}

const requiredOf = (all: Argument[]): Record<string, unknown> =>
  Object.fromEntries(all.filter(({ isRequired }) => isRequired).map(({ name, sample }) => [name, sample]))

/** Read once: a walk asks for those of each tool thousands of times. */
const argumentsByTool = new Map<Tool, Argument[]>()

function argumentsOf(tool: Tool): Argument[] {
  const known = argumentsByTool.get(tool) ?? readArguments(tool)
  argumentsByTool.set(tool, known)
  return known
}

function readArguments({ input }: Tool): Argument[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as JsonSchema
  return Object.entries(properties).map(([name, schema]) => {
    const isList = schema.type === 'array'
    const inner = isList ? (schema.items ?? {}) : schema
    const one = inner.enum?.[0] ?? SAMPLES[inner.type ?? ''] ?? inner.minimum ?? 1
    return {
      name,
      isRequired: required.includes(name),
      isText: inner.type === 'string' && !inner.enum,
      isList,
      choices: schema.enum ?? (schema.type === 'boolean' ? [true, false] : []),
      sample: isList ? [one] : one,
    }
  })
}

const SAMPLES: Record<string, unknown> = { string: 'walked', boolean: true, object: {} }

/**
 * Reads every prompt with the header of a foreign project, and resources with foreign ids and names, as each thorough
 * credential. Records leaks, failures, and prompts without the rights.
 */
export async function walkPrompts(walk: Walk, prompts: readonly Prompt[]): Promise<void> {
  for (const { who, held } of walk.everybody) {
    const foreign = [
      walk.foreign.ids.project,
      walk.foreign.mark,
      ...(who.ofProject ? [walk.sibling.project] : []),
    ]
    const ask = async (method: string, params: object, project: string, asked: string[]) => {
      const pinned = { ...held, headers: { ...held.headers, 'Svc-Project': project } }
      const { text } = await callDoor(walk, pinned, method, params)
      const leak = leakIn(text, walk.secretsFor(who), [...asked, project])
      const what = `${method} ${JSON.stringify(params)} of ${project} by ${who.name}`
      if (leak !== null) walk.faults.push(`${what} shows foreign data: ${leak}`)
      if (text.includes('INTERNAL: ')) walk.faults.push(`${what} failed: ${text}`)
      return text
    }
    for (const prompt of prompts) {
      const own = await ask('prompts/get', { name: prompt.name }, walk.own.ids.project, [])
      const isAnswered = own.includes('"messages":')
      if (isAnswered && !(who.rights !== null && who.isMember && has(who, prompt)))
        walk.faults.push(`${prompt.name} by ${who.name}: a refusal was due`)
      for (const project of who.isThorough ? foreign : [])
        if (project) await ask('prompts/get', { name: prompt.name }, project, [])
    }
    if (!who.isThorough) continue
    for (const value of hostileValues(walk, who)) {
      const uri = inboxAddress(asAgentName(value))
      await ask('resources/read', { uri }, walk.own.ids.project, [value, asAgentName(value)])
    }
    for (const method of ['resources/list', 'tools/list', 'prompts/list', 'resources/templates/list'])
      await ask(method, {}, walk.foreign.ids.project, [])
  }
}

const callTool = (walk: Walk, held: Held, name: string, args: object) =>
  callDoor(walk, held, 'tools/call', { name, arguments: args })

async function callDoor({ app }: Walk, { key, headers }: Held, method: string, params: object) {
  const response = await app.request('/mcp', {
    method: 'POST',
    key,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params,
    }),
  })
  const text = await response.text()
  return { status: response.status, text, isError: text.includes('"isError":true') }
}
