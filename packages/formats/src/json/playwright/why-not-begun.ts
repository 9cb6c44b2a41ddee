import type { AttemptDetail } from '@svc/protocol'

/** Why tests never started, according to the rest of the report. */
export const whyNotBegun = ({
  errors,
  isInterrupted,
}: {
  errors: string[]
  isInterrupted: boolean
}): NonNullable<AttemptDetail['skip']> => {
  if (errors.some((message) => message.includes('Testing stopped early')))
    return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (errors.some(isGlobalTimeout))
    return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  if (isInterrupted) return { kind: 'interrupted' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}

const isGlobalTimeout = (message: string): boolean =>
  message.includes('Timed out waiting ') && / (?:test suite|test run|to run)/.test(message)
