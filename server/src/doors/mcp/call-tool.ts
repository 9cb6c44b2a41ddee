import type { CallToolResult } from '@modelcontextprotocol/server'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Caller, Context } from '../../ground/kernel/context.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { DEFAULT_TOKENS, withinBudget } from '../../ground/kernel/within-budget.ts'
import type { Answered, Keep, ProjectRow } from './keep.ts'
import type { CallerLimits } from './limits.ts'
import { oneLine, slug } from './render.ts'
import type { RunOperation } from './run-operation.ts'
import type { ActiveProject, Tool, ToolCall } from './tool.ts'

/** One HTTP request to the door, after authentication; it may carry several messages of an older client. */
export interface McpRequest {
  caller: Caller
  call: ToolCall
  /** Answers a call of a tool whose answers are kept. */
  keep: Keep
  limits: CallerLimits
  inboxes: CallerInboxes
  /** True if a text in the body contains a NUL character, which no database holds. */
  hasNul: boolean
  /** The problem that the client learns of. An error of another kind is logged, with a number to ask by. */
  problemOf(error: unknown, doing: string): Problem
}

/** The inboxes that one caller may receive. */
export interface CallerInboxes {
  /** Notes that the agent which calls was seen now, also by a tool that needs no agent. */
  noteCall(): Promise<void>
  /** Names of the agents that the caller may act as. */
  list(): Promise<string[]>
  /**
   * Calls `updated` after each new message, until the signal aborts; the caller is checked again each time, and
   * `refused` ends it. Returns false if the caller has no such agent.
   */
  watch(
    agent: string,
    listener: { signal: AbortSignal; updated: () => void; refused: () => void },
  ): Promise<boolean>
}

interface Asker extends Pick<Context, 'store' | 'caller'> {
  /** The project of the folder that the agent works in; it may not exist. */
  folder: string | undefined
  keepsDefault: true
}

/** How the project of a call is found; see `accounts/active-project.ts`. */
export interface ProjectChoice {
  activeProject(asker: Asker, pinned: string | undefined): Promise<ProjectRow>
  findActiveProject(asker: Asker, pinned: string | undefined): Promise<ProjectRow | null>
}

interface CallParts {
  choice: ProjectChoice
  pinned: string | undefined
  run: RunOperation
  /** The active project, if it is known. */
  found?: ProjectRow | null
}

/** Calls a tool. Every error that the model can act on is a result with `isError`. */
export async function callTool(tool: Tool, given: unknown, request: McpRequest): Promise<CallToolResult> {
  let isRead = false
  try {
    const input = readArguments(tool, given, request)
    isRead = true
    requireAccess(request.caller, tool)
    await request.limits.takeRequest()
    await request.inboxes.noteCall()
    const { text, structured } = await answered(tool, input, request)
    return { content: [{ type: 'text', text }], structuredContent: structured }
  } catch (error) {
    const problem = request.problemOf(error, tool.name)
    return isRead ? toolError(inToolNames(problem, tool), tool.onError) : toolError(problem)
  }
}

const inToolNames = (problem: Problem, tool: Tool): Problem =>
  problem.code === 'INVALID_REQUEST'
    ? new Problem(problem.code, withToolNames(problem.message, tool), problem.facts)
    : problem

/** Kept, counted as a search, or made. */
function answered(
  tool: Tool,
  input: Record<string, unknown>,
  { call, keep, limits }: McpRequest,
): Promise<Answered> {
  if (tool.isKept) return keep(tool, input, (as) => answer(tool, input, as))
  const run = () => answer(tool, input, call)
  return tool.limit === 'search' ? limits.countSearch(run) : run()
}

/** New entries may come between two calls. A page of one entry always fits. */
const MOST_CALLS = 3

async function answer(tool: Tool, input: Record<string, unknown>, call: ToolCall): Promise<Answered> {
  const budget = budgetOf(input)
  const render = (output: unknown) => withinBudget(budget, (most) => tool.render(output, most))
  let rendered = await render(await tool.call(input, call))
  for (let calls = 1; rendered.fits !== undefined && calls <= MOST_CALLS; calls++) {
    const pageLimit = calls === MOST_CALLS ? 1 : rendered.fits
    rendered = await render(await tool.call(input, { ...call, pageLimit }))
  }
  const { text, structured } = rendered
  return { text, structured }
}

function readArguments(tool: Tool, given: unknown, { hasNul }: McpRequest) {
  if (hasNul) throw new Problem('INVALID_REQUEST', 'Arguments must not contain NUL characters.')
  // Some models send null for an argument that they leave out.
  const named = Object.entries((given ?? {}) as object).filter(([, value]) => value !== null)
  return parseInput(tool.input, Object.fromEntries(named))
}

const budgetOf = (input: Record<string, unknown>): number =>
  typeof input.max_tokens === 'number' ? input.max_tokens : DEFAULT_TOKENS

/** An error as the model reads it: what was wrong, what it may have meant, and what to call next. */
function toolError({ code, message, facts }: Problem, onError: Tool['onError'] = {}): CallToolResult {
  const { retryAfterSeconds, similar = [], saysNextCall = false } = facts
  const names = similar.map((name) => oneLine(name))
  const meant = names.length > 0 ? ` Did you mean: ${similar.map((name) => slug(name, 300)).join('; ')}?` : ''
  const next = saysNextCall ? undefined : onError[code]
  const text = `${code}: ${message}${meant}${next ? ` ${next}` : ''}`
  const error = {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(names.length > 0 && { similar: names }),
  }
  return { content: [{ type: 'text', text }], structuredContent: { error }, isError: true }
}

/** A message of an operation, with its inputs named as the arguments of the tool that called it. */
function withToolNames(message: string, { input, renamed = {} }: Pick<Tool, 'input' | 'renamed'>): string {
  const own = message.replace(BEGINNING, (_, before: string, name: string) =>
    Object.hasOwn(renamed, name) ? `${before}${renamed[name]}` : `${before}${name}`,
  )
  return own.replace(CAMEL_CASE, (name) => {
    const argument = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return argument in input.shape ? argument : name
  })
}

const CAMEL_CASE = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g

/** The name of an input if a sentence begins with it: elsewhere it is a word. */
const BEGINNING = /(^|\. )(\w+)(?=(?:\[\d+\])? (?:must|is required)\b)/g

/** What a tool may use for one caller. The project is looked up only if a tool asks for it. */
export function toolCallOf(asker: Asker, { choice, pinned, run, found }: CallParts): ToolCall {
  return {
    caller: asker.caller,
    run,
    project: async () => describeProject(found ?? (await choice.activeProject(asker, pinned))),
    findProject: async () => {
      const row = found === undefined ? await choice.findActiveProject(asker, pinned) : found
      return row && describeProject(row)
    },
    isPinned: pinned !== undefined,
  }
}

const describeProject = ({ public_id, slug, name, isChosen }: ProjectRow): ActiveProject => ({
  id: public_id,
  slug,
  name,
  isChosen,
})
