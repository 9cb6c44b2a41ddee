import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Legs, LegsRead } from './read-legs.ts'

/** A leg of the head with its parts, and the base leg to compare it with. */
interface LegPair {
  head: number
  base: number
}

/**
 * Pairs equal legs. If the sides have no leg in common and each has only one, pairs those two, and
 * the answer says so. Examples are a local run against CI, or a new Node version.
 */
export function pairLegs(base: LegsRead, head: LegsRead) {
  const shared = [...head.parts.keys()].filter((leg) => base.parts.has(leg))
  const onlyBase = without(base.parts, head.parts)
  const onlyHead = without(head.parts, base.parts)
  const [baseLeg, headLeg] = [onlyBase[0], onlyHead[0]]
  const differing =
    shared.length === 0 &&
    onlyBase.length === 1 &&
    onlyHead.length === 1 &&
    baseLeg !== undefined &&
    headLeg !== undefined
      ? { base: baseLeg, head: headLeg }
      : null
  const legs: z.input<typeof Comparison>['legs'] = {
    compared: namesOf(shared, head),
    onlyBase: namesOf(onlyBase, base),
    onlyHead: namesOf(onlyHead, head),
    paired: differing && {
      base: base.names.get(differing.base) ?? '',
      head: head.names.get(differing.head) ?? '',
    },
  }
  const pairs: LegPair[] = differing ? [differing] : shared.map((leg) => ({ base: leg, head: leg }))
  return { legs, pairs, notCompared: differing ? [] : onlyHead }
}

const without = (legs: Legs, others: Legs) => [...legs.keys()].filter((leg) => !others.has(leg))

const namesOf = (ids: number[], { names }: LegsRead) => ids.map((id) => names.get(id) ?? '').sort()
