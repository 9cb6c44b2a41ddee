import { percentText } from '@svc/protocol'
import { sql } from 'kysely'
import { slug } from '../../ground/kernel/quoted.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW, type MonitorState } from '../../ground/store/tables.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { newestNamesOf, renamedAmong } from '../../results/test-identity/former-names.ts'
import type { Added } from '../history/rollup.ts'
import { whoRan } from '../history/runs-of.ts'
import { type Changed, tellChanges } from './announce-changes.ts'
import { latestOf } from './carried-monitors.ts'
import { cleanRunsOf, evidenceOf, type Looked } from './evidence.ts'
import { failedInARow } from './failed-in-a-row.ts'
import { readMonitorSettings } from './settings.ts'

type Readable = Pick<Store, 'dialect' | 'read'>

/**
 * Updates the monitors of the tests that failed or flaked in an execution, or ran in it and are not
 * healthy, and announces the changes in the same transaction. The thresholds for turning a monitor
 * on and off differ, so that a borderline test does not alternate. A renamed test is judged by the
 * runs under all its names, and reported under the newest. The state under an earlier name stays,
 * in case the rename is undone. `among` are the tests to judge, all names of each; null for all.
 */
export async function updateMonitors(
  db: Db,
  execution: LockedExecution,
  added: Added,
  now: number,
  among: number[] | null = null,
): Promise<void> {
  const { legs } = added
  const own = among && new Set(among)
  const exposed = own ? added.exposed.filter((test) => own.has(test)) : added.exposed
  const { bad, ill } = await readUnwell(db, execution, among)
  if (bad.length === 0 && ill.length === 0 && exposed.length === 0) return
  const store = { dialect: execution.dialect, read: db }
  const names = await readNames(store, execution.project_id, [
    ...bad.map((row) => row.test_id),
    ...ill.map((row) => row.test_id),
    ...exposed,
  ])
  // A test without another name has its own state; otherwise the latest state under any of its
  // names applies.
  const states = new Map(ill.map((row) => [row.test_id, row.state]))
  const latest = await latestOf(store, names.renamed)
  const stateOf = (test: number) =>
    (names.renamed.has(test) ? latest.get(test)?.state : states.get(test)) ?? 'healthy'
  const ranIll = await whichRan(
    store,
    legs.map((leg) => leg.ranId),
    names.newestIds
      .filter((test) => stateOf(test) !== 'healthy')
      .map((test): [number, number[]] => [test, names.of(test)]),
  )
  const branches = await defaultBranches(db, execution.project_id)
  const looked: Looked = {
    db,
    execution,
    settings: await readMonitorSettings(db, execution.project_id),
    branches,
    now,
    namesOf: names.of,
  }

  const newestOf = (rows: { test_id: number }[]) => rows.map((row) => names.newest(row.test_id))
  const isOnDefault = execution.pull_request === null && branches.includes(execution.branch ?? '')
  const suspects = [
    ...(isOnDefault ? newestOf(bad.filter(({ flaws }) => (flaws & ~FLAW.shared) === FLAW.failed)) : []),
    ...[...ranIll].filter((test) => stateOf(test) === 'broken'),
  ]
  const inARow = await failedInARow(looked, [...new Set(suspects)], (test) => stateOf(test) === 'broken')
  const unsteady = newestOf(bad.filter(({ flaws }) => (flaws & EVIDENCE) !== 0))
  const shown = exposed.map(names.newest)
  const judged = [...new Set([...unsteady, ...shown, ...suspects])].filter(
    (test) => stateOf(test) !== 'flaky',
  )
  const evidence = await evidenceOf(looked, judged)
  const badHere = new Set(newestOf(bad))
  const calming = [...ranIll].filter((test) => stateOf(test) === 'flaky' && !badHere.has(test))
  const clean = await cleanRunsOf(looked, [...calming, ...evidence.keys()])

  const changes: Changed[] = []
  for (const test of new Set([...badHere, ...shown, ...ranIll])) {
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

/** The tests that failed or flaked in an execution, and those of its project that are not healthy. */
async function readUnwell(
  db: Db,
  { id, project_id, dialect }: Pick<LockedExecution, 'id' | 'project_id' | 'dialect'>,
  among: number[] | null,
) {
  const own = among && isOneOf(dialect, 'test_id', among)
  const bad = await db
    .selectFrom('bad_run')
    .select(['test_id', 'flaws'])
    .where('execution_id', '=', id)
    .$if(own !== null, (query) => query.where(own ?? sql.lit(true)))
    .execute()
  const ill = await db
    .selectFrom('test_monitor')
    .select(['test_id', 'state'])
    .where('project_id', '=', project_id)
    .where('state', '<>', sql.lit('healthy'))
    .$if(own !== null, (query) => query.where(own ?? sql.lit(true)))
    .execute()
  return { bad, ill }
}

/** The tests that `updateMonitors` judges, in groups of about this many; a group has all names of its tests. */
export async function groupMonitored(
  { dialect, read }: Readable,
  execution: Pick<LockedExecution, 'id' | 'project_id'>,
  { exposed }: Added,
  size: number,
): Promise<number[][]> {
  const { bad, ill } = await readUnwell(read, { ...execution, dialect }, null)
  const ids = [...new Set([...bad.map((row) => row.test_id), ...ill.map((row) => row.test_id), ...exposed])]
  const names = await readNames({ dialect, read }, execution.project_id, ids)
  const groups: number[][] = []
  let group: number[] = []
  for (const test of names.newestIds) {
    group.push(...names.of(test))
    if (group.length < size) continue
    groups.push(group)
    group = []
  }
  return group.length > 0 ? [...groups, group] : groups
}

/** The newest names of these tests, and all names of each. */
async function readNames(store: Readable, projectId: number, testIds: number[]) {
  const newer = await newestNamesOf(store, projectId, [...new Set(testIds)])
  const newest = (test: number) => newer.get(test) ?? test
  const newestIds = [...new Set(testIds.map(newest))]
  const renamed = await renamedAmong(store, projectId, newestIds)
  return { newest, newestIds, renamed, of: (test: number) => renamed.get(test) ?? [test] }
}

/** Which of these tests one of the sets contains under any of their names. */
async function whichRan(store: Readable, setIds: number[], tests: [id: number, names: number[]][]) {
  const sets = await whoRan(
    store,
    setIds,
    tests.flatMap(([, names]) => names),
  )
  const ran = new Set([...sets.values()].flat())
  return new Set(tests.filter(([, names]) => names.some((name) => ran.has(name))).map(([id]) => id))
}

interface Facts {
  /** Consecutive failed runs on the default branch, on the leg with most; null if none are known. */
  failed: number | null
  /** The runs of the window with evidence, if they suffice for flaky. */
  evidence: { flaky: number; runs: number } | null
  /** Runs since the last failure or evidence. */
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
    const share = percentText(flaky / runs)
    return {
      state: 'flaky',
      because: () =>
        `${flaky} of its ${runs} runs of the last ${settings.windowDays} days (${share}) gave evidence of flakiness.`,
    }
  }
  return {
    state: 'healthy',
    because: () =>
      from === 'broken'
        ? `It passes on ${slug(branches[0] ?? '')} again.`
        : `Its last ${clean} runs show neither evidence of flakiness nor a failure.`,
  }
}
