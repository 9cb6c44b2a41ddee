import { findingOf, type Orders, totalOf } from '@svc/prove/burn-rule'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Store } from '../../../ground/store/open.ts'
import { lastDays } from '../../../history/history/window.ts'
import { readFlakiness } from '../../../history/tests/flakiness.ts'
import { readTestNames } from '../../../history/tests/test-names.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { type ExperimentRow, readExperiments } from '../../../results/experiments/read-experiments.ts'
import { identitiesOf } from '../../../results/test-identity/former-names.ts'
import { isOfHead } from './experiments.ts'
import { placeOf } from './failures.ts'

type Burned = z.input<typeof Comparison>['flakyInBurnIn'][number]

interface BurnInOf {
  head: ExecutionRow
  /** The branch of the base; null if runs name none. */
  branch: string | null
  isNew(testId: string, leg: string): boolean
  /** The names of the head's legs. */
  legNames: ReadonlyMap<number, string>
}

/** Tests that were flaky on the base branch so many days before are not newly flaky. */
const DAYS = 30

/** The tests that failed and passed in burn-ins of exactly the head's code, the one that failed most often first. */
export async function readBurnIn(
  store: Store,
  { head, branch, isNew, legNames }: BurnInOf,
): Promise<Burned[]> {
  const rows = (await readExperiments(store, head.id)).filter(
    (row) => row.purpose === 'burn-in' && isOfHead(row, head),
  )
  const places = Map.groupBy(rows, (row) => placeOf({ testId: row.test_id, legId: row.leg_id }))
  const flaky = [...places.values()].flatMap((own) => {
    const [first] = own as [ExperimentRow]
    const orders = ordersOf(own)
    return findingOf(orders) === 'flaky' ? [{ ...first, ...totalOf(orders) }] : []
  })
  if (flaky.length === 0) return []
  const ids = [...new Set(flaky.map(({ test_id }) => test_id))]
  const [names, before] = await Promise.all([
    readTestNames(store, ids),
    flakyBefore(store, { head, branch }, ids),
  ])
  return flaky
    .flatMap(({ test_id, leg_id, failed, passed }): Burned[] => {
      const [name, leg] = [names.get(test_id), legNames.get(leg_id) ?? '']
      if (!name) return []
      const isFresh = isNew(name.testId, leg)
      return isFresh || !before.has(test_id) ? [{ ...name, leg, isNew: isFresh, failed, passed }] : []
    })
    .sort((one, other) => shareOf(other) - shareOf(one) || (one.testId < other.testId ? -1 : 1))
}

const shareOf = ({ failed, passed }: Burned): number => failed / (failed + passed)

/** How the trials ended, in each order of the file's tests. */
function ordersOf(rows: ExperimentRow[]): Orders {
  const orders = new Map<number | 'own', { failed: number; passed: number }>()
  for (const { side, result, order = 'own' } of rows.flatMap(({ trials }) => trials)) {
    if (side === 'base' || result === 'void') continue
    const { failed, passed } = orders.get(order) ?? { failed: 0, passed: 0 }
    orders.set(order, {
      failed: failed + (result === 'failed' ? 1 : 0),
      passed: passed + (result === 'passed' ? 1 : 0),
    })
  }
  return orders
}

async function flakyBefore(
  store: Store,
  { head, branch }: Pick<BurnInOf, 'head' | 'branch'>,
  ids: number[],
): Promise<ReadonlySet<number>> {
  const scope = {
    ...lastDays(DAYS, head.started_at),
    projectId: head.project_id,
    ...(branch !== null && { branch }),
  }
  const found = await readFlakiness(store, scope, await identitiesOf(store, head.project_id, ids))
  return new Set(found.filter(({ flaky }) => flaky > 0).map(({ testId }) => testId))
}
