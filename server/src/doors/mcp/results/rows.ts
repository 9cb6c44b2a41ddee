import { z } from 'zod'
import { mostTokens } from '../../../ground/kernel/most-tokens.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { ToolCall } from '../tool.ts'

interface FittedRows {
  texts: string[]
  data: unknown[]
  /** Rows that did not fit. */
  left: number
}

/** Tokens of an entry of a list, at most, unless a name is very long. */
const ROW_TOKENS = 150
/** The lines around a list. */
export const FRAME_TOKENS = 250

/** The number of entries that a page should have for this budget. */
export const pageSize = (budget: number, most = 50): number =>
  Math.max(1, Math.min(most, Math.floor((budget - FRAME_TOKENS) / ROW_TOKENS)))

/** The first rows that fit as text, and as data; always the first one. */
export function fitRows(rows: { text: string; data: unknown }[], budget: number): FittedRows {
  let [text, data] = [0, 0]
  const count = rows.findIndex((row, at) => {
    text += mostTokens(row.text) + 1
    data += mostTokens(JSON.stringify(row.data)) + 1
    return at > 0 && (text > budget || data > budget)
  })
  const shown = count < 0 ? rows : rows.slice(0, count)
  return {
    texts: shown.map((row) => row.text),
    data: shown.map((row) => row.data),
    left: rows.length - shown.length,
  }
}

/** For `Rendered.fits`: the entries of a page that fit, unless all do. */
export const fitsOf = ({ texts, left }: FittedRows): { fits?: number } =>
  left > 0 ? { fits: texts.length } : {}

/** The last line of a page: where it continues. */
export function pageEnd(tool: string, nextCursor: string | null, args: object = {}): string[] {
  if (nextCursor === null) return []
  return [
    `[more: call ${tool} with the same arguments and cursor ${JSON.stringify({ ...args, cursor: nextCursor })}]`,
  ]
}

/** The arguments that name executions by what an agent has at hand. */
export const which = {
  pr: z.int().min(1).max(2_147_483_647).optional(),
  branch: z.string().min(1).max(1_000).optional(),
  commit: z.string().min(4).max(64).optional(),
  execution: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('id or URL (of a CI run or PR, too); default latest'),
  suite: z.string().min(1).max(1_000).optional(),
}

/** The operation checks it. */
export const cursor = { cursor: z.string().optional() }

/**
 * The slug of the project of a call about results. If nobody chose the active project, an id or an address still names its
 * run, of whichever project: then it is undefined.
 */
export async function projectSlug(
  { project, findProject }: Pick<ToolCall, 'project' | 'findProject'>,
  named?: string,
): Promise<string | undefined> {
  if (named === undefined || named.trim().toLowerCase() === 'latest') return (await project()).slug
  const active = await findProject()
  return active?.isChosen ? active.slug : undefined
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** The id in an id or an address. Throws INVALID_REQUEST without one. */
export function idIn(text: string, name: string, kind: string): string {
  const id = UUID.exec(text)?.[0]
  if (id !== undefined) return id
  throw new Problem('INVALID_REQUEST', `${name} takes the id or the URL of ${kind}.`)
}

/** Without the arguments that were left out. */
export const given = <T extends object>(args: T) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }
