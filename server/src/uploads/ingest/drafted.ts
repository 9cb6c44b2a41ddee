import { type AttemptDetail, type AttemptStatus, LIMITS, type Open } from '@svc/protocol'
import { list, type Place } from './check.ts'
import { tooManyTests } from './cut-document.ts'
import type { KeptDetail } from './segment.ts'

/** The content of a document in any format, before defaults fill the gaps. */
export interface Drafted {
  open: Partial<Open> & Pick<Open, 'runner'>
  tests: DraftedTest[]
  /** Failures outside any test; `reason` is a token of `Reasons`. */
  errors: { file: string | null; reason: string }[]
  end: { status?: 'passed' | 'failed' | 'interrupted'; durationMs?: number }
}

export interface DraftedTest {
  file: string
  titles: string[]
  variant: string
  attempts: { status: AttemptStatus; durationMs: number; startedAt?: number; detail?: KeptDetail }[]
}

/** Converts a checked detail into the form in which it is stored. */
export type Keep = (detail: AttemptDetail) => KeptDetail | undefined

/** A document's tests, one after the other; `given` are tests that were cut out of the document. */
export function readTests(
  place: Place,
  results: unknown,
  given: Iterable<unknown[]> | null,
  read: (place: Place, value: unknown) => DraftedTest,
): DraftedTest[] {
  const tests: DraftedTest[] = []
  let attempts = 0
  for (const some of given ?? [list(place, results, LIMITS.bodyEntries)])
    for (const one of some) {
      const test = read(`${place}[${tests.length}]`, one)
      attempts += test.attempts.length
      if (attempts > LIMITS.bodyEntries) throw tooManyTests(place)
      tests.push(test)
    }
  return tests
}
