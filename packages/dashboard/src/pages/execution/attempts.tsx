import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Attempt, Execution, Result } from '../../data/queries.ts'
import { useKeys } from '../../frame/keys.ts'
import { writeClipboard } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { ErrorList } from '../../parts/error-view.tsx'
import { StatusIcon, statusWord } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { durationText } from '../../parts/words.ts'
import { type Failure, hasFailed } from './failures-of.ts'
import { readForAgent } from './read-for-agent.ts'
import { shownAttempts } from './shown-attempts.ts'

const route = getRouteApi('/executions/$id')

const AttemptsBeside = lazy(async () => ({
  default: (await import('./attempts-beside.tsx')).AttemptsBeside,
}))

/** The text of the error does not wait for the code of the parts below it. */
const BelowError = lazy(async () => ({ default: (await import('./below-error.tsx')).BelowError }))

/**
 * Attempts as tabs: the one in the address is selected, or the last failed one. The last tab shows
 * all side by side.
 */
export function Attempts({
  execution,
  failure,
  result,
}: {
  execution: Execution
  failure: Failure
  result: Result
}) {
  const wanted = route.useSearch({ select: (search) => search.attempt })
  const navigate = useNavigate({ from: '/executions/$id' })
  const { attempts } = result
  const isBeside = wanted === 'all' && attempts.length > 1
  const at = indexOf(wanted, attempts)
  const attempt = attempts[at]
  const shown = shownAttempts(attempts.length, at)
  const choose = (chosen: number | 'all') =>
    navigate({
      search: (before) => ({ ...before, test: failure.key, attempt: chosen }),
      replace: true,
      resetScroll: false,
    })
  const step = (by: number) => {
    const next = at + by
    if (next >= 0 && next < attempts.length) choose(next + 1)
  }
  useKeys([
    { keys: ']', label: 'Next attempt', run: () => step(1) },
    { keys: '[', label: 'Previous attempt', run: () => step(-1) },
    ...(attempts.length > 1
      ? [{ keys: 'b', label: 'Attempts side by side', run: () => choose(isBeside ? at + 1 : 'all') }]
      : []),
    ...(hasFailed(result)
      ? [
          {
            keys: 'y',
            label: 'Copy this failure for an agent',
            run: () => void readForAgent(execution.id, result.testId).then(writeClipboard),
          },
        ]
      : []),
  ])
  if (!attempt) return null
  const errors = attempt.errors ?? []
  return (
    <div className="attempts">
      <Tabs
        label="Attempts"
        chosen={isBeside ? 'all' : String(at + 1)}
        onChoose={(id) => choose(id === 'all' ? id : Number(id))}
        tabs={[
          ...shown.map((i) => ({
            id: String(i + 1),
            label: (
              <>
                <StatusIcon status={attempts[i]?.status ?? 'skipped'} isNamed />
                {i === at && !isBeside ? `Attempt ${i + 1}` : i + 1}
              </>
            ),
          })),
          ...(attempts.length > 1 ? [{ id: 'all', label: 'Side by side' }] : []),
        ]}
        note={[
          isBeside ? '' : noteOf(result, at),
          result.passedAlone ? 'passed only when run again alone, so the failure stays' : '',
          partOf(shown, attempts.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        {isBeside ? (
          <Suspense fallback={<Skeleton rows={4} />}>
            <AttemptsBeside execution={execution} attempts={attempts} shown={shown} />
          </Suspense>
        ) : (
          <>
            <ErrorList execution={execution} errors={errors} />
            {errors.length === 0 && <p className="error">{withoutError(attempt)}</p>}
            <Suspense fallback={<Skeleton rows={3} />}>
              <BelowError execution={execution} attempt={attempt} failure={failure} result={result} />
            </Suspense>
          </>
        )}
      </Tabs>
    </div>
  )
}

function withoutError({ status, skip }: Attempt): string {
  if (status === 'passed') return 'This attempt passed.'
  if (status !== 'skipped') return `This attempt ${statusWord(status)}, without an error.`
  const { kind = 'skip', reason } = skip ?? {}
  return reason ? `Skipped: ${reason}` : SKIPPED[kind]
}

/** Why a test without a given reason did not run. */
const SKIPPED: Record<NonNullable<Attempt['skip']>['kind'], string> = {
  skip: 'Skipped in the source, without a reason.',
  todo: 'Marked as to do in the source.',
  hook: 'Did not run, because a hook or a fixture failed before it.',
  filtered: 'Left out of this run, by a filter or after a failure.',
  interrupted: 'Did not run, because the run was interrupted.',
}

const partOf = (shown: number[], count: number): string =>
  shown.length === count ? '' : `${(shown[0] ?? 0) + 1} to ${(shown.at(-1) ?? 0) + 1} of ${count} attempts`

function indexOf(wanted: number | 'all' | undefined, attempts: Result['attempts']): number {
  if (typeof wanted === 'number' && wanted <= attempts.length) return wanted - 1
  return Math.max(
    0,
    attempts.findLastIndex(({ status }) => status !== 'passed' && status !== 'skipped'),
  )
}

function noteOf({ attempts }: Result, at: number): string {
  const took = durationText(attempts[at]?.durationMs ?? 0)
  const messages = attempts.map(({ errors }) => errors?.[0]?.message ?? null)
  const isSame = attempts.length > 1 && messages[0] !== null && messages.every((each) => each === messages[0])
  return isSame ? `${took} · the same error in all ${attempts.length} attempts` : took
}
