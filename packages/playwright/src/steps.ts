import type { TestStep } from '@playwright/test/reporter'
import { LIMITS, type Step } from '@svc/protocol'
import { toFailure } from './failure.ts'

/** Steps within the limits, plus one, so that the cut is detected and marked. */
export const toSteps = (steps: TestStep[], depth = 1): Step[] =>
  (steps.length > LIMITS.steps ? steps.slice(0, LIMITS.steps + 1) : steps).map((step) => toStep(step, depth))

const toStep = ({ title, subtitle, category, duration, error, steps }: TestStep, depth: number): Step => ({
  // Since 1.65, an action's target is separate from its name.
  title: subtitle ? `${title} ${subtitle}` : title,
  category,
  durationMs: Math.max(0, duration),
  ...(error ? { error: toFailure(error).message } : {}),
  ...(steps.length > 0 && depth <= LIMITS.depth ? { steps: toSteps(steps, depth + 1) } : {}),
})
