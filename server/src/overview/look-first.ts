import { sql } from 'kysely'
import type { Window } from '../history/window.ts'
import type { Context } from '../kernel/context.ts'
import { iso } from '../kernel/time.ts'
import type { MonitorState } from '../store/tables.ts'
import { readTestNames } from '../tests/test-names.ts'

/** The number of tests that each list names; its count covers all of them. */
const MOST_NAMED = 5

/**
 * What to look at first: tests whose monitors report them as broken, and tests that became flaky in
 * the window.
 */
export async function readLookFirst(ctx: Context, projectId: number, { from }: Window) {
  const [broken, flaky] = await Promise.all([
    readMonitored(ctx, projectId, 'broken', 0),
    readMonitored(ctx, projectId, 'flaky', from),
  ])
  const names = await readTestNames(
    ctx.store,
    [...broken.rows, ...flaky.rows].map(({ test_id }) => test_id),
  )
  const listed = ({ count, rows }: typeof broken) => ({
    count,
    tests: rows.flatMap(({ test_id, since }) => {
      const name = names.get(test_id)
      return name ? [{ ...name, since: iso(since) }] : []
    }),
  })
  return { broken: listed(broken), newlyFlaky: listed(flaky) }
}

async function readMonitored({ store }: Context, projectId: number, state: MonitorState, from: number) {
  const monitored = store.read
    .selectFrom('test_monitor')
    .where('project_id', '=', projectId)
    // A literal, so that both databases use their partial index.
    .where(sql<boolean>`state <> 'healthy'`)
    .where('state', '=', state)
    .where('since', '>=', from)
  const [count, rows] = await Promise.all([
    monitored.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst(),
    monitored
      .select(['test_id', 'since'])
      .orderBy('since', 'desc')
      .orderBy('test_id')
      .limit(MOST_NAMED)
      .execute(),
  ])
  return { count: Number(count?.count ?? 0), rows }
}
