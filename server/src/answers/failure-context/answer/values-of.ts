import { cutPair, type Failure } from '@svc/protocol'
import { statedValues, type Values, valuesOfDiff } from '../../../ground/kernel/stated-values.ts'
import { valueLines } from '../../../results/results/value-lines.ts'

/** Equal characters around a difference that a cut value keeps. */
const CONTEXT = 20

/**
 * What an assertion compared, each value at most so many characters, cut around their difference; of values with many
 * lines the first that differs. Null if neither the failure nor its message has them.
 */
export function valuesOf(message: string, failure: Failure | null, most: number): Values | null {
  const found = reported(failure) ?? statedValues(message)
  if (found === null || found.expected === found.received) return null
  const [expected, received] = cutPair(found.expected, found.received, most, CONTEXT)
  return { expected, received }
}

function reported(failure: Failure | null): Values | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  if (!expected.includes('\n') && !actual.includes('\n')) return { expected, received: actual }
  return valuesOfDiff(valueLines(expected, actual, 1))
}
