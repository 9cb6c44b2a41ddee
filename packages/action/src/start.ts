import { saveState } from '@actions/core'
import { type Config, type Env, makePost, resolveConfig } from '@svc/client/action'
import type { Ended, StepContext } from './context.ts'
import { readEvent } from './event.ts'
import { makeGitHub } from './github/call.ts'
import { readInputs } from './inputs.ts'
import { makeLog } from './log.ts'
import { runStep } from './run-step.ts'
import { writeSummary } from './summary.ts'
import { wordsOf } from './trouble.ts'

interface Start {
  env: Env
  isPost: boolean
}

/** The CI provider, which is fixed because the action runs only on GitHub Actions. */
const GITHUB = { isCI: true, id: 'GITHUB_ACTIONS', name: 'GitHub Actions' }

/** Runs the step; resolves to its exit code and never rejects. */
export const start = async ({ env, isPost }: Start): Promise<number> => {
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
