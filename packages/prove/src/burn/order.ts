import type { Counts } from '../rule/causes.ts'

/** A test in the runs of its file: how it ended in each order of the tests; the key of the file's own order is `own`. */
export type Orders = ReadonlyMap<number | 'own', Counts>

/**
 * What repeats show. `flaky`: it failed and passed in one order, on the same code. `order`: it ends otherwise in another
 * order, each time. `fails` and `passes`: always, so far. `unseen`: it did not run.
 */
export type BurnFinding = 'flaky' | 'order' | 'fails' | 'passes' | 'unseen'

/** An order that was tried so often and always ended in one way. */
const REPEATED = 2

/** Returns what the runs show. A failure in another order counts when that order was tried again. */
export const findingOf = (orders: Orders): BurnFinding => {
  const all = [...orders.values()]
  if (all.some(({ failed, passed }) => failed > 0 && passed > 0)) return 'flaky'
  const failing = all.filter(({ failed }) => failed > 0)
  const passing = all.filter(({ passed }) => passed > 0)
  if (failing.length === 0) return passing.length === 0 ? 'unseen' : 'passes'
  if (passing.length === 0) return 'fails'
  return failing.some(({ failed }) => failed >= REPEATED) ? 'order' : 'passes'
}

/** Returns the order that has to be tried again, because it is the only one with a failure; undefined without one. */
export const doubtfulOrder = (orders: Orders): number | undefined => {
  for (const [order, { failed, passed }] of orders)
    if (order !== 'own' && failed > 0 && failed + passed < REPEATED) return order
  return undefined
}

/** Returns the sum of all orders. */
export const totalOf = (orders: Orders): Counts =>
  [...orders.values()].reduce(
    (sum, { failed, passed }) => ({ failed: sum.failed + failed, passed: sum.passed + passed }),
    { failed: 0, passed: 0 },
  )
