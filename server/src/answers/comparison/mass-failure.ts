import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { countOf } from '../../ground/kernel/count-of.ts'
import { MASS_FAILURE } from '../../history/history/mass-failure-limits.ts'
import { LEAST_TESTS } from '../../results/results/error-sign.ts'
import { isWholeRun } from './evidence/failure-evidence.ts'

type Compared = z.input<typeof Comparison>
type Judged = Pick<Compared, 'regressions' | 'stillFailing' | 'failuresNotCompared' | 'newTests'>

/**
 * A sentence if nearly all tests of the head failed, most of them with one message, or most of those passed on the
 * base; otherwise null. Fingerprints are of no use here: each test of a dead server asserts in a file of its own.
 */
export function sayMassFailure({ passed, failed, flaky }: Compared['head']['counts'], judged: Judged) {
  const ran = passed + failed + flaky
  if (failed < LEAST_TESTS || failed < ran * MASS_FAILURE.share) return null
  const { regressions, stillFailing, failuresNotCompared, newTests } = judged
  const messages = new Map<string, number>()
  let errors = 0
  for (const { error } of [...regressions, ...stillFailing, ...failuresNotCompared, ...newTests]) {
    if (error === null) continue
    messages.set(error.message, (messages.get(error.message) ?? 0) + 1)
    errors++
  }
  const alike = Math.max(0, ...messages.values())
  const who =
    failed === ran ? `All ${countOf(ran, 'test')} failed` : `${failed} of ${countOf(ran, 'test')} failed`
  const advice = 'look first at what they share.'
  if (alike * 2 > errors) return `${who}${alike === errors ? '' : ', most of them'} with one error: ${advice}`
  const broke = regressions.length
  return isWholeRun({ ran, broke }) ? `${who}, and ${broke} of them passed on the base: ${advice}` : null
}
