import type { failureOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { findExecution } from '../../results/executions/find.ts'

/** The number of failures of an execution that the request's own thread groups; a thread keeps its answers. */
const FEW = 100

/**
 * Whether a worker thread must make this list. That of a project reads every run of its period that had one of the
 * failures, however many these are.
 */
export async function isLargeList(
  ctx: Context,
  { execution }: z.output<typeof failureOperations.listFailures.input>,
): Promise<boolean> {
  if (execution === undefined) return true
  const { failed, flaky, errors } = await findExecution(ctx, execution)
  return failed + flaky + errors > FEW
}
