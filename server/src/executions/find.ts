import type { Context } from '../kernel/context.ts'
import { notFound } from '../kernel/problem.ts'
import { type ExecutionRow, executionRows } from './summary.ts'

/** The execution of this id, if the caller may see it; NOT_FOUND otherwise. */
export async function findExecution(
  ctx: Pick<Context, 'store' | 'caller'>,
  id: string,
): Promise<ExecutionRow> {
  const { organizationId, projectId } = ctx.caller
  const row = await executionRows(ctx.store.read, organizationId, projectId)
    .where('execution.public_id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('execution')
  return row
}
