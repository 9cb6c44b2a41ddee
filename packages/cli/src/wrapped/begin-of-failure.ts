import type { Operations } from '@svc/api'
import { neededRuns } from '@svc/prove/needed-runs'

type TestRun = Operations['getTest']['data']['runs'][number]

/** What decides of a run of a test. */
export type Ran = Pick<TestRun, 'status'> & {
  execution: Pick<TestRun['execution'], 'id' | 'testedSha' | 'headSha'>
  error: Pick<NonNullable<TestRun['error']>, 'fingerprint'> | null
}

/** The first run with a failure, a commit before it, and how often it failed since. */
interface Begin {
  first: Ran
  /** Absent if no run before it passed. */
  good?: string
  seen: { hits: number; runs: number }
}

/**
 * Returns where a failure began; `runs` are of one leg, newest first, and the first one has it. It began after as many clean
 * runs as its rate demands. If nothing passed since, the newest of these is the good end, else the oldest: a flaky failure
 * may be older than the run that first showed it.
 */
export const beginOf = ([newest, ...older]: [Ran, ...Ran[]], fingerprint: string): Begin => {
  let first = newest
  let seen = { hits: 1, runs: 1 }
  let passed: Ran[] = []
  for (const run of older) {
    if (run.status === 'failed' && (run.error?.fingerprint ?? 'none') === fingerprint) {
      first = run
      seen = { hits: seen.hits + 1, runs: seen.runs + passed.length + 1 }
      passed = []
    } else if (run.status === 'passed') passed.push(run)
    if (passed.length >= neededRuns(seen)) break
  }
  const shas = passed.flatMap((run) => shaOf(run) ?? [])
  const good = seen.hits === seen.runs ? shas[0] : shas.at(-1)
  return { first, seen, ...(good !== undefined && { good }) }
}

/** The commit that a run tested; undefined if nobody said it. */
export const shaOf = ({ execution: { testedSha, headSha } }: Ran): string | undefined =>
  testedSha ?? headSha ?? undefined
