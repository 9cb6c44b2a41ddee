import { verdictUrgency } from '@svc/protocol'
import type { Comparison, ciOperations } from '@svc/schema'
import type { z } from 'zod'
import { testRef } from '../../results/results/test-ref.ts'

type Compared = z.input<typeof Comparison>
type Reported = z.input<typeof ciOperations.getReport.output>['failures'][number]
type Judged = Pick<Compared['newTests'][number], 'verdict'> & Compared['improvements'][number]

/** A failure without its line and owners. */
export type FoundFailure = Omit<Reported, 'line' | 'owners'>

const MOST_MESSAGE = 1_000

const ORDER: Record<Reported['kind'], number> = {
  regression: 0,
  error: 1,
  new: 2,
  'not-compared': 3,
  'still-failing': 4,
}

/** All failures, the most urgent first: by verdict, then by kind, then as in the comparison. */
export function failuresOf(compared: Compared): FoundFailure[] {
  const { url } = compared.head
  const toFailure = (kind: Exclude<Reported['kind'], 'error'>) => (change: Judged) => ({
    kind,
    test: testRef(change),
    file: change.file,
    message: change.error?.message ?? '',
    verdict: change.verdict?.kind ?? null,
    because: change.verdict?.because ?? null,
    url,
  })
  const failures: FoundFailure[] = [
    ...compared.regressions.map(toFailure('regression')),
    ...compared.errors.introduced.map(({ file, message }) => ({
      kind: 'error' as const,
      test: null,
      file,
      message,
      verdict: null,
      because: null,
      url,
    })),
    ...newFailures(compared).map(toFailure('new')),
    ...compared.failuresNotCompared.map(({ reason, missing, ...change }) => ({
      ...toFailure('not-compared')({ ...change, verdict: null }),
      because: `${reason}; ${missing} would decide`,
    })),
    ...compared.stillFailing.map(toFailure('still-failing')),
  ]
  // An earlier failure is not new, regardless of its verdict.
  const isOld = ({ kind }: FoundFailure) => Number(kind === 'still-failing')
  return failures.sort(
    (a, b) =>
      isOld(a) - isOld(b) ||
      verdictUrgency(a.verdict) - verdictUrgency(b.verdict) ||
      ORDER[a.kind] - ORDER[b.kind],
  )
}

/** Failing tests that are new, or were skipped before. */
export const newFailures = ({ newTests }: Compared) =>
  newTests.filter(({ head }) => head?.status === 'failed')

/** As much of a message as a report contains. */
export const cutMessage = (message: string) => message.slice(0, MOST_MESSAGE).toWellFormed()
