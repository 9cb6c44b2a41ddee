import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter'
import type { AttemptDetail } from '@svc/protocol'

type Skip = NonNullable<AttemptDetail['skip']>

/** Why a reported test was skipped: its author requested it, or something prevented it from running. */
export const whySkipped = (test: TestCase, result: TestResult): Skip => {
  const notes = annotationsOf(test, result)
  const note = notes.find(({ type }) => type === 'skip' || type === 'fixme')
  if (note || test.expectedStatus === 'skipped')
    return { kind: 'skip', ...(note?.description ? { reason: note.description } : {}) }
  const isSerial = notes.some(({ type }) => type === 'serial')
  return {
    kind: 'hook',
    ...(isSerial ? { reason: 'an earlier test or hook of its serial group failed' } : {}),
  }
}

/**
 * Why tests never started. Without a bail or an interruption, only a failed project that they
 * depend on remains.
 */
export const whyNotBegun = (status: FullResult['status'], hasBailed: boolean): Skip => {
  if (hasBailed) return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (status === 'interrupted') return { kind: 'interrupted' }
  if (status === 'timedout') return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}

/** Since 1.52 each result has its own list; for a test that did not run, it is empty. */
export const annotationsOf = (test: TestCase, result?: TestResult): TestCase['annotations'] =>
  result?.annotations?.length ? result.annotations : test.annotations
