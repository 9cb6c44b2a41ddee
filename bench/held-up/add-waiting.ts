import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { openStore, type StoreAddress } from '../../server/src/ground/store/open.ts'
import type { Db } from '../../server/src/ground/store/portable.ts'
import { times } from './entry.ts'
import { AGENT, AMOUNT, COMMIT, KIND, ORGANIZATION, PROJECT } from './ground.ts'
import { idOf, insertSeries, long, numbered } from './insert-series.ts'

const now = Date.now()
const RERUN_TESTS = 20
/** Runs that a result has already: nearly as many as it names. */
const RERUNS_COUNTED = 900

/**
 * What waits for the uploaded runs: fixes of failures that a run without them had, requests to run tests again, and
 * events for each webhook.
 */
export async function addWaiting(address: StoreAddress, execution: string): Promise<void> {
  const store = await openStore(address)
  try {
    await store.write(async (db) => {
      await nameFailures(db)
      await addReruns(db)
      await addEvents(db, execution)
    })
  } finally {
    await store.close()
  }
}

/** Gives the waiting fixes failures of the first run, each its own. */
async function nameFailures(db: Db): Promise<void> {
  const clusters = await db
    .selectFrom('failure_cluster')
    .select('fingerprint')
    .orderBy('id')
    .limit(AMOUNT.fixes)
    .execute()
  for (const [at, { fingerprint }] of clusters.entries())
    await db
      .updateTable('fix_verification')
      .set({ fingerprint })
      .where('fingerprint', '=', `f${at + 1}`)
      .execute()
}

async function addReruns(db: Db): Promise<void> {
  const { id } = await db
    .selectFrom('project')
    .select('id')
    .where('slug', '=', PROJECT)
    .executeTakeFirstOrThrow()
  const tests = await db
    .selectFrom('test')
    .select('key')
    .where('project_id', '=', id)
    .limit(RERUN_TESTS)
    .execute()
  const agent = await db.selectFrom('agent').select('id').where('name', '=', AGENT).executeTakeFirstOrThrow()
  const payload = { kind: 'rerun', times: LIMITS.attempts, tests: tests.map(({ key }) => ({ testId: key })) }
  const counted = times(RERUNS_COUNTED, (i) => ({
    execution: `${i}`,
    tests: Object.fromEntries(tests.map(({ key }) => [key, { passed: 1, failed: 0 }])),
  }))
  await insertSeries(db, 'task', AMOUNT.reruns, {
    public_id: idOf(KIND.task, AMOUNT.tasks),
    organization_id: ORGANIZATION,
    project_id: id,
    title: numbered('rerun '),
    priority: 5,
    payload: long(JSON.stringify(payload)),
    result: long(JSON.stringify({ executions: counted })),
    rerun_commit: COMMIT,
    status: 'pending',
    assigned_to: agent.id,
    assigned_name: AGENT,
    created_name: AGENT,
    created_at: 1,
    updated_at: now,
  })
}

/** Of moments of their own, so that each has its message. */
const addEvents = (db: Db, execution: string) =>
  insertSeries(db, 'outbox', AMOUNT.waitingEvents, {
    organization_id: ORGANIZATION,
    kind: 'base.broke',
    payload: long(JSON.stringify({ project: PROJECT, executionId: execution })),
    created_at: sql<number>`${sql.lit(now)} + i`,
  })
