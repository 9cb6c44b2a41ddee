import type { ReportedAttempt, ReportedName } from '../format.ts'
import type { JUnitCase, JUnitSuite } from './elements.ts'

/** A parsed test; later elements of its suite may still belong to it. */
export interface Pending {
  test: JUnitCase
  name: ReportedName
  attempts: ReportedAttempt[]
  /** Of the suite that contains it. */
  suite: JUnitSuite | undefined
}

/** A new string, which keeps no part of the file's text in memory. */
export const keyOf = ({ file, titles, variant }: ReportedName): string =>
  JSON.stringify([file, titles, variant])

/**
 * pytest writes two elements for a test and a failure in its teardown; true if the second was added
 * to the first.
 */
export const isSecondHalf = (
  pending: Pending,
  name: ReportedName,
  { outcomes }: JUnitCase,
  attempts: ReportedAttempt[],
): boolean => {
  const [only, ...more] = outcomes
  const isTearDown =
    only?.kind === 'error' && more.length === 0 && only.message.startsWith('failed on teardown with')
  if (!isTearDown || keyOf(pending.name) !== keyOf(name)) return false
  const last = pending.attempts.at(-1)
  const [second] = attempts
  if (!last || !second) return false
  last.status = second.status
  last.errors = [...(last.errors ?? []), ...(second.errors ?? [])]
  return true
}
