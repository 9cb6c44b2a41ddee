import type { HeadRun, PlayedRun } from './play.ts'
import { keyOf } from './run.ts'

/** What a rule that knows only statuses says of a failure. */
export type Guess = 'mine' | 'base-is-broken' | 'known-flake'

/** Failed there too: broken there. Else it is the change. */
export const statusDifference = (base: PlayedRun | undefined, key: string): Guess =>
  base?.statuses.get(key) === 'failed' ? 'base-is-broken' : 'mine'

const FAILED_SHARE = 0.05

/** A test that failed in a fixed share of the last hundred runs, for any reason, is called flaky; else as above. */
export function fixedPercentage(
  base: PlayedRun | undefined,
  head: HeadRun,
  before: PlayedRun[],
  key: string,
): Guess {
  const ran = before
    .filter((run) => run.id !== head.id)
    .slice(-100)
    .flatMap((run) => run.statuses.get(key) ?? [])
  const bad = ran.filter((status) => status !== 'passed').length
  if (ran.length >= 5 && bad / ran.length >= FAILED_SHARE) return 'known-flake'
  return statusDifference(base, key)
}

export const keyOfChange = (change: { file: string; titles: string[]; leg: string }) =>
  keyOf({ file: change.file, title: change.titles.at(-1) ?? '', leg: change.leg })
