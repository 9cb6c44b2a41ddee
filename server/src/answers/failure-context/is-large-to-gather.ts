import type { Context } from '../../ground/kernel/context.ts'
import { findExecution } from '../../results/executions/find.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { hasMany } from '../comparison/is-large-comparison.ts'
import type { ToGather } from './gather-failures.ts'

/** Suites that the request's own thread compares: each costs some thirty statements, however small it is. */
const FEW_SUITES = 3

/** Whether a worker thread must gather these failures. */
export async function isLargeToGather(ctx: Context, { executions }: ToGather): Promise<boolean> {
  if (executions.length > FEW_SUITES) return true
  const heads = await Promise.all(executions.map((id) => findExecution(ctx, id)))
  if (heads.some(hasMany)) return true
  const choices = await Promise.all(heads.map((head) => chooseBase(ctx, head)))
  return choices.some(({ base }) => hasMany(base))
}
