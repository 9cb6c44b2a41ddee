import { sql } from 'kysely'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../ground/store/tables.ts'
import type { Window } from './window.ts'

/** Which days of tests to sum. */
interface DaysWanted {
  projectId: number
  /** Days since the epoch: these, or a range. */
  days: number[] | Window
  /** All unless given. */
  branches?: readonly string[] | undefined
  /** All unless given. */
  tests?: number[] | undefined
  /** Only days with evidence, which a partial index has. */
  withEvidence?: boolean
}

/**
 * The sums of these days for each test. `test_day` has every failure that `bad_run` has, also those of an execution that
 * settles or is withdrawn in steps, whose runs do not count. The same statement subtracts them: a reader finds all failures
 * of an execution, or none.
 */
export function sumDays(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  { projectId, days, branches, tests, withEvidence = false }: DaysWanted,
) {
  const added = read
    .selectFrom('test_day')
    .select(['test_id', 'failed', 'flaky', 'same_tree'])
    .where('project_id', '=', projectId)
    .where((eb) =>
      Array.isArray(days)
        ? isOneOf(dialect, 'day', days)
        : eb.and([eb('day', '>=', days.from), eb('day', '<', days.to)]),
    )
    .$if(branches !== undefined, (query) => query.where('branch', 'in', branches ?? []))
    .$if(tests !== undefined, (query) => query.where(isOneOf(dialect, 'test_id', tests ?? [])))
    // A literal, so that both databases use the index.
    .$if(withEvidence, (query) => query.where(sql<boolean>`flaky > 0`))
  const minus = (flaw: number) =>
    sql<number>`case when (bad_run.flaws & ${sql.lit(flaw)}) <> 0 then -1 else 0 end`
  const [first, end] = Array.isArray(days) ? [Math.min(...days), Math.max(...days) + 1] : [days.from, days.to]
  const unfinished = read
    .selectFrom('execution')
    .innerJoin('bad_run', 'bad_run.execution_id', 'execution.id')
    .select(['bad_run.test_id', minus(FLAW.failed).as('failed'), minus(EVIDENCE).as('flaky')])
    .select(minus(FLAW.sameTree).as('same_tree'))
    // What the partial index asks for, and a range that SQLite searches in it.
    .where('execution.settling', '<>', sql.lit(0))
    .where('execution.settling', '>', sql.lit(0))
    .where('execution.counted', 'is', null)
    .where('execution.project_id', '=', projectId)
    .where('execution.started_at', '>=', first * DAY_MS)
    .where('execution.started_at', '<', end * DAY_MS)
    .where('bad_run.flaws', '<>', sql.lit(FLAW.shared))
    .$if(branches !== undefined, (query) =>
      query.where(sql<string>`coalesce(execution.branch, '')`, 'in', branches ?? []),
    )
    .$if(tests !== undefined, (query) => query.where(isOneOf(dialect, 'bad_run.test_id', tests ?? [])))
  return read
    .selectFrom(added.unionAll(unfinished).as('each'))
    .select((eb) => [
      'test_id',
      eb.fn.sum<number>('failed').as('failed'),
      eb.fn.sum<number>('flaky').as('flaky'),
      eb.fn.sum<number>('same_tree').as('same_tree'),
    ])
    .groupBy('test_id')
    .$if(withEvidence, (query) => query.having((eb) => eb(eb.fn.sum('flaky'), '>', sql.lit(0))))
}
