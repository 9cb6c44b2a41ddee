import type { Comparison } from '@svc/schema'
import type { z } from 'zod'

type Answer = z.input<typeof Comparison>
type Why = Pick<Answer['failuresNotCompared'][number], 'reason' | 'missing'>

const MOST_LEGS = 3

/** Why the base has nothing to compare a failure on this leg with, and what would have. */
export function whyNotCompared(hasBase: boolean, isUnrun: boolean, legs: Answer['legs'], leg: string): Why {
  if (!hasBase) return { reason: 'no base run exists', missing: 'a base run' }
  if (isUnrun)
    return {
      reason: 'the base lists this test but did not run it',
      missing: 'a base run that runs this test',
    }
  if (!legs.onlyHead.includes(leg))
    return {
      reason: 'the base was cut off, and may have missed this test',
      missing: 'a base run that was not cut off',
    }
  const others = [...legs.compared, ...legs.onlyBase].sort()
  const shown = others.slice(0, MOST_LEGS)
  const names = [...shown, ...(others.length > shown.length ? ['others'] : [])].join(', ')
  return { reason: `the base ran on ${names} only, not on this leg`, missing: 'a base run on this leg' }
}
