import type { Attempt } from '../../data/queries.ts'
import { withoutCodes } from '../../parts/codes.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { durationText } from '../../parts/words.ts'
import { isForeign } from './stack-frames.ts'
import '../../parts/lines.css'

export { Output } from '../../parts/output.tsx'

type Step = NonNullable<Attempt['steps']>[number]

export function Steps({ steps }: { steps: Step[] }) {
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

export function Stack({ text }: { text: string }) {
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
