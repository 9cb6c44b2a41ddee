import { countErrors } from '../executions/count-errors.ts'
import type { LockedExecution } from '../executions/lock.ts'
import type { Db, Dialect } from '../store/portable.ts'
import { addCounts } from './add-counts.ts'
import { groupByTest } from './group-by-test.ts'
import { internTests, type KnownTests } from './intern-tests.ts'
import { type PartRow, shardColumns } from './open-execution.ts'
import type { Segment } from './segment.ts'
import { storeErrors } from './store-errors.ts'
import { storeResults } from './store-results.ts'
import type { SupersedingPart } from './supersede.ts'

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
  for (const entry of gathered.others) if (entry[0] === 'warning') warnings.push(entry[1])
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

const overlayColumns = ['number', 'leg_id', 'run_attempt', 'tree', ...shardColumns] as const

const overlayPart = (row: Pick<PartRow, (typeof overlayColumns)[number]>): SupersedingPart => ({
  number: row.number,
  legId: row.leg_id,
  runAttempt: row.run_attempt,
  tree: row.tree,
  shard:
    row.shard_index === null
      ? null
      : { index: row.shard_index, of: JSON.stringify([row.package, row.config, row.shard_total]) },
})
