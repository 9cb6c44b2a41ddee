import type { Tally } from '@svc/client/action'
import type { StepContext } from './context.ts'
import type { Settings } from './inputs.ts'
import type { TriedHere } from './prove/trials.ts'
import type { Svc } from './svc/call.ts'
import type { Report } from './svc/report.ts'
import { Trouble, wordsOf } from './trouble.ts'

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

/** Undefined if it did not work, which is noted; what an input is to blame for is added to `wrong`. */
export const ask = async <T>(
  { log, settings }: StepContext,
  act: () => Promise<T>,
  wrong?: string[],
): Promise<T | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const blamed = wrong && wrongInput(settings, error)
    if (blamed) wrong.push(blamed)
    log.note('error', blamed ?? error.message)
    return undefined
  }
}

/** Returns an error if an input names something that the server does not have: a typo must not open the gate. */
const wrongInput = ({ base, project }: Settings, error: unknown): string | undefined => {
  if (!(error instanceof Trouble)) return undefined
  const { status, said } = error
  const isNone = (what: string) => status === 404 && said.includes(`no such ${what}`)
  if (base && (isNone('execution') || (status === 400 && said.startsWith('base '))))
    return `The input base is ${JSON.stringify(base)}, which the server rejected (${status}: ${said}). Set it to auto, or to the id of an execution of the same project.`
  if (project && isNone('project'))
    return `The input project is ${JSON.stringify(project)}, which the server did not find with this key (${status}: ${said}). Set it to the slug of a project with results; the first upload to a project creates it.`
  return undefined
}
