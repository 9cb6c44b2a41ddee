import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Window } from '../../history/history/window.ts'
import { testsInState } from '../../history/monitors/tests-in-state.ts'
import { readTestNames } from '../../history/tests/test-names.ts'

/** The number of tests that each list names; its count covers all of them. */
const MOST_NAMED = 5

/**
 * What to look at first: tests whose monitors report them as broken, and tests that became flaky in
 * the window.
 */
export async function readLookFirst(ctx: Context, projectId: number, { from }: Window) {
  const [broken, flaky] = await Promise.all([
    newestFirst(ctx, projectId, 'broken', 0),
    newestFirst(ctx, projectId, 'flaky', from),
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

async function newestFirst({ store }: Context, projectId: number, state: 'broken' | 'flaky', from: number) {
  const found = [...(await testsInState(store, projectId, state))]
    .filter(([, since]) => since >= from)
    .sort(([a, earlier], [b, later]) => later - earlier || a - b)
  const rows = found.slice(0, MOST_NAMED).map(([test_id, since]) => ({ test_id, since }))
  return { count: found.length, rows }
}
