import { getState, saveState } from '@actions/core'
import { type Config, type Env, makePost, resolveConfig, together } from '@svc/client/action'
import { ask } from './ask.ts'
import { connect } from './connect.ts'
import type { Ended, StepContext } from './context.ts'
import { readEvent } from './event.ts'
import { findExecutions } from './executions.ts'
import { keepForCompanion } from './fork/keep.ts'
import { makeGitHub } from './github/call.ts'
import { readInputs } from './inputs.ts'
import { NOT_COMPARED, tallyHere, tellLocal } from './local.ts'
import { makeLog } from './log.ts'
import { reportExecutions } from './report-executions.ts'
import { findJournals } from './sources/find-journals.ts'
import { journals } from './sources/journals.ts'
import type { Collected, Source } from './sources/source.ts'
import { writeSummary } from './summary.ts'
import type { Svc } from './svc/call.ts'
import { wordsOf } from './trouble.ts'

const SOURCES: Source[] = [journals]

/** The CI provider, which is fixed because the action runs only on GitHub Actions. */
const GITHUB = { isCI: true, id: 'GITHUB_ACTIONS', name: 'GitHub Actions' }

/** Runs the step; resolves to its exit code and never rejects. */
export const start = async ({ env, isPost }: { env: Env; isPost: boolean }): Promise<number> => {
  const log = makeLog()
  const { settings, problems } = readInputs(env)
  if (settings.apiKey !== '') log.mask(settings.apiKey)
  if (problems.length > 0) {
    // A typo in a gate must not silently disable it.
    for (const problem of isPost ? [] : problems) log.note('error', problem)
    if (!isPost) await writeSummary(env.GITHUB_STEP_SUMMARY, [], log.notes)
    return isPost ? 0 : 1
  }
  const fails = (hasTrouble: boolean) => hasTrouble && settings.failOnError && !isPost
  try {
    const { apiKey, url, timeoutMs, waitMs, proveMs, burnInMs } = settings
    // With oidc, a key in the environment is ignored and not even checked.
    const { SVC_API_KEY: _, ...keyless } = env
    const resolved = resolveConfig({ apiKey, url, timeoutMs }, settings.oidc ? keyless : env, GITHUB)
    const config = withJob(resolved, settings.jobId)
    const event = readEvent(env, config)
    const deadline = performance.now() + timeoutMs + waitMs + proveMs + burnInMs
    const post = makePost(config.proxy)
    const github = makeGitHub({
      apiUrl: event.apiUrl,
      graphqlUrl: event.graphqlUrl,
      token: settings.githubToken,
      post: makePost(config.proxy),
      deadline,
      say: log.say,
    })
    const context: StepContext = { env, settings, config, event, log, github, post, deadline, isPost }
    if (!isPost) saveState('begun', true)
    const ended = event.name === 'workflow_run' ? await follow(context) : await runStep(context)
    if (!isPost) saveState('told', true)
    return ended.isRed || fails(ended.hasTrouble) ? 1 : 0
  } catch (error) {
    log.note(
      'error',
      `Unexpected error: ${wordsOf(error)}. No results are lost: the journals stay on disk, and another run of the step sends them.`,
    )
    if (settings.summary && !isPost) await writeSummary(env.GITHUB_STEP_SUMMARY, [], log.notes)
    return fails(true) ? 1 : 0
  }
}

/** The environment of a job does not contain its id, so only the input knows the page of the job. */
const withJob = (config: Config, jobId: string): Config => {
  const { ci } = config
  if (!ci?.run.url || ci.run.jobUrl || jobId === '') return config
  return { ...config, ci: { ...ci, run: { ...ci.run, jobUrl: `${ci.run.url}/job/${jobId}` } } }
}

/** Loads the companion only when needed, because most workflows have none. */
const follow = async (context: StepContext): Promise<Ended> => {
  const { reportFork } = await import('./fork/companion.ts')
  return reportFork(context)
}

/** Runs the main or post step of a job with tests; the post step continues if the main step was killed. */
const runStep = async (given: StepContext): Promise<Ended> => {
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

/** Sends the results of every source. */
const collect = async (context: StepContext): Promise<Collected> => {
  const all: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: false }
  for (const source of SOURCES) {
    const { executionIds, sent, left, hasTrouble, tally } = await source(context)
    all.executionIds = [...new Set([...all.executionIds, ...executionIds])]
    all.sent += sent
    all.left += left
    all.hasTrouble ||= hasTrouble
    if (tally) all.tally = all.tally ? together(all.tally, tally) : tally
  }
  return all
}
