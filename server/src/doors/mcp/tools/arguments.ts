import { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { ToolCall } from '../tool.ts'

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
