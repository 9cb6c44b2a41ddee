import type { ProblemCode } from '@svc/protocol'
import type { Access } from '@svc/schema'
import { z } from 'zod'
import type { Caller } from '../../ground/kernel/context.ts'
import { DEFAULT_TOKENS } from '../../ground/kernel/within-budget.ts'
import type { RunOperation } from './run-operation.ts'

/** The project that a call is about. */
export interface ActiveProject {
  /** UUID. */
  id: string
  slug: string
  name: string
  /** False for a default: then an id or an address may still name something of another project. */
  isChosen: boolean
}

/** The objects that a tool or a prompt works with. */
export interface ToolCall {
  caller: Caller
  /** Runs an operation as its REST route does: access, defaults and cursors included. */
  run: RunOperation
  /** The project of the call. Throws NOT_FOUND for an organization without projects. */
  project(): Promise<ActiveProject>
  /** The same, or null for an organization without projects. */
  findProject(): Promise<ActiveProject | null>
  /** True if the header Svc-Project names the project of this call. */
  isPinned: boolean
  /** Entries of a page that fit into the budget; see `Rendered.fits`. */
  pageLimit?: number
}

/** What a tool answers. */
export interface Rendered {
  /** For the model: within the call's budget, with data only inside of `fence`. */
  text: string
  /** For programs. Some clients show it to the model instead of `text`, so the budget holds for it too. */
  structured: Record<string, unknown>
  /**
   * Entries of the page that fit, if not all do. The tool is then called again for a page of that size, so that the
   * page's cursor follows the last entry shown.
   */
  fits?: number
}

/** A tool: a row of `tools.ts`, which describes how to add one. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output = unknown> extends Access {
  name: `svc_${string}`
  /** For people. */
  title: string
  /** Tells the model when to call it, in one or two sentences: each word costs tokens in every session. */
  description: string
  /** A strict object. Every argument beyond the interface document is optional. */
  input: Input
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
  /** `search`: counts as one of the plan's searches of the day, beside the request. */
  limit?: 'search'
  /** Arguments by the inputs of its operations, if neither has the other's name in another case. */
  renamed?: Record<string, string>
  /**
   * Set if the answer depends only on results, documents, the arguments, the active project, the caller's rights and the
   * context's clock. It is kept until one of them changes; `unless held`: only while no agent holds a failure.
   */
  isKept?: true | 'unless held'
  /** What to call next after an error of this code. */
  onError?: Partial<Record<ProblemCode, string>>
  call(input: z.output<Input>, call: ToolCall): Promise<Output>
  /** Pure. `budget` is `max_tokens`, or its default. */
  render(output: Output, budget: number): Rendered
}

/** Keeps the types of a row, and forgets them for the list. */
export const tool = <const Input extends z.ZodObject, Output>(row: Tool<Input, Output>): Tool =>
  row as unknown as Tool

/** The argument of every tool whose answer can grow. */
export const maxTokens = { max_tokens: z.int().min(200).max(20_000).default(DEFAULT_TOKENS) }

/** The same for tools whose single row takes more than other tools' lines: results, messages, tasks. */
export const resultTokens = { max_tokens: z.int().min(500).max(20_000).default(DEFAULT_TOKENS) }

/** Annotations of a tool that changes nothing. */
export const READ_ONLY = { readOnlyHint: true } as const

export const READS_RESULTS = { role: 'viewer', scope: 'read', annotations: READ_ONLY } as const
export const READS_KNOWLEDGE = { role: 'viewer', scope: 'knowledge', annotations: READ_ONLY } as const
