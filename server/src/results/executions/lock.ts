import { type Db, type Dialect, forUpdate, hasEnded, leaseEnd } from '../../ground/store/portable.ts'

const columns = [
  'execution.id',
  'execution.public_id',
  'execution.project_id',
  'execution.suite',
  'execution.state',
  'execution.revision',
  'execution.trust',
  'execution.solitary',
  'execution.branch',
  'execution.dirty',
  'execution.tree',
  'execution.tested_sha',
  'execution.pull_request',
  'execution.started_at',
  'execution.last_seen_at',
  'execution.passed',
  'execution.failed',
  'execution.flaky',
  'execution.skipped',
  'execution.errors',
  'execution.counted',
  'execution.settling',
] as const

/** Locks the execution's row for this transaction, so that writes to its parts are sequential. */
export async function lockExecution(db: Db, dialect: Dialect, id: number) {
  const row = await db
    .selectFrom('execution')
    .select(columns)
    .select(hasMarkEnded(dialect).as('has_mark_ended'))
    .where('id', '=', id)
    .$call(forUpdate(dialect))
    .executeTakeFirstOrThrow()
  return { ...row, dialect }
}

export type LockedExecution = Awaited<ReturnType<typeof lockExecution>>

/** How long nobody else takes over an execution between two steps, milliseconds. */
const MARK_MS = 60_000

/** The end of a mark that is set or renewed now. */
export const markEnd = (dialect: Dialect) => leaseEnd(dialect, MARK_MS)

/** True for a mark whose owner has ended. By the database's clock, because those of replicas differ. */
export const hasMarkEnded = (dialect: Dialect) => hasEnded(dialect, 'execution.settling_until', MARK_MS)
