import type { Db } from '../store/portable.ts'
import { EVIDENCE, FLAW, type MonitorState } from '../store/tables.ts'
import { type Changed, tellChanges } from './monitor-changes.ts'
import { cleanRunsOf, evidenceOf, failedInARow, type Looked } from './monitor-facts.ts'
import { readMonitorSettings } from './monitor-settings.ts'
import type { Added } from './rollup.ts'
import { whoRan } from './runs-of.ts'
import type { LockedExecution } from './settle.ts'

/**
 * Looks at the monitors of the tests that went wrong in an execution, or ran in it and are not healthy, and tells
 * what changed in the same transaction. What turns a monitor on is not what turns it off, so that a test at the
 * edge does not go to and fro.
 */
export async function watchTests(
  db: Db,
  execution: LockedExecution,
  { legs, exposed }: Added,
  branches: string[],
  now: number,
): Promise<void> {
  const bad = await db
    .selectFrom('bad_run')
    .select(['test_id', 'flaws'])
    .where('execution_id', '=', execution.id)
    .execute()
  const ill = await db
    .selectFrom('test_monitor')
    .select(['test_id', 'state'])
    .where('project_id', '=', execution.project_id)
    .where('state', '<>', 'healthy')
    .execute()
  if (bad.length === 0 && ill.length === 0 && exposed.length === 0) return
  const states = new Map(ill.map((row) => [row.test_id, row.state]))
  const ran = await whoRan(
    { dialect: execution.dialect, read: db },
    legs.map((leg) => leg.ranId),
    [...states.keys()],
  )
  const ranIll = new Set([...ran.values()].flatMap((tests) => [...tests]))
  const stateOf = (test: number) => states.get(test) ?? 'healthy'
  const looked: Looked = {
    db,
    execution,
    settings: await readMonitorSettings(db, execution.project_id),
    branches,
    now,
  }

  const isOnDefault = execution.pull_request === null && branches.includes(execution.branch ?? '')
  const suspects = [
    ...(isOnDefault
      ? bad.filter(({ flaws }) => (flaws & ~FLAW.shared) === FLAW.failed).map((row) => row.test_id)
      : []),
    ...[...ranIll].filter((test) => stateOf(test) === 'broken'),
  ]
  const inARow = await failedInARow(looked, suspects)
  const unsteady = bad.filter(({ flaws }) => (flaws & EVIDENCE) !== 0).map((row) => row.test_id)
  const judged = [...new Set([...unsteady, ...exposed, ...suspects])].filter(
    (test) => stateOf(test) !== 'flaky',
  )
  const evidence = await evidenceOf(looked, judged)
  const badHere = new Set(bad.map((row) => row.test_id))
  const calming = [...ranIll].filter((test) => stateOf(test) === 'flaky' && !badHere.has(test))
  const clean = await cleanRunsOf(looked, [...calming, ...evidence.keys()])

  const changes: Changed[] = []
  for (const test of new Set([...badHere, ...exposed, ...ranIll])) {
    const [from, failed] = [stateOf(test), inARow.get(test)]
    const next = nextState(looked, from, {
      failed: failed?.runs ?? null,
      evidence: evidence.get(test) ?? null,
      clean: clean.get(test) ?? 0,
    })
    if (next.state === from) continue
    changes.push({ testId: test, from, to: next.state, because: next.because(failed?.where ?? '') })
  }
  await tellChanges(looked, changes)
}

interface Facts {
  /** Failed runs in a row on the default branch, on the leg with the most; null where none is known. */
  failed: number | null
  /** What of the window's runs gave evidence, where that is enough for flaky. */
  evidence: { flaky: number; runs: number } | null
  /** Runs since the last one that went wrong. */
  clean: number
}

function nextState(
  { settings, branches }: Looked,
  from: MonitorState,
  { failed, evidence, clean }: Facts,
): { state: MonitorState; because: (where: string) => string } {
  const isCalm = clean >= settings.recoverAfterRuns
  if ((failed ?? 0) >= settings.brokenAfterRuns || (from === 'broken' && failed !== 0))
    return { state: 'broken', because: (where) => `It failed in its last ${failed} runs on ${where}.` }
  if (from === 'flaky' && !isCalm) return { state: 'flaky', because: () => '' }
  if (evidence && !isCalm) {
    const { flaky, runs } = evidence
    const share = Math.round((flaky / runs) * 100)
    return {
      state: 'flaky',
      because: () =>
        `${flaky} of its ${runs} runs of the last ${settings.windowDays} days (${share} %) gave evidence of flakiness.`,
    }
  }
  return {
    state: 'healthy',
    because: () =>
      from === 'broken'
        ? `It passes on ${branches[0]} again.`
        : `Its last ${clean} runs went without evidence of flakiness and without failure.`,
  }
}
