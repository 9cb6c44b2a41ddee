import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import { findExecution } from './find.ts'
import { readRevision } from './revision.ts'

/** The progress of an execution. Throws NOT_FOUND. */
export async function readProgress(ctx: Context, id: string) {
  const { id: key } = await findExecution(ctx, id)
  // Read before the counts, so that data that arrives in between changes the next revision.
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
