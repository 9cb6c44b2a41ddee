import { LIMITS } from '@svc/protocol'
import { sql } from 'kysely'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Db, type Dialect, insertColumns } from '../../ground/store/portable.ts'
import { countErrors } from '../../results/executions/count-errors.ts'
import { orderOf } from '../../results/executions/latest-parts.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { storeImports } from '../../results/imports/imports.ts'
import { groupByTest } from './group-by-test.ts'
import { internTests, type KnownTests } from './intern-tests.ts'
import { type PartRow, shardColumns } from './open-execution.ts'
import type { KeptError, Segment } from './segment.ts'
import { storeResults } from './store-results.ts'
import type { SupersedingPart } from './supersede.ts'
import type { Tally } from './tally.ts'

/**
 * Stores the entries of a segment from entry `first` on, and adds facts for the sender to
 * `warnings`. Returns a function to call after the commit.
 */
export async function storeEntries(
  db: Db,
  dialect: Dialect,
  known: KnownTests,
  segment: Segment,
  first: number,
  execution: LockedExecution,
  part: PartRow,
  warnings: string[],
): Promise<() => void> {
  const startedAt = Math.min(execution.started_at, part.started_at)
  const tests = await internTests(db, dialect, known, execution.project_id, segment, startedAt)
  const { reasons } = segment
  const gathered = groupByTest(segment, tests.ids, first)
  const errors = gathered.others.filter((entry) => entry[0] === 'error')
  await reasons.store(db, dialect, execution.project_id, segment.receivedAt, gathered.reasons)
  const others = await readOthers(db, execution.id, part.number)
  const target = { executionId: execution.id, part: overlayPart(part), others, continued: part.accepted > 0 }
  const { tally, collisions } = await storeResults(db, dialect, target, gathered, reasons)
  const dropped = await storeErrors(
    db,
    dialect,
    execution.id,
    part.number,
    errors,
    errors.map(([, { reason }]) => reasons.id(reason)),
  )
  if (dropped > 0)
    warnings.push(
      `An execution keeps 10,000 errors outside tests. The server dropped ${dropped} more of this upload.`,
    )
  if (collisions > 0)
    warnings.push(
      `Another part of the same run and leg reported ${collisions === 1 ? 'a test' : `${collisions} tests`} of this one too. The server keeps both. Give the jobs different legs (SVC_LEG), suites (SVC_SUITE) or variants (SVC_VARIANT).`,
    )
  for (const entry of gathered.others)
    if (entry[0] === 'warning') warnings.push(entry[1])
    else if (entry[0] === 'imports') await storeImports(db, execution.id, part.number, entry[1])
  await addCounts(db, execution, tally, warnings)
  if (errors.length > 0) await countErrors(db, execution.id)
  return tests.remember
}

async function readOthers(db: Db, executionId: number, own: number): Promise<Map<number, SupersedingPart>> {
  const rows = await db
    .selectFrom('part')
    .select(overlayColumns)
    .where('execution_id', '=', executionId)
    .where('number', '<>', own)
    .execute()
  return new Map(rows.map((row) => [row.number, overlayPart(row)]))
}

const overlayColumns = ['number', 'leg_id', 'run_attempt', 'attempt', 'tree', ...shardColumns] as const

const overlayPart = (row: Pick<PartRow, (typeof overlayColumns)[number]>): SupersedingPart => ({
  number: row.number,
  legId: row.leg_id,
  order: orderOf(row),
  isRepeat: row.attempt > 1,
  tree: row.tree,
  shard:
    row.shard_index === null
      ? null
      : { index: row.shard_index, of: JSON.stringify([row.package, row.config, row.shard_total]) },
})

/** The limit of one execution: details and comparisons read all of its errors. */
const MOST_KEPT = 10_000

/**
 * Stores failures outside any test, numbered within their part, and returns how many exceed the
 * limit of an execution. The first failure of a part is always stored, because the part fails
 * because of it.
 */
async function storeErrors(
  db: Db,
  dialect: Dialect,
  executionId: number,
  part: number,
  errors: KeptError[],
  reasonIds: number[],
): Promise<number> {
  if (errors.length === 0) return 0
  const { last } = await db
    .selectFrom('part_error')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('last'))
    .where('execution_id', '=', executionId)
    .where('part', '=', part)
    .executeTakeFirstOrThrow()
  const { stored } = await db
    .selectFrom('part_error')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('execution_id', '=', executionId)
    .executeTakeFirstOrThrow()
  const room = Math.max(MOST_KEPT - Number(stored), Number(last) === 0 ? 1 : 0)
  const kept = errors.slice(0, room)
  await insertColumns(db, dialect, 'part_error', {
    execution_id: executionId,
    part,
    number: kept.map((_, i) => Number(last) + 1 + i),
    file: kept.map(([, error]) => error.file),
    reason_id: reasonIds.slice(0, room),
  })
  return errors.length - kept.length
}

/**
 * Adds a segment's results to the execution's counts and warnings. Throws PAYLOAD_TOO_LARGE beyond its limit
 * of results.
 */
async function addCounts(
  db: Db,
  execution: LockedExecution,
  tally: Tally,
  warnings: string[],
): Promise<void> {
  const { passed, failed, flaky, skipped } = execution
  const total = passed + failed + flaky + skipped + tally.passed + tally.failed + tally.flaky + tally.skipped
  if (total > LIMITS.results)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `An execution holds at most ${LIMITS.results} results. Split it into suites (SVC_SUITE).`,
    )
  const row = await db
    .selectFrom('execution')
    .select('warnings')
    .where('id', '=', execution.id)
    .executeTakeFirstOrThrow()
  const all = [...new Set([...(JSON.parse(row.warnings) as string[]), ...warnings])].slice(0, LIMITS.warnings)
  await db
    .updateTable('execution')
    .set({
      passed: sql<number>`passed + ${tally.passed}`,
      failed: sql<number>`failed + ${tally.failed}`,
      flaky: sql<number>`flaky + ${tally.flaky}`,
      skipped: sql<number>`skipped + ${tally.skipped}`,
      duration_us: sql<number>`duration_us + ${tally.durationUs}`,
      warnings: JSON.stringify(all),
    })
    .where('id', '=', execution.id)
    .execute()
}
