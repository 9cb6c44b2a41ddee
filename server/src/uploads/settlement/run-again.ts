import { type Selectable, sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { type Tables, VERDICT } from '../../ground/store/tables.ts'

interface Readable {
  dialect: Dialect
  read: Db
}

/** An execution that may have run nothing but failed tests again. */
type MaybeAgain = Pick<
  Selectable<Tables['execution']>,
  | 'id'
  | 'project_id'
  | 'suite'
  | 'trust'
  | 'tree'
  | 'tested_sha'
  | 'dirty'
  | 'started_at'
  | 'passed'
  | 'failed'
  | 'flaky'
  | 'errors'
>

const RAN_AGAIN =
  'This run had only tests that had failed on this code. They passed alone, and no other test ran again.'

/** How to read the results of executions, which may be archived. */
export interface ReadsOfResults {
  /** The ids of the tests that failed in the end. */
  failedIn(executionId: number): Promise<number[]>
  /** The number of results of these tests that are neither skipped nor superseded. */
  countRan(executionId: number, testIds: number[]): Promise<number>
}

/**
 * True if an execution ran nothing but tests that failed in an earlier execution of its code, or their files, and all
 * passed. A CI system that runs failed tests in a new build makes such an execution. It proves nothing about the others.
 */
export async function isRunAgain(
  { read, dialect }: Readable,
  run: MaybeAgain,
  reads: ReadsOfResults,
): Promise<boolean> {
  const ran = run.passed + run.flaky
  if (run.failed > 0 || run.errors > 0 || run.dirty === 1 || ran === 0) return false
  const whole = await readWhole(read, run)
  if (!whole) return false
  const failed = await reads.failedIn(whole.id)
  const again = failed.length === 0 ? 0 : await reads.countRan(run.id, failed)
  if (again === 0 || again === ran) return again > 0
  const ofFiles = await readTestsOfFiles({ read, dialect }, failed)
  return (
    (await reads.countRan(run.id, ofFiles)) === ran &&
    (await reads.countRan(whole.id, ofFiles)) < whole.passed + whole.failed + whole.flaky
  )
}

/** The newest earlier execution of this code that failed, and that also passed tests. */
function readWhole(db: Db, { tree, tested_sha: sha, ...run }: MaybeAgain) {
  if (tree === null && sha === null) return undefined
  return db
    .selectFrom('execution')
    .select(['id', 'passed', 'failed', 'flaky'])
    .where('project_id', '=', run.project_id)
    .where('suite', '=', run.suite)
    .where('trust', '=', run.trust)
    .where((eb) =>
      tree === null ? eb('tested_sha', '=', sha).and('tree', 'is', null) : eb('tree', '=', tree),
    )
    .where('id', '<>', run.id)
    .where('started_at', '<', run.started_at)
    .where('dirty', '=', 0)
    .where('state', '=', 'failed')
    .where('results_removed_at', 'is', null)
    .where((eb) => eb.or([eb('passed', '>', 0), eb('flaky', '>', 0)]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** All tests of the files of these tests. */
async function readTestsOfFiles({ read, dialect }: Readable, testIds: number[]): Promise<number[]> {
  const own = await read
    .selectFrom('test')
    .select('file_id')
    .distinct()
    .where(isOneOf(dialect, 'id', testIds))
    .execute()
  const fileIds = own.map((row) => row.file_id)
  const tests = await read
    .selectFrom('test')
    .select('id')
    .where(isOneOf(dialect, 'file_id', fileIds))
    .execute()
  return tests.map((row) => row.id)
}

/** Adds the warning of such an execution, or removes it from one that was settled before. */
export async function warnOfRunAgain(db: Db, id: number, isAgain: boolean): Promise<void> {
  const row = await db
    .selectFrom('execution')
    .select('warnings')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const known: string[] = JSON.parse(row.warnings)
  if (known.includes(RAN_AGAIN) === isAgain) return
  const warnings = isAgain ? [...known, RAN_AGAIN] : known.filter((warning) => warning !== RAN_AGAIN)
  await db
    .updateTable('execution')
    .set({ warnings: JSON.stringify(warnings) })
    .where('id', '=', id)
    .execute()
}

/** What the settling transaction reads: nothing of it is archived. */
export const readsWithin = ({ read, dialect }: Readable): ReadsOfResults => ({
  async failedIn(executionId) {
    const rows = await read
      .selectFrom('result')
      .select('test_id')
      .distinct()
      .where('execution_id', '=', executionId)
      .where('verdict', '=', sql.lit(VERDICT.failed))
      .execute()
    return rows.map((row) => row.test_id)
  },
  async countRan(executionId, testIds) {
    const row = await read
      .selectFrom('result')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('execution_id', '=', executionId)
      .where(isOneOf(dialect, 'test_id', testIds))
      .where('verdict', 'in', [VERDICT.passed, VERDICT.failed, VERDICT.flaky])
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },
})
