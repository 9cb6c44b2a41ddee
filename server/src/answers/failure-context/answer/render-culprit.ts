import { percentText } from '@svc/protocol'
import type { ClusterDraft } from '../clusters/draft.ts'
import { code } from './fence.ts'

/** The line about the commit that broke the base, as a search by trials found it. */
export function renderCulprit({ culprit }: ClusterDraft): string[] {
  if (!culprit) return []
  const { commit, author, subject, pullRequest, commitCount, probability, branch } = culprit
  const which = commitCount === 1 ? 'commit' : `one of ${commitCount} commits up to`
  const request = pullRequest === null ? '' : `, pull request ${pullRequest}`
  return [
    `Broke ${branch === null ? 'the base' : code(branch, 60)}: ${which} ${commit.slice(0, 12)} by ${code(author, 60)}${request} (${code(subject, 100)}); found by svc bisect, probability ${percentText(probability)}.`,
  ]
}
