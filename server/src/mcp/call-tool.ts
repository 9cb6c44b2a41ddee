import type { CallToolResult } from '@modelcontextprotocol/server'
import { requireAccess } from '../kernel/access.ts'
import { parseInput } from '../kernel/parse-input.ts'
import { Problem } from '../kernel/problem.ts'
import { oneLine } from './render.ts'
import type { McpRequest } from './request.ts'
import { DEFAULT_TOKENS, type Tool } from './tool.ts'

/** Calls a tool. Every error that the model can act on is a result with `isError`. */
export async function callTool(tool: Tool, given: unknown, request: McpRequest): Promise<CallToolResult> {
  try {
    const input = readArguments(tool, given, request)
    requireAccess(request.caller, tool)
    await request.limits.takeRequest()
    const run = () => tool.call(input, request.call)
    const output = tool.limit === 'search' ? await request.limits.countSearch(run) : await run()
    const { text, structured } = tool.render(output, budgetOf(input))
    return { content: [{ type: 'text', text }], structuredContent: structured }
  } catch (error) {
    return toolError(tool, request.problemOf(error, tool.name))
  }
}

function readArguments(tool: Tool, given: unknown, { hasNul }: McpRequest) {
  if (hasNul) throw new Problem('INVALID_REQUEST', 'Arguments take text without NUL characters.')
  // Some models send null for an argument that they leave out.
  const named = Object.entries((given ?? {}) as object).filter(([, value]) => value !== null)
  return parseInput(tool.input, Object.fromEntries(named))
}

const budgetOf = (input: Record<string, unknown>): number =>
  typeof input.max_tokens === 'number' ? input.max_tokens : DEFAULT_TOKENS

/** An error as the model reads it: what was wrong, what it may have meant, and what to call next. */
function toolError({ onError = {} }: Tool, { code, message, facts }: Problem): CallToolResult {
  const { retryAfterSeconds, similar = [] } = facts
  const names = similar.map((name) => oneLine(name))
  const meant = names.length > 0 ? ` Did you mean: ${names.join('; ')}?` : ''
  const next = onError[code]
  const text = `${code}: ${message}${meant}${next ? ` ${next}` : ''}`
  const error = {
    code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(names.length > 0 && { similar: names }),
  }
  return { content: [{ type: 'text', text }], structuredContent: { error }, isError: true }
}
