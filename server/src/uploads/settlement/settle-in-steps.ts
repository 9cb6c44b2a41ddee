import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { groupFailures } from '../../history/failures/group-failures.ts'
import { addFailures, readFailed } from '../../history/failures/record-failures.ts'
import { writeDurations } from '../../history/history/duration-pages.ts'
import { type Added, addBadRuns, addRuns } from '../../history/history/rollup.ts'
import { readRun } from '../../history/history/run-reads.ts'
import { WITHDRAWN_AT_ONCE } from '../../history/history/withdraw.ts'
import { groupMonitored, updateMonitors } from '../../history/monitors/update-monitors.ts'
import { type LockedExecution, lockExecution, markEnd } from '../../results/executions/lock.ts'
import type { SettleOrder } from './is-due.ts'
import { writeRunning } from './settle-one.ts'
import { beginSettling, finishSettling, isMarkLive, reopen, type SettleTimes } from './settlement-rule.ts'

/** Clusters, failures of tests, and tests whose monitors are updated, of a transaction: about 30 ms of processor time each. */
const AT_ONCE = { clusters: 1_500, badRuns: 2_000, tests: 1_000 }

/** One transaction, to be run before the next is asked for. */
export type Step = () => Promise<void>

/**
 * The transactions that settle a large execution; returns whether it settled. One marks it as settling, each renews the
 * mark, and only the last gives it its state: until then, it runs for every reader. A late upload takes the mark away
 * with what was added, and so does a process that finds that the mark has ended; the remaining steps do nothing.
 */
export async function* settleInSteps(
  store: Store,
  times: SettleTimes,
  order: SettleOrder,
  atOnce = AT_ONCE,
): AsyncGenerator<Step, boolean> {
  const { dialect, lookup, write } = store
  const begun: { execution: LockedExecution | null; added: Added | null; isHeld: boolean } = {
    execution: null,
    added: null,
    isHeld: false,
  }
  // What a process left that has ended is withdrawn first, in steps, too.
  let withdrawn: number | null = null
  for (let isWithdrawn = false; !isWithdrawn; )
    yield async () => {
      isWithdrawn = true
      await writeRunning(store, times, order, async (db, execution, due, now, rule = 'quiet') => {
        if (execution.revision !== withdrawn && isMarkLive(execution, now)) return false
        isWithdrawn = await reopen(db, execution, WITHDRAWN_AT_ONCE)
        withdrawn = execution.revision
        if (!isWithdrawn || !(await beginSettling(db, execution, due, now, rule))) return false
        await mark(db, execution, now)
        begun.execution = { ...execution, settling: now }
        return true
      })
    }
  if (!begun.execution) return false
  const { id, revision, settling, project_id } = begun.execution

  const step = (work: (db: Db, execution: LockedExecution) => Promise<unknown>) => async () => {
    begun.isHeld = await write(async (db, changes) => {
      const execution = await lockExecution(db, dialect, id)
      changes.onlyOf(execution.project_id)
      const isHeld =
        execution.state === 'running' && execution.settling === settling && execution.revision === revision
      if (!isHeld) return false
      await mark(db, execution, settling)
      await work(db, execution)
      return true
    })
  }

  // Nothing of it changes while the mark stays, so that this needs no lock.
  const reads = await readRun(lookup, begun.execution)
  const failed = await readFailed(lookup, id, reads.bad)
  for (const some of await groupFailures(lookup, dialect, failed, atOnce.clusters))
    yield step((db, execution) => addFailures(db, execution, some))
  for (let at = 0; at < reads.badRuns.length; at += atOnce.badRuns)
    yield step((db, execution) => addBadRuns(db, execution, reads.badRuns.slice(at, at + atOnce.badRuns)))
  yield step(async (db, execution) => {
    begun.added = await addRuns(db, execution, reads)
  })
  const { added } = begun
  if (added) yield step((db, execution) => writeDurations(db, execution, reads.durations))
  if (added)
    for (const tests of await groupMonitored(
      { dialect, read: lookup },
      { id, project_id },
      added,
      atOnce.tests,
    ))
      yield step((db, execution) => updateMonitors(db, execution, added, order.now, tests))
  yield step((db, execution) => finishSettling(db, execution, order.now))
  return begun.isHeld
}

/** Each step renews its mark, so that no other replica takes over an execution whose steps take long. */
const mark = (db: Db, { id, dialect }: LockedExecution, settling: number) =>
  db
    .updateTable('execution')
    .set({ settling, settling_until: markEnd(dialect) })
    .where('id', '=', id)
    .execute()
