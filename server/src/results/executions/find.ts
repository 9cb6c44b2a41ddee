import type { Context } from '../../ground/kernel/context.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { prepared } from '../../ground/store/prepared.ts'
import { type ExecutionRow, executionRows } from './execution-row.ts'

/** The execution with this id, if the caller may see it. Throws NOT_FOUND otherwise. */
export async function findExecution(
  ctx: Pick<Context, 'store' | 'caller'>,
  id: string,
): Promise<ExecutionRow> {
  const { organizationId, projectId } = ctx.caller
  const [row] = await byPublicId(ctx.store.lookup, organizationId, id.toLowerCase())
  if (!row || (projectId !== null && row.project_id !== projectId)) throw notFound('execution')
  return row
}

const byPublicId = prepared((db, organizationId: number, id: string) =>
  executionRows(db, organizationId, null).where('execution.public_id', '=', id),
)
