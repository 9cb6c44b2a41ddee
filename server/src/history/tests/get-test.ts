import type { testOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { FLAW } from '../../ground/store/tables.ts'
import { ownersInProject } from '../../results/owners/owners-of.ts'
import { readWindowRuns, runSequences, type WindowRuns } from '../history/runs-of.ts'
import { lastDays } from '../history/window.ts'
import { findTest } from './find-test.ts'
import { evidenceOf, type Flakiness, rateOf, readFlakiness, type Scope } from './flakiness.ts'
import { readLastEvidence } from './last-evidence.ts'
import { readTestRuns } from './test-runs.ts'

const CHANGES_SHOWN = 50

export const getTest: Handlers<typeof testOperations>['getTest'] = async ({ ctx, input }) => {
  const { store } = ctx
  const { test, project } = await findTest(ctx, input.id, input.project)
  const { ids, monitor } = test
  const [id] = ids as [number]
  const identities = new Map([[id, ids]])
  const scope = { ...lastDays(input.days, ctx.clock()), projectId: project.id, branch: input.branch }
  const ran = readWindowRuns(store, scope)
  const [[flakiness], flips, last, changes, ownersOf, page] = await Promise.all([
    readFlakiness(store, scope, identities, ran),
    readFlips(store, scope, ids, ran),
    readLastEvidence(ctx, scope, identities),
    readChanges(store, ids),
    ownersInProject(store, project.id),
    readTestRuns(ctx, { projectId: project.id, test, branch: input.branch, window: scope, ...pageOf(input) }),
  ])
  const own = flakiness as Flakiness
  return {
    ...test.name,
    project: project.slug,
    firstSeenAt: iso(test.firstSeenAt),
    formerNames: test.formerNames,
    flakinessRate: rateOf(own),
    evidence: { ...evidenceOf(own), flips },
    failedRuns: own.failed,
    isBroken: monitor.state === 'broken',
    lastEvidence: last.get(id) ?? null,
    owners: ownersOf(test.name.file),
    monitor: {
      state: monitor.state,
      since: monitor.since === null ? null : iso(monitor.since),
      changes,
    },
    ...page,
  }
}

const pageOf = ({ limit, cursor }: { limit: number; cursor?: string | undefined }) => ({ limit, cursor })

async function readChanges({ read, lookup, dialect }: Store, testIds: number[]) {
  // The runs of one name are a range of an index; those of several would need a sort.
  const db = testIds.length === 1 ? lookup : read
  const rows = await db
    .selectFrom('monitor_change')
    .leftJoin('execution', 'execution.id', 'monitor_change.execution_id')
    .select(['at', 'from_state', 'to_state', 'because', 'execution.public_id'])
    .where(isOneOf(dialect, 'test_id', testIds))
    .orderBy('monitor_change.id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return rows.map((row) => ({
    at: iso(row.at),
    from: row.from_state,
    to: row.to_state,
    because: row.because,
    executionId: row.public_id,
  }))
}

/**
 * How often a test, known by these ids, changed between failing and passing in consecutive runs of a branch,
 * suite and leg on different code.
 */
async function readFlips(
  store: Store,
  scope: Scope,
  ids: number[],
  windowRuns: Promise<WindowRuns>,
): Promise<number> {
  const failures = await readFailures(store, scope, ids)
  const sequences = await runSequences(store, scope, new Set(failures.map((row) => row.branch)))
  const ran = (await windowRuns).setsWith(ids)
  const failed = new Set(failures.map((row) => `${row.execution_id}/${row.leg_id}`))
  let flips = 0
  for (const runs of sequences) {
    const own = runs.filter((run) => ran.has(run.ran_id))
    for (const [index, run] of own.entries()) {
      const before = own[index - 1]
      const isFailed = (one: typeof run) => failed.has(`${one.execution_id}/${one.leg_id}`)
      const isSameCode = run.tree !== null && before?.tree === run.tree
      if (before && !isSameCode && isFailed(before) !== isFailed(run)) flips++
    }
  }
  return flips
}

function readFailures({ read, dialect }: Store, { from, to, branch }: Scope, ids: number[]) {
  const query = read
    .selectFrom('bad_run')
    .innerJoin('leg_run', (join) =>
      join
        .onRef('leg_run.execution_id', '=', 'bad_run.execution_id')
        .onRef('leg_run.leg_id', '=', 'bad_run.leg_id'),
    )
    .select(['bad_run.execution_id', 'bad_run.leg_id', 'leg_run.branch'])
    .where(isOneOf(dialect, 'bad_run.test_id', ids))
    .where('bad_run.started_at', '>=', from)
    .where('bad_run.started_at', '<', to)
    .where(sql<boolean>`(bad_run.flaws & ${sql.lit(FLAW.failed)}) <> 0`)
  return (branch === undefined ? query : query.where('leg_run.branch', '=', branch)).execute()
}
