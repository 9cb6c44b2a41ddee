import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import { WITHDRAWN_AT_ONCE } from '../../history/history/withdraw.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { type Reopening, reopen } from '../settlement/settlement-rule.ts'
import { MOST_OF_BUILD, OF_BUILD_MS, type Starter } from './open-execution.ts'

/** Reopening costs as much as settling: an execution with more results or errors is one write by itself. */
const SMALL = 2_000

interface Arriving {
  build: string
  runAttempt: number
  receivedAt: number
}

/** What a process knows of the transactions that stored the beginning of an upload. */
export interface Opening extends Reopening {
  /** Whether storing it began an execution, or reopened one, which counts as a write. */
  isWrite: boolean
}

/**
 * Reopens a settled execution for a new part or new entries, which counts as a write: sets `opening.isWrite`. False if
 * another transaction must go on, because it has many failures.
 * Throws RATE_LIMITED if the sender's writes are used up.
 */
export async function reopenFor(
  db: Db,
  execution: LockedExecution,
  arriving: Arriving,
  sender: Starter,
  opening: Opening,
): Promise<boolean> {
  // Its sender knows of no end yet, even if it settles in steps.
  if (execution.state === 'running') return reopen(db, execution, WITHDRAWN_AT_ONCE, opening)
  if (!(await isOfCountedRun(db, execution, arriving, sender))) {
    if (!sender.mayStart)
      throw new Problem(
        'RATE_LIMITED',
        'This API key has reached its rate limit for uploads. This execution has settled, and reopening it counts as an upload. Wait for the time in Retry-After. Parts that join a running execution do not count.',
      )
    opening.isWrite = true
  }
  return reopen(db, execution, WITHDRAWN_AT_ONCE, opening)
}

/**
 * True for the next small executions of a build that a run attempt repeats, such as a re-run
 * monorepo job. Each counts once, within an hour of the first.
 */
async function isOfCountedRun(
  db: Db,
  execution: LockedExecution,
  { build, runAttempt, receivedAt }: Arriving,
  { organizationId, apiKeyId }: Starter,
): Promise<boolean> {
  const { passed, failed, flaky, skipped, errors } = execution
  if (apiKeyId === null || passed + failed + flaky + skipped + errors > SMALL) return false
  const rows = await db
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .innerJoin('part', 'part.execution_id', 'execution.id')
    .select('execution.id')
    .distinct()
    .where('project.organization_id', '=', organizationId)
    .where('execution.build', '=', build)
    .where('part.api_key_id', '=', apiKeyId)
    .where('part.run_attempt', '=', runAttempt)
    .where('part.last_seen_at', '>', receivedAt - OF_BUILD_MS)
    .limit(MOST_OF_BUILD)
    .execute()
  return rows.length > 0 && rows.length < MOST_OF_BUILD && !rows.some(({ id }) => id === execution.id)
}
