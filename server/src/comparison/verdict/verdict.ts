import { slug } from '../../kernel/quoted.ts'
import type { FailureEvidence } from '../evidence/failure-evidence.ts'
import { byThisChange } from './by-this-change.ts'
import { type DraftVerdict, lacks, type Rule } from './draft-verdict.ts'
import {
  alwaysFailing,
  cameAndWent,
  newHere,
  onBaseSince,
  onBaseToo,
  otherOfItsName,
} from './rules-of-base.ts'
import { knownFlakeRule, onSameCode } from './rules-of-flakes.ts'
import { hasWitness, mostFailedAlike, withoutWitness } from './rules-of-infrastructure.ts'
import { onOtherBranches, othersFlakeSo } from './rules-of-other-branches.ts'
import { failsWithUntested, mayBeUntested } from './rules-of-untested.ts'

/** The cause of a failure, according to the evidence: the verdict of the first rule that applies. */
export function judge(suspect: FailureEvidence): DraftVerdict {
  for (const rule of RULES) {
    const opinion = rule(suspect)
    if (opinion) return { ...NOTHING_MORE, ...opinion }
  }
  return { ...NOTHING_MORE, ...byThisChange(suspect) }
}

const NOTHING_MORE = { missing: null, needs: null, flakiness: null, evidence: [] }

const onAnotherLeg: Rule = ({ otherLeg, base }) =>
  otherLeg === null
    ? null
    : {
        kind: 'unknown',
        rule: 'other-leg',
        because: `The base ran on ${slug(otherLeg)} only, not on this leg.`,
        ...lacks('base-run-on-leg', 'a base run on this leg'),
        evidence: [{ what: 'other-leg', run: base }],
      }

const RULES: Rule[] = [
  hasWitness,
  onSameCode,
  onBaseToo,
  alwaysFailing,
  knownFlakeRule,
  onBaseSince,
  cameAndWent,
  failsWithUntested,
  withoutWitness,
  mostFailedAlike,
  onOtherBranches,
  othersFlakeSo,
  onAnotherLeg,
  otherOfItsName,
  mayBeUntested,
  newHere,
]
