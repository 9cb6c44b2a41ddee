import { sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../ground/store/tables.ts'
import type { Scope } from './flakiness.ts'

export const ANY_FLAW = Object.values(FLAW).reduce((all, flaw) => all | flaw, 0)

export interface EvidenceRef {
  id: string
  url: string
  startedAt: string
}

/**
 * The execution of the window's newest evidence for each of these tests, given with the ids of all their
 * names; absent without any.
 */
export async function readLastEvidence(
  { store, baseUrl }: Pick<Context, 'store' | 'baseUrl'>,
  scope: Scope,
  identities: Map<number, number[]>,
): Promise<Map<number, EvidenceRef>> {
  const rows = await readNewestBad(store, scope, [...new Set([...identities.values()].flat())], EVIDENCE)
  const executions = new Map(rows.map((row) => [row.test_id, row]))
  return new Map(
    [...identities].flatMap(([testId, ids]): [number, EvidenceRef][] => {
      const [last] = ids.flatMap((id) => executions.get(id) ?? []).sort((a, b) => b.started_at - a.started_at)
      if (!last) return []
      const url = `${baseUrl}/executions/${last.public_id}`
      return [[testId, { id: last.public_id, url, startedAt: iso(last.started_at) }]]
    }),
  )
}

/** The newest execution with one of these flaws for each test: one step back in its index, however often it failed. */
export function readNewestBad(
  { read, dialect }: Store,
  { from, to, branch }: Scope,
  ids: number[],
  flaws: number,
) {
  return (
    read
      // Looked up once: Postgres would do it for the join and again for the row.
      .with(
        (cte) => cte('newest').materialized(),
        (db) =>
          db
            .selectFrom('test')
            .select('test.id')
            .select((eb) => {
              const evidence = eb
                .selectFrom('bad_run')
                .select('bad_run.execution_id')
                .whereRef('bad_run.test_id', '=', 'test.id')
                .where('bad_run.started_at', '>=', from)
                .where('bad_run.started_at', '<', to)
                .where(sql<boolean>`(bad_run.flaws & ${sql.lit(flaws)}) <> 0`)
                // A deleted one has left its project, while its runs still count.
                .where(
                  sql<boolean>`exists (select 1 from execution where execution.id = bad_run.execution_id
                    and execution.counted = 1 and execution.project_id = test.project_id)`,
                )
                .orderBy('bad_run.started_at', 'desc')
                .limit(1)
              // A value: as a condition on rows, Postgres would join it with all runs of a test before it
              // selects the newest.
              const ofBranch = evidence.where((run) =>
                run(
                  run
                    .selectFrom('leg_run')
                    .select('leg_run.branch')
                    .whereRef('leg_run.execution_id', '=', 'bad_run.execution_id')
                    .whereRef('leg_run.leg_id', '=', 'bad_run.leg_id'),
                  '=',
                  branch ?? '',
                ),
              )
              return (branch === undefined ? evidence : ofBranch).as('execution_id')
            })
            .where(isOneOf(dialect, 'test.id', ids)),
      )
      .selectFrom('newest')
      .innerJoin('execution', 'execution.id', 'newest.execution_id')
      .select(['newest.id as test_id', 'newest.execution_id', 'execution.public_id', 'execution.started_at'])
      .execute()
  )
}
