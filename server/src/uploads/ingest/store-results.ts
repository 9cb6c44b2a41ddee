import { LIMITS } from '@svc/protocol'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import { ATTEMPT, type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import { derive } from './derive.ts'
import {
  type DetailedTest,
  type GroupedTests,
  type ResultColumns,
  tellPass,
  tooManyAttempts,
} from './group-by-test.ts'
import type { Reasons } from './reasons.ts'
import { type ResultsTarget, supersede } from './supersede.ts'
import { Tally } from './tally.ts'

/** Writes the results and attempts of one segment, and returns the change of the execution's counts. */
export async function storeResults(
  db: Db,
  dialect: Dialect,
  target: ResultsTarget,
  gathered: GroupedTests,
  reasons: Reasons,
): Promise<{ tally: Tally; collisions: number }> {
  const { executionId, part } = target
  const { columns } = gathered
  const existing =
    target.continued || target.others.size > 0
      ? await readExisting(db, dialect, executionId, columns.test_id)
      : new Map<number, ResultRow[]>()
  await addEarlier(db, dialect, target, gathered, existing)
  for (const test of gathered.detailed.values()) fillIn(columns, test, reasons)
  const tally = new Tally()
  for (const rows of existing.values())
    for (const row of rows) if (row.part === part.number) tally.remove(row.verdict, row.duration_us)
  const changes = supersede(target, columns, existing)
  for (let index = 0; index < columns.verdict.length; index++)
    tally.add(columns.verdict[index] as number, columns.duration_us[index] as number)
  tally.merge(changes.tally)
  await insertColumns(
    db,
    dialect,
    'result',
    { execution_id: executionId, part: part.number, ...columns },
    target.continued
      ? 'on conflict (execution_id, test_id, part) do update set verdict = excluded.verdict, start_ms = excluded.start_ms, duration_us = excluded.duration_us, reason_id = excluded.reason_id'
      : '',
  )
  await insertAttempts(db, dialect, target, [...gathered.detailed.values()], reasons)
  await changes.write(db, dialect)
  return { tally, collisions: changes.collisions }
}

async function readExisting(db: Db, dialect: Dialect, executionId: number, testIds: number[]) {
  const rows: ResultRow[] = await db
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'start_ms', 'duration_us', 'reason_id'])
    .where('execution_id', '=', executionId)
    .where(isOneOf(dialect, 'test_id', testIds))
    .execute()
  return Map.groupBy(rows, (row) => row.test_id)
}

/** Attempts of the same test in this part from an earlier segment. */
async function addEarlier(
  db: Db,
  dialect: Dialect,
  { executionId, part, continued }: ResultsTarget,
  gathered: GroupedTests,
  existing: Map<number, ResultRow[]>,
): Promise<void> {
  if (!continued || existing.size === 0) return
  const again = gathered.columns.test_id.flatMap((testId, index) =>
    existing.get(testId)?.some((row) => row.part === part.number)
      ? [gathered.detailed.get(index) ?? tellPass(gathered, index)]
      : [],
  )
  if (again.length === 0) return
  const rows = await db
    .selectFrom('attempt')
    .select(['test_id', 'repeat', 'status', 'start_ms', 'duration_us', 'reasons'])
    .where('execution_id', '=', executionId)
    .where('part', '=', part.number)
    .where(
      isOneOf(
        dialect,
        'test_id',
        again.map((test) => test.testId),
      ),
    )
    .orderBy('entry')
    .execute()
  const byTest = Map.groupBy(rows, (row) => row.test_id)
  for (const test of again) {
    test.plain = false
    const stored = byTest.get(test.testId) ?? []
    if (stored.length + test.attempts.length > LIMITS.attempts)
      throw tooManyAttempts(test.attempts[LIMITS.attempts - stored.length]?.entry ?? 0)
    if (stored.length > 0) {
      test.earlier = stored.map((row) => ({
        repeat: row.repeat,
        status: row.status,
        startMs: row.start_ms,
        durationUs: row.duration_us,
        reason: firstOf(row.reasons),
      }))
      continue
    }
    // Its row in `result` was plain and becomes its first attempt. A pass has a reason only because
    // of another run attempt, whose failure made it flaky.
    const row = existing.get(test.testId)?.find((one) => one.part === part.number) as ResultRow
    const isSkipped = Math.abs(row.verdict) === VERDICT.skipped
    const status = isSkipped ? ATTEMPT.skipped : ATTEMPT.passed
    const reason = isSkipped ? row.reason_id : null
    await db
      .insertInto('attempt')
      .values({
        execution_id: executionId,
        test_id: test.testId,
        part: part.number,
        entry: -1,
        repeat: 0,
        status,
        start_ms: row.start_ms,
        duration_us: row.duration_us,
        reasons: reason === null ? null : JSON.stringify([reason]),
        detail: null,
      })
      .execute()
    test.earlier = [{ repeat: 0, status, startMs: row.start_ms, durationUs: row.duration_us, reason }]
  }
}

const firstOf = (reasons: string | null): number | null =>
  reasons === null ? null : ((JSON.parse(reasons) as number[])[0] ?? null)

/** Writes the result of a test into its row. */
function fillIn(columns: ResultColumns, { at, attempts, earlier }: DetailedTest, reasons: Reasons): void {
  const { verdict, startMs, durationUs, reason } = derive([...earlier, ...attempts])
  columns.verdict[at] = verdict
  columns.start_ms[at] = startMs
  columns.duration_us[at] = durationUs
  columns.reason_id[at] = typeof reason === 'string' ? reasons.id(reason) : reason
}

async function insertAttempts(
  db: Db,
  dialect: Dialect,
  { executionId, part }: ResultsTarget,
  detailed: DetailedTest[],
  reasons: Reasons,
): Promise<void> {
  const rows = detailed
    .sort((a, b) => a.at - b.at)
    .flatMap((test) =>
      test.plain ? [] : test.attempts.map((attempt) => ({ ...attempt, testId: test.testId })),
    )
  await insertColumns(db, dialect, 'attempt', {
    execution_id: executionId,
    test_id: rows.map((row) => row.testId),
    part: part.number,
    entry: rows.map((row) => row.entry),
    repeat: rows.map((row) => row.repeat),
    status: rows.map((row) => row.status),
    start_ms: rows.map((row) => row.startMs),
    duration_us: rows.map((row) => row.durationUs),
    reasons: rows.map(({ reasons: errors, reason }) => {
      const tokens = errors.length > 0 ? errors : reason === null ? [] : [reason]
      return tokens.length === 0 ? null : JSON.stringify(tokens.map((token) => reasons.id(token)))
    }),
    detail: rows.map((row) => row.detail),
  })
}
