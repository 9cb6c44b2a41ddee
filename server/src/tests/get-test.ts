import type { testOperations } from '@svc/schema'
import { readWindowRuns } from '../history/runs-of.ts'
import { lastDays } from '../history/window.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { iso } from '../kernel/time.ts'
import { ownersInProject } from '../owners/owners-of.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { findTest } from './find-test.ts'
import { evidenceOf, type Flakiness, isBroken, rateOf, readFlakiness } from './flakiness.ts'
import { readFlips } from './flips.ts'
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
    isBroken: isBroken(own),
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
