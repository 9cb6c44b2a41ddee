import type { Tally } from '@svc/client/action'
import { ask } from './ask.ts'
import type { StepContext } from './context.ts'
import type { TriedHere } from './prove/trials.ts'
import type { Svc } from './svc/call.ts'
import type { Report } from './svc/report.ts'
import { wordsOf } from './trouble.ts'

/** What trials of this job gave; `flaky` counts newly flaky tests of the burn-in, by this job alone. */
export interface Tried extends TriedHere {
  flaky: number
}

export const NOTHING: Tried = { parts: [], hasSent: false, flaky: 0 }

/** Repeats the failed tests of this job, and its new and changed ones, as far as the inputs ask for it. */
export const tryAgain = async (
  context: StepContext,
  svc: Svc,
  reports: Report[],
  tally: Tally | undefined,
): Promise<Tried> => {
  const { settings, isPost } = context
  const proved =
    settings.proveMs > 0 && !isPost ? await orNothing(context, () => prove(context, reports, tally)) : NOTHING
  const burned =
    settings.burnInMs > 0 && !isPost
      ? await orNothing(context, () => burnIn(context, svc, reports, tally))
      : NOTHING
  return {
    parts: [...proved.parts, ...burned.parts],
    hasSent: proved.hasSent || burned.hasSent,
    flaky: burned.flaky,
  }
}

const prove = async (context: StepContext, reports: Report[], tally: Tally | undefined): Promise<Tried> => {
  const { proveHere } = await import('./prove/prove-here.ts')
  return { ...(await proveHere(context, reports, tally)), flaky: 0 }
}

const burnIn = async (
  context: StepContext,
  svc: Svc,
  reports: Report[],
  tally: Tally | undefined,
): Promise<Tried> => {
  const { burnInHere } = await import('./prove/burn-in-here.ts')
  return (await ask(context, () => burnInHere(context, svc, reports, tally))) ?? NOTHING
}

/** Trials are beside the report: an error in them must not cost the gate, the comment and the checks. */
const orNothing = async ({ log }: StepContext, work: () => Promise<Tried>): Promise<Tried> => {
  try {
    return await work()
  } catch (error) {
    log.note('warning', `Nothing was repeated: ${wordsOf(error)}`)
    return NOTHING
  }
}
