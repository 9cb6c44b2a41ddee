import type { Config, Env } from '@svc/client/action'
import type { Receiver } from '@svc/prove'
import type { EventFacts } from '../event.ts'

/** What trials of this job gave: parts of the summary, and whether the server has new evidence. */
export interface TriedHere {
  parts: { full: string; short: string }[]
  hasSent: boolean
}

export const NOTHING_TRIED: TriedHere = { parts: [], hasSent: false }

/** Where trials go: to the server, or into the workspace until the next flush. */
export const receiverOf = (
  { workspace }: Pick<EventFacts, 'workspace'>,
  { url, apiKey = '', proxy, secrets }: Config,
): Receiver => ({
  url,
  apiKey,
  proxy,
  secrets,
  root: workspace,
  ci: { isCI: true, name: 'GitHub Actions' },
})

/** A cancelled job ends the trials, and leaves no tree. Returns a function that forgets them. */
export const endBySignals = (end: () => void): (() => void) => {
  let isEnded = false
  // The runner gives a second signal shortly before it kills the step.
  const take = () => {
    if (isEnded) process.exit(1)
    isEnded = true
    end()
  }
  for (const signal of SIGNALS) process.on(signal, take)
  return () => {
    for (const signal of SIGNALS) process.off(signal, take)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The step's inputs, its key and the job's tokens are not for tests; nor are the files by which a step tells the runner. */
const SECRET =
  /^(?:INPUT_.*|STATE_.*|SVC_API_KEY|ACTIONS_(?:RUNTIME|ID_TOKEN|RESULTS|CACHE)_.*|GITHUB_(?:TOKEN|ENV|PATH|OUTPUT|STATE|STEP_SUMMARY))$/i

export const envOfTests = (env: Env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)))
