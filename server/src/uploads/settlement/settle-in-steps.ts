import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { groupFailures } from '../../history/failures/group-failures.ts'
import { addFailures, readFailed } from '../../history/failures/record-failures.ts'
import { writeDurations } from '../../history/history/duration-pages.ts'
import type { LegRun } from '../../history/history/leg-runs.ts'
import { addBadRuns, addedBy, addRuns } from '../../history/history/rollup.ts'
import { readRun } from '../../history/history/run-reads.ts'
import {
  countFailures,
  findPeers,
  findProven,
  type Peers,
  type Regraded,
  regrade,
} from '../../history/history/same-tree.ts'
import { WITHDRAWN_AT_ONCE } from '../../history/history/withdraw.ts'
import { groupMonitored, updateMonitors } from '../../history/monitors/update-monitors.ts'
import { type LockedExecution, lockExecution, markEnd } from '../../results/executions/lock.ts'
import type { SettleOrder } from './is-due.ts'
import { findKept, type RunPart } from './keep-failures.ts'
import { writeRunning } from './settle-one.ts'
import {
  beginSettling,
  finishSettling,
  isMarkLive,
  type Reopening,
  reopen,
  type SettleTimes,
} from './settlement-rule.ts'
import { swapResults } from './swap-results.ts'

/**
 * Of a transaction: failures that a re-run does not excuse, clusters, failures of tests, failures of runs of the same tree
 * that are read and that become evidence, and tests whose monitors are updated.
 */
const AT_ONCE = {
  kept: 2_000,
  clusters: 1_500,
  badRuns: 2_000,
  failures: 10_000,
  graded: 2_000,
  tests: 1_000,
}

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
  const begun: Begun = { execution: null, parts: null, legs: null, isHeld: false }
  // What a process left that has ended is withdrawn first, in steps, too.
  let withdrawn: number | null = null
  let reopening: Reopening = {}
  for (let isWithdrawn = false; !isWithdrawn; )
    yield async () => {
      let next = reopening
      isWithdrawn = true
      await writeRunning(store, times, order, async (db, execution, due, now, rule = 'quiet') => {
        if (execution.revision !== withdrawn && isMarkLive(execution, now)) return false
        next = { ...reopening }
        isWithdrawn = await reopen(db, execution, WITHDRAWN_AT_ONCE, next)
        withdrawn = execution.revision
        begun.parts = isWithdrawn ? await beginSettling(db, execution, due, now, rule) : null
        if (!begun.parts) return false
        await mark(db, execution, now)
        begun.execution = { ...execution, settling: now }
        begun.isHeld = true
        return true
      })
      reopening = next
    }
  if (!begun.execution || !begun.parts) return false
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
  const kept = await findKept({ dialect, read: lookup }, begun.execution, begun.parts)
  for (let at = 0; at < kept.length; at += atOnce.kept)
    yield step(async (db, execution) => {
      await swapResults(db, execution, kept.slice(at, at + atOnce.kept), 'failure')
      begun.execution = { ...execution, settling }
    })
  const reads = await readRun(lookup, begun.execution)
  const failed = await readFailed(lookup, id, reads.bad)
  for (const some of await groupFailures(lookup, dialect, failed, atOnce.clusters))
    yield step((db, execution) => addFailures(db, execution, some))
  for (let at = 0; at < reads.badRuns.length; at += atOnce.badRuns)
    yield step((db, execution) => addBadRuns(db, execution, reads.badRuns.slice(at, at + atOnce.badRuns)))
  let grading: Grading | null = null
  const grade = async (read: Db, execution: LockedExecution, peers: Peers[], known: Grading | null) => {
    // What a run proved that was withdrawn since the last step is no evidence any more.
    const isKnown = JSON.stringify(peers) === JSON.stringify(known?.peers)
    const found = known && isKnown ? known.left : await findProven({ dialect, read }, peers)
    const some = found.slice(0, atOnce.graded)
    await regrade(read, execution, some, 1)
    return { peers, graded: [...(known?.graded ?? []), ...some], left: found.slice(atOnce.graded) }
  }
  // Its runs count from here on, and so does what they prove, unless that is very much.
  yield step(async (db, execution) => {
    begun.legs = await addRuns(db, execution, reads)
    const peers = await findPeers({ dialect, read: db }, execution, begun.legs ?? [])
    if ((await countFailures({ dialect, read: db }, peers)) <= atOnce.failures)
      grading = await grade(db, execution, peers, null)
  })
  const { legs } = begun
  if (legs) {
    const own = { dialect, read: lookup }
    const peers = await findPeers(own, begun.execution, legs)
    let graded: Grading = grading ?? { peers, graded: [], left: await findProven(own, peers) }
    while (begun.isHeld && graded.left.length > 0)
      yield step(async (db, execution) => {
        const now = await findPeers({ dialect, read: db }, execution, legs)
        graded = await grade(db, execution, now, graded)
      })
    yield step((db, execution) => writeDurations(db, execution, reads.durations))
    const added = addedBy({ id }, legs, graded.graded)
    for (const tests of await groupMonitored(own, { id, project_id }, added, atOnce.tests))
      yield step((db, execution) => updateMonitors(db, execution, added, order.now, tests))
  }
  yield step((db, execution) => finishSettling(db, execution, order.now))
  return begun.isHeld
}

interface Begun {
  execution: LockedExecution | null
  parts: RunPart[] | null
  legs: LegRun[] | null
  isHeld: boolean
}

/** Failures of the same trees that become evidence. */
interface Grading {
  peers: Peers[]
  graded: Regraded[]
  left: Regraded[]
}

/** Each step renews its mark, so that no other replica takes over an execution whose steps take long. */
const mark = (db: Db, { id, dialect }: LockedExecution, settling: number) =>
  db
    .updateTable('execution')
    .set({ settling, settling_until: markEnd(dialect) })
    .where('id', '=', id)
    .execute()
