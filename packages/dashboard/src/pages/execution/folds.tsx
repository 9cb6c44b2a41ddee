import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Attempt, Execution } from '../../data/queries.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Output, withoutCodes } from '../../parts/output.tsx'
import { count, durationText } from '../../parts/words.ts'
import { readForAgent } from './answer.tsx'
import type { Failure } from './failures-of.ts'
import type { Pane } from './search.ts'
import './folds.css'

const route = getRouteApi('/executions/$id')

type Step = NonNullable<Attempt['steps']>[number]

/** What led to the failure, and everything as the runner told it: one click each. */
export function Folds({
  execution,
  attempt,
  failure,
  testId,
}: {
  execution: Execution
  attempt: Attempt
  failure: Failure
  testId: string
}) {
  const { pane } = route.useSearch()
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
    <div className="folds">
      {steps.length > 0 && (
        <Disclosure title="Steps" note={stepsNote(steps)} {...fold('steps')}>
          <Steps steps={steps} />
        </Disclosure>
      )}
      {stacks.length > 0 && (
        <Disclosure title="Stack" note={stackNote(stacks)} {...fold('stack')}>
          <Stack text={stacks.join('\n\n')} />
        </Disclosure>
      )}
      {lines > 0 && (
        <Disclosure title="Output" note={count(lines, 'line')} {...fold('output')}>
          {stdout && <Output text={stdout} label="Standard output" />}
          {stderr && <Output text={stderr} label="Standard error" />}
        </Disclosure>
      )}
      {raw !== '' && (
        <Disclosure title="Raw error" note="as the runner told it" {...fold('raw')}>
          <Output text={raw} label="Raw error" />
        </Disclosure>
      )}
      <div className="copies">
        <CopyButton text={() => readForAgent(execution.id, testId)} label="Copy this failure for an agent" />
        <CopyButton text={() => readMarkdown(failure, attempt)} label="Copy as Markdown" />
        {attempt.truncated && attempt.truncated.length > 0 && (
          <span className="muted">Cut to their limits: {attempt.truncated.join(', ')}.</span>
        )}
      </div>
    </div>
  )
}

/** Its code is loaded when somebody copies. */
async function readMarkdown(failure: Failure, attempt: Attempt): Promise<string> {
  const { markdownOf } = await import('./failure-markdown.ts')
  return markdownOf(failure, attempt, location.href)
}

function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="steps">
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order and nothing else
        <li key={i}>
          <span className={step.error === undefined ? 'step' : 'step broke'}>
            <Icon
              name={step.error === undefined ? 'passed' : 'failed'}
              tone={step.error === undefined ? 'muted' : 'failed'}
              label={step.error === undefined ? 'passed' : 'failed'}
            />
            <span>{step.title}</span>
            <span className="muted end nowrap">{durationText(step.durationMs)}</span>
          </span>
          {step.steps && step.steps.length > 0 && <Steps steps={step.steps} />}
        </li>
      ))}
    </ol>
  )
}

const stepsNote = (steps: Step[]): string => {
  const failed = steps.findIndex(({ error }) => error !== undefined)
  if (failed < 0) return count(steps.length, 'step')
  return failed === steps.length - 1
    ? `${steps.length}, the last one failed`
    : `${steps.length}, number ${failed + 1} failed`
}

/** Frames of other people's code are paler. */
const isForeign = (line: string): boolean => /node_modules|node:internal|\(internal\//.test(line)
const isFrame = (line: string): boolean => /^\s*at |^\s+File "/.test(line)

function Stack({ text }: { text: string }) {
  return (
    <figure className="output">
      <figcaption className="label">
        Stack
        <CopyButton text={text} label="Copy the stack" isSmall />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <section className="lines tall" tabIndex={0} aria-label="Stack">
        {withoutCodes(text)
          .split('\n')
          .map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
            <div key={i} {...(isForeign(line) && { className: 'left' })}>
              {line}
            </div>
          ))}
      </section>
    </figure>
  )
}

function stackNote(stacks: string[]): string {
  const frames = stacks.flatMap((stack) => stack.split('\n').filter(isFrame))
  const own = frames.filter((line) => !isForeign(line)).length
  return `${count(own, 'frame')} of your code, ${frames.length - own} of others`
}
