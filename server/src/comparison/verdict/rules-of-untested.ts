import { type FailureEvidence, hasFailed, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import { count, evidenceFrom, lacks, type Rule } from './draft-verdict.ts'

const short = (sha: string) => sha.slice(0, 7)

/**
 * The outcome in other changes with the same untested commit of the base branch: all fail like
 * this, or one passed.
 */
function withUntested(suspect: FailureEvidence) {
  const outcomes = suspect.untested?.outcomes ?? []
  return {
    failed: outcomes.filter((one) => hasFailed(one) && isLike(suspect)(one)),
    passed: outcomes.filter(hasPassed),
  }
}

/**
 * All changes that contain the base branch's untested commit fail like this, so that commit broke
 * the test.
 */
export const failsWithUntested: Rule = (suspect) => {
  const { failed, passed } = withUntested(suspect)
  if (!suspect.untested || failed.length === 0 || passed.length > 0) return null
  return {
    kind: 'base-is-broken',
    rule: 'fails-with-untested-base',
    because: `It passed on the base, but this branch contains the later commit ${short(suspect.untested.sha)}, which has no run that can be a base; with that commit it failed the same way in ${count(failed.length, 'run')} of other branches and passed in none.`,
    evidence: evidenceFrom('failed-elsewhere', failed),
  }
}

/**
 * The base branch's commits after the base may have broken the test, and no other run shows whether
 * they did.
 */
export const mayBeUntested: Rule = (suspect) => {
  const { untested, head } = suspect
  if (!untested || withUntested(suspect).passed.length > 0) return null
  return {
    kind: 'unknown',
    rule: 'untested-base',
    because: `It passed on the base, but this branch contains the later commit ${short(untested.sha)}, which has no run that can be a base: that commit may have broken it.`,
    ...lacks('base-run', `a run of commit ${short(untested.sha)}`, 0, 1),
    evidence: [{ what: 'failed-here', run: head.run }],
  }
}
