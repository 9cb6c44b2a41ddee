import { isOfMachine } from '../../../results/results/error-sign.ts'
import { type Evidence, hasFailed, hasFlaked, hasPassed } from '../evidence/failure-evidence.ts'
import { count, evidenceFrom, lacks, ofRuns, rule, type Said } from './draft-verdict.ts'

/** The base has no result of the test: this change added the test, or enabled it. */
export const newHere = rule(['compared', 'here', 'history', 'runsOfLeg', 'shared', 'former'], (suspect) => {
  const { onBase } = suspect.compared
  const { upTo, since } = suspect.history
  const { movedFrom } = suspect.former
  const { runsOfLeg, here } = suspect
  if (onBase === 'ran' || upTo.length > 0) return null
  const moved = movedFromBroken(suspect)
  if (moved) return moved
  if (since.length > 0) {
    const passes = since.filter(hasPassed)
    const passed = passes.length === since.length ? 'passed there' : `passed in ${passes.length} of them`
    return {
      kind: 'unknown',
      rule: 'new-on-base-since',
      because: `The base does not have it, but ${count(since.length, 'newer base run')} ${since.length === 1 ? 'does' : 'do'}, and it ${passed}.`,
      ...lacks('newer-base', 'a base that has this test: update this branch'),
      evidence: [
        ...evidenceFrom('passed-on-base-since', passes),
        ...evidenceFrom('flaked', since.filter(hasFlaked)),
        ...evidenceFrom('failed-on-base-since', since.filter(hasFailed)),
      ],
    }
  }
  const runs = runsOfLeg.length
  return {
    kind: 'mine',
    rule: 'new-here',
    because:
      movedFrom !== null
        ? `It was moved from ${movedFrom.file}${movedFrom.hasPassed ? ', and passed there on the base' : ''}. It failed at every attempt here.`
        : onBase === 'absent'
          ? `The test is new: ${runs === 1 ? 'the only recent base run does not have it' : `none of the ${ofRuns(runs)} has it`}, and it failed at every attempt here.`
          : `The base skips it; here it ran, and failed at every attempt.`,
    evidence: [
      { what: 'failed-here', run: here.run },
      ...runsOfLeg.map((run) => ({ what: 'without-it-on-base' as const, run })),
    ],
  }
})

/**
 * If this many tests of the base fail with an error, it belongs to the base, regardless of its
 * other occurrences.
 */
const LEAST_FAILING = 2

/** A test that was moved or renamed while the base is broken has only a new name. */
function movedFromBroken({
  compared,
  shared,
  former: { gone, failingSo },
}: Evidence<'compared' | 'shared' | 'former'>): Said | null {
  const evidence = [{ what: 'failed-on-base' as const, run: compared.base }]
  const same = gone.filter((test) => test.hasSameError)
  if (same.length > 0 || (failingSo >= LEAST_FAILING && shared !== null && !isOfMachine(shared.sign)))
    return {
      kind: 'base-is-broken',
      rule: 'moved-from-broken-base',
      because:
        same.length > 0
          ? `The test is new by its name, but ${count(same.length, 'test')} that ${same.length === 1 ? 'fails' : 'fail'} on the base with the same error ${same.length === 1 ? 'is' : 'are'} gone: it was moved or renamed.`
          : `The test is new, but ${count(failingSo, 'test')} of the base fail with the same error.`,
      evidence,
    }
  if (!gone.some((test) => test.hasSameTitles)) return null
  return {
    kind: 'unknown',
    rule: 'moved-from-broken-base',
    because:
      'A test of the same titles fails on the base in another file, with another error, and is gone here.',
    ...lacks('passing-base', 'a base on which it passes, or one error to compare with the other'),
    evidence,
  }
}
