import { countOf } from '../../../ground/kernel/count-of.ts'
import type { ClusterDraft } from '../clusters/draft.ts'
import { code } from './fence.ts'

/** The line about the commit whose effect the server watches. */
export function renderFix({ fix }: ClusterDraft): string[] {
  if (!fix) return []
  const { commit, branch, state, cleanRuns, neededRuns, cameBackIn, containsFix } = fix
  const name = `commit ${commit.slice(0, 10)}${branch === null ? '' : ` on ${code(branch, 80)}`}`
  if (state === 'refuted')
    return [`Fix that did not hold: ${name}; the failure came back in execution ${cameBackIn}.`]
  const runs =
    state === 'verified'
      ? `Verified fix: ${name}, by ${countOf(cleanRuns, 'clean run')}`
      : `Fix under watch: ${name}, ${cleanRuns} of ${countOf(neededRuns, 'clean run')} so far`
  const contained =
    containsFix === false
      ? '. This execution does not contain it: bring it in instead of fixing it again.'
      : containsFix === true
        ? '. This execution contains it.'
        : '.'
  return [`${runs}${contained}`]
}
