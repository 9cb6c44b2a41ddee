import { insertColumns, isOneOf } from '../../ground/store/portable.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import type { Looked } from './evidence.ts'

export interface Changed {
  testId: number
  from: MonitorState
  to: MonitorState
  because: string
}

const EVENT = {
  healthy: 'test.recovered',
  flaky: 'test.became-flaky',
  broken: 'test.broke',
} as const satisfies Record<MonitorState, string>

/** Stores the changes of monitors, and queues an event for each, to be sent after the commit. */
export async function tellChanges({ db, execution, now }: Looked, changes: Changed[]): Promise<void> {
  if (changes.length === 0) return
  const { dialect } = execution
  const testIds = changes.map((change) => change.testId)
  const names = await readNames({ db, execution }, testIds)
  const project = await db
    .selectFrom('project')
    .select(['organization_id', 'slug'])
    .where('id', '=', execution.project_id)
    .executeTakeFirstOrThrow()
  await insertColumns(
    db,
    dialect,
    'test_monitor',
    {
      test_id: testIds,
      project_id: execution.project_id,
      state: changes.map((change) => change.to),
      since: now,
    },
    'on conflict (test_id) do update set state = excluded.state, since = excluded.since',
  )
  await insertColumns(db, dialect, 'monitor_change', {
    test_id: testIds,
    execution_id: execution.id,
    at: now,
    from_state: changes.map((change) => change.from),
    to_state: changes.map((change) => change.to),
    because: changes.map((change) => change.because),
  })
  await insertColumns(db, dialect, 'outbox', {
    organization_id: project.organization_id,
    kind: changes.map((change) => EVENT[change.to]),
    payload: changes.map(({ testId, from, because }) =>
      JSON.stringify({
        ...names.get(testId),
        project: project.slug,
        from,
        because,
        executionId: execution.public_id,
        branch: execution.branch,
      }),
    ),
    created_at: now,
  })
}

async function readNames({ db, execution }: Pick<Looked, 'db' | 'execution'>, testIds: number[]) {
  const rows = await db
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.key', 'file.path', 'test.titles'])
    .where(isOneOf(execution.dialect, 'test.id', testIds))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { testId: row.key, file: row.path, titles: JSON.parse(row.titles) as string[] },
    ]),
  )
}
