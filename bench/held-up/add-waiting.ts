import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { openStore, type StoreAddress } from '../../server/src/ground/store/open.ts'
import type { Db } from '../../server/src/ground/store/portable.ts'
import { times } from './entry.ts'
import {
  AGENT,
  AMOUNT,
  COMMIT,
  EQUAL_FILE,
  KIND,
  ORGANIZATION,
  PROJECT,
  sha256OfEqualFile,
} from './ground.ts'
import { I, idOf, insertSeries, long, numbered, plus, publicId } from './insert-series.ts'

const now = Date.now()
const RERUN_TESTS = 20
/** Runs that a result has already: nearly as many as it names. */
const RERUNS_COUNTED = 900
/** Most names of a test. */
const NAMES = 100

/**
 * What waits for the uploaded runs: fixes of failures that a run without them had, requests to run tests again, and
 * events for each webhook. Beside them, a test of many names, and a file that many attempts attached.
 */
export async function addWaiting(address: StoreAddress, execution: string, base: string): Promise<void> {
  const store = await openStore(address)
  try {
    await store.write(async (db) => {
      await nameFailures(db)
      await addReruns(db)
      await addEvents(db, execution)
      await addNames(db, execution)
      await addEqualFiles(db, base)
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

async function addEqualFiles(db: Db, execution: string): Promise<void> {
  const sha256 = sha256OfEqualFile()
  const file = await db
    .insertInto('artifact_file')
    .values({
      organization_id: ORGANIZATION,
      sha256,
      size_bytes: EQUAL_FILE.length,
      key: `${sha256.slice(0, 2)}/${sha256.slice(2)}.${publicId(KIND.artifact, 0)}`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = await db
    .selectFrom('execution')
    .innerJoin('result', 'result.execution_id', 'execution.id')
    .select(['execution.id', 'result.test_id'])
    .where('execution.public_id', '=', execution)
    .executeTakeFirstOrThrow()
  await insertSeries(db, 'artifact', AMOUNT.many, {
    public_id: idOf(KIND.artifact),
    execution_id: run.id,
    part: 9,
    entry: I,
    number: 0,
    test_id: run.test_id,
    attempt: 0,
    name: 'log',
    content_type: 'text/plain',
    size_bytes: EQUAL_FILE.length,
    state: 'awaited',
    file_id: file.id,
    created_at: now,
  })
}

/** Each name of a test that has as many as it may, with a monitor that changed its state again and again. */
async function addNames(db: Db, execution: string): Promise<void> {
  const { id, project_id } = await db
    .selectFrom('execution')
    .select(['id', 'project_id'])
    .where('public_id', '=', execution)
    .executeTakeFirstOrThrow()
  const file = await db
    .selectFrom('file')
    .select('id')
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
  await insertSeries(db, 'test', NAMES + 1, {
    project_id,
    key: numbered('name '),
    file_id: file.id,
    titles: '["a name"]',
    variant: '',
    occurrence: 0,
    first_seen_at: 1,
  })
  const first = await db
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', project_id)
    .where('key', '=', 'name 1')
    .executeTakeFirstOrThrow()
  await insertSeries(db, 'rename', NAMES, {
    public_id: idOf(KIND.other),
    project_id,
    from_test_id: plus(first.id - 1),
    to_test_id: plus(first.id),
    confirmed_by: 'bench',
    confirmed_at: now,
  })
  await insertSeries(db, 'test_monitor', NAMES, {
    test_id: plus(first.id),
    project_id,
    state: 'flaky',
    since: now,
  })
  await insertSeries(db, 'monitor_change', AMOUNT.many, {
    test_id: sql<number>`${sql.lit(first.id + 1)} + i % ${sql.lit(NAMES)}`,
    execution_id: id,
    at: now,
    from_state: 'healthy',
    to_state: 'flaky',
    because: 'it failed and passed',
  })
}
