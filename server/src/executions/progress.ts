import type { Context } from '../kernel/context.ts'
import { iso } from '../kernel/time.ts'
import { findExecution } from './find.ts'
import { readRevision } from './revision.ts'

/** How far an execution is. Throws NOT_FOUND. */
export async function readProgress(ctx: Context, id: string) {
  const { id: key } = await findExecution(ctx, id)
  // Before the counts: what arrives in between then makes the next revision another one.
  const revision = await readRevision(ctx.store.lookup, key)
  const row = await findExecution(ctx, id)
  const { passed, failed, flaky, skipped, errors } = row
  return {
    revision,
    state: row.state,
    counts: { total: passed + failed + flaky + skipped, passed, failed, flaky, skipped, errors },
    partCount: row.parts,
    settledAt: row.settled_at === null ? null : iso(row.settled_at),
  }
}
