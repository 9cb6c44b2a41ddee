import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter'
import type { AttemptDetail } from '@svc/protocol'

type Skip = NonNullable<AttemptDetail['skip']>

/** Why a reported test was skipped: its author asked for it, or something kept it from running. */
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

/** Why tests never began. Without a bail or a cut only a failed project they depend on is left. */
export const whyNotBegun = (status: FullResult['status'], hasBailed: boolean): Skip => {
  if (hasBailed) return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (status === 'interrupted') return { kind: 'interrupted' }
  if (status === 'timedout') return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}

/** Each result has its own list since 1.52; that of a test that did not run is empty. */
export const annotationsOf = (test: TestCase, result?: TestResult): TestCase['annotations'] =>
  result?.annotations?.length ? result.annotations : test.annotations
