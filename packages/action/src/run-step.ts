import { getState } from '@actions/core'
import { ask } from './ask.ts'
import { connect } from './connect.ts'
import type { Ended, StepContext } from './context.ts'
import { findExecutions } from './executions.ts'
import { keepForCompanion } from './fork/keep.ts'
import { NOT_COMPARED, tallyHere, tellLocal } from './local.ts'
import { reportExecutions } from './report-executions.ts'
import { collect } from './sources/collect.ts'
import { findJournals } from './sources/find-journals.ts'
import type { Svc } from './svc/call.ts'

/** Runs the main or post step of a job with tests; the post step continues if the main step was killed. */
export const runStep = async (given: StepContext): Promise<Ended> => {
  const isCutOff = given.isPost && getState('begun') === 'true' && getState('told') !== 'true'
  if (given.isPost && !isCutOff && !(await hasLeftovers(given))) return { hasTrouble: false, isRed: false }
  const isBroken = !given.isPost && !(await readReportFiles(given))
  const ended = await runConnected(given, isCutOff)
  // An empty or broken report fails the step, regardless of the comparison.
  return { ...ended, isRed: ended.isRed || (isBroken && given.settings.failOn !== 'never') }
}

/** Converts report files into journals of this job; loads the code only if the input names files. */
const readReportFiles = async (context: StepContext): Promise<boolean> => {
  const { settings } = context
  if (settings.reportFiles.length === 0) return true
  const { recordReports } = await import('./sources/record-reports.ts')
  const { isWell, root } = await recordReports(context)
  if (root && settings.journals.length > 0) settings.journals.push(root)
  return isWell
}

const runConnected = async (given: StepContext, isCutOff: boolean): Promise<Ended> => {
  const connection = await connect(given)
  if (connection.kind === 'fork') return keepForCompanion(given)
  if (connection.kind === 'none') {
    // The main step has already reported it.
    if (given.isPost && !isCutOff) return { hasTrouble: true, isRed: false }
    const isRed = await tellLocal(given, await tallyHere(given), { why: NOT_COMPARED })
    return { hasTrouble: true, isRed }
  }
  const { context, svc } = connection
  const docs = await pushAnyDocs(context, svc)
  const collected = await collect(context)
  if (context.isPost && !isCutOff && collected.sent === 0)
    return { hasTrouble: collected.hasTrouble, isRed: false }
  // A server that accepted no upload would not answer either.
  const isHopeless = collected.left > 0 && collected.sent === 0 && collected.hasTrouble
  const wrong: string[] = []
  const ids = isHopeless
    ? undefined
    : await ask(context, () => findExecutions(context, svc, collected), wrong)
  const isNothing = ids?.length === 0 && !collected.hasTrouble
  // A job may push documents and run no tests.
  const isOnlyDocs = isNothing && docs.isDone
  if (isNothing && !isOnlyDocs) sayNothingFound(context)
  const reported = await reportExecutions(context, svc, ids ?? [], {
    isNothing,
    isPartial: collected.left > 0 && collected.hasTrouble,
    ...(collected.tally && { tally: collected.tally }),
  })
  return {
    hasTrouble:
      docs.hasTrouble || collected.hasTrouble || reported.hasTrouble || (!ids?.length && !isOnlyDocs),
    isRed: reported.isRed || (wrong.length > 0 && !context.isPost),
  }
}

/** Loaded only if the input is set. */
const pushAnyDocs = async (
  context: StepContext,
  svc: Svc,
): Promise<{ isDone: boolean; hasTrouble: boolean }> => {
  if (context.settings.docs === '' || context.isPost) return { isDone: false, hasTrouble: false }
  const { pushDocs } = await import('./docs.ts')
  return pushDocs(context, svc)
}

/** The post step has work if a run was killed, or if the action precedes the tests. */
const hasLeftovers = async ({ event, settings }: StepContext): Promise<boolean> => {
  const { workspace, temp } = event
  return (await findJournals({ workspace, temp, paths: settings.journals })).roots.length > 0
}

const sayNothingFound = ({ log, event }: StepContext): void =>
  log.note(
    'warning',
    `Nothing to report: no test run left results below ${event.workspace}, and the server has none of this workflow run. Add the reporter of svc to the test runner, let this step come after the tests with "if: \${{ !cancelled() }}", and name other folders with the input journals.`,
  )
