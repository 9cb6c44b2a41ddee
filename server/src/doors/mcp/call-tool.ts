import type { CallToolResult } from '@modelcontextprotocol/server'
import { requireAccess } from '../../ground/kernel/access.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { DEFAULT_TOKENS, withinBudget } from '../../ground/kernel/within-budget.ts'
import type { Answered } from './keep.ts'
import { oneLine, slug } from './render.ts'
import type { McpRequest } from './request.ts'
import type { Tool, ToolCall } from './tool.ts'

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
  const render = (output: unknown) =>
    withinBudget(
      budget,
      (most) => tool.render(output, most),
      ({ text, structured }) => ({ text, data: structured }),
    )
  let rendered = render(await tool.call(input, call))
  for (let calls = 1; rendered.fits !== undefined && calls <= MOST_CALLS; calls++) {
    const pageLimit = calls === MOST_CALLS ? 1 : rendered.fits
    rendered = render(await tool.call(input, { ...call, pageLimit }))
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
