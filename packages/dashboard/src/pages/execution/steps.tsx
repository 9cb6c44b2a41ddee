import type { Attempt } from '../../data/queries.ts'
import { Icon } from '../../parts/icon.tsx'
import { durationText } from '../../parts/words.ts'

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
