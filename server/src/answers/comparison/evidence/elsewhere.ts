import { errorOf, type FailuresToJudge, type OfFailure } from './failures.ts'
import type { Run } from './outcomes.ts'
import type { SameErrorElsewhere } from './same-error-elsewhere.ts'

/** The number of runs of other branches with one error that are evidence. */
export const MOST_SEEN = 5

/** An error in runs of other branches, in the days of the earlier failures. */
export interface Elsewhere {
  /** Runs in which other tests flaked with it. */
  flakedElsewhere: Run[]
  /** Runs in which any test had it. */
  errorElsewhere: Run[]
  /** When the first run with it started, milliseconds; infinite without any. */
  errorSince: number
  /** How often any test began to fail with it on the base branch, up to the base. */
  errorEpisodes: number
}

/** The occurrences of each failure's error in runs of other changes; once for all failures with that error. */
export function findElsewhere(
  input: FailuresToJudge,
  seen: SameErrorElsewhere,
  isOther: (run: Run) => boolean,
): OfFailure<Elsewhere> {
  const known = new Map<string, Elsewhere>()
  return (pair) => {
    const error = errorOf(pair, input) ?? ''
    const before = known.get(error)
    if (before) return before
    const all = seen.all.get(error) ?? []
    const others = all.filter(isOther)
    const found = {
      flakedElsewhere: (seen.flaked.get(error) ?? []).filter(isOther),
      errorElsewhere: all.slice(0, MOST_SEEN).filter(isOther),
      errorSince: Math.min(...others.map((run) => run.started_at)),
      errorEpisodes: countEpisodes(others, input.history.upTo),
    }
    known.set(error, found)
    return found
  }
}

/** How often some of these runs directly follow others of the branch; runs are newest first. */
function countEpisodes(seen: Run[], ofBranch: Run[]): number {
  const ids = new Set(seen.map((run) => run.id))
  return ofBranch.filter((run, i) => ids.has(run.id) && !ids.has(ofBranch[i + 1]?.id ?? 0)).length
}
