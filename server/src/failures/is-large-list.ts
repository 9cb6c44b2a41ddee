import type { failureOperations } from '@svc/schema'
import type { z } from 'zod'
import { findExecution } from '../executions/find.ts'
import type { Context } from '../kernel/context.ts'

/** The number of failures of an execution that the request's own thread groups; a thread keeps its answers. */
const FEW = 100

/** Whether a worker thread must make this list. */
export async function isLargeList(
  ctx: Context,
  { execution }: z.output<typeof failureOperations.listFailures.input>,
): Promise<boolean> {
  if (execution === undefined) return false
  const { failed, flaky, errors } = await findExecution(ctx, execution)
  return failed + flaky + errors > FEW
}
