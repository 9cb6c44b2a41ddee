import type { Caller } from '../kernel/context.ts'
import type { Problem } from '../kernel/problem.ts'
import type { ToolCall } from './tool.ts'

/** One HTTP request to the door, after authentication; it may carry several messages of an older client. */
export interface McpRequest {
  caller: Caller
  call: ToolCall
  /** True if a text in the body contains a NUL character, which no database holds. */
  hasNul: boolean
  /** Counts one request of the plan. Throws RATE_LIMITED. */
  takeRequest(): Promise<void>
  /** Counts one search of the plan, unless `search` fails. Throws RATE_LIMITED. */
  countSearch<T>(search: () => Promise<T>): Promise<T>
  /** The problem that the client learns of. An error of another kind is logged, with a number to ask by. */
  problemOf(error: unknown, doing: string): Problem
}
