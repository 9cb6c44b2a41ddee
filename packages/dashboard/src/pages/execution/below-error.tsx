import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Attempt, Execution, Result } from '../../data/queries.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Disclosure } from '../../parts/disclosure.tsx'
import { isForeign, isFrame } from '../../parts/stack-frames.ts'
import { count } from '../../parts/words.ts'
import { Artifacts } from './artifacts.tsx'
import { type Failure, hasFailed } from './failures-of.ts'
import { readForAgent } from './read-for-agent.ts'
import type { Pane } from './search.ts'
import './folds.css'

const route = getRouteApi('/executions/$id')

// Each loads when the reader opens it.
const Output = lazy(async () => ({ default: (await import('../../parts/output.tsx')).Output }))
const Stack = lazy(async () => ({ default: (await import('../../parts/stack.tsx')).Stack }))
const Steps = lazy(async () => ({ default: (await import('./steps.tsx')).Steps }))

type Step = NonNullable<Attempt['steps']>[number]

/**
 * The parts below an attempt's error: its files, the steps before the failure, and the runner's
 * complete report.
 */
export function BelowError({
  execution,
  attempt,
  failure,
  result,
}: {
  execution: Execution
  attempt: Attempt
  failure: Failure
  result: Result
}) {
  const pane = route.useSearch({ select: (search) => search.pane })
  const navigate = useNavigate({ from: '/executions/$id' })
  const fold = (own: Pane) => ({
    isOpen: pane === own,
    onToggle: (isOpen: boolean) =>
      navigate({
        search: (before) => ({ ...before, pane: isOpen ? own : undefined }),
        replace: true,
        resetScroll: false,
      }),
  })
  const { steps = [], errors = [], stdout, stderr } = attempt
  const stacks = errors.flatMap(({ stack }) => stack ?? [])
  const raw = errors.map(({ message, stack }) => stack ?? message).join('\n\n')
  const lines = [stdout, stderr].reduce((sum, each) => sum + (each?.trimEnd().split('\n').length ?? 0), 0)
  return (
    <>
      <Artifacts execution={execution.id} attempt={attempt} />
      <div className="folds">
        {steps.length > 0 && (
          <Disclosure title="Steps" note={stepsNote(steps)} {...fold('steps')}>
            <Suspense>
              <Steps steps={steps} />
            </Suspense>
          </Disclosure>
        )}
        {stacks.length > 0 && (
          <Disclosure title="Stack" note={stackNote(stacks)} {...fold('stack')}>
            <Suspense>
              <Stack text={stacks.join('\n\n')} />
            </Suspense>
          </Disclosure>
        )}
        {lines > 0 && (
          <Disclosure title="Output" note={count(lines, 'line')} {...fold('output')}>
            <Suspense>
              {stdout && <Output text={stdout} label="Standard output" />}
              {stderr && <Output text={stderr} label="Standard error" />}
            </Suspense>
          </Disclosure>
        )}
        {raw !== '' && (
          <Disclosure title="Raw error" note="as the runner reported it" {...fold('raw')}>
            <Suspense>
              <Output text={raw} label="Raw error" />
            </Suspense>
          </Disclosure>
        )}
        <div className="copies">
          {hasFailed(result) && (
            <>
              <CopyButton
                text={() => readForAgent(execution.id, result.testId)}
                label="Copy this failure for an agent"
              />
              <CopyButton text={() => readMarkdown(failure, attempt)} label="Copy as Markdown" />
            </>
          )}
          {attempt.truncated && attempt.truncated.length > 0 && (
            <span className="muted">Cut to their limits: {attempt.truncated.join(', ')}.</span>
          )}
        </div>
      </div>
    </>
  )
}

/** The code loads when the reader copies. */
async function readMarkdown(failure: Failure, attempt: Attempt): Promise<string> {
  const { markdownOf } = await import('./failure-markdown.ts')
  return markdownOf(failure, attempt, location.href)
}

const stepsNote = (steps: Step[]): string => {
  const failed = steps.findIndex(({ error }) => error !== undefined)
  if (failed < 0) return count(steps.length, 'step')
  return failed === steps.length - 1
    ? `${steps.length}, the last one failed`
    : `${steps.length}, number ${failed + 1} failed`
}

function stackNote(stacks: string[]): string {
  const frames = stacks.flatMap((stack) => stack.split('\n').filter(isFrame))
  const own = frames.filter((line) => !isForeign(line)).length
  if (frames.length === 0) return ''
  return `${count(own, 'frame')} of your code, ${frames.length - own} of others`
}
