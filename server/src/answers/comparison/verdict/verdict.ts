import { slug } from '../../../ground/kernel/quoted.ts'
import type { Pair } from '../changes/read-changes.ts'
import { type Evidence, hasPassedAlone, isWholeRun, type SourceName } from '../evidence/failure-evidence.ts'
import type { OpenSources } from '../evidence/sources.ts'
import { sentenceOfReach } from '../reach-sentence.ts'
import { byThisChange } from './by-this-change.ts'
import { type DraftVerdict, evidenceFrom, lacks, type Rule, rule, type Said } from './draft-verdict.ts'
import { alwaysFailing, cameAndWent, onBaseSince, onBaseToo, otherOfItsName } from './rules-of-base.ts'
import { byTrials, newFlake } from './rules-of-experiments.ts'
import { knownFlakeRule, notOfWholeRun, onSameCode, passedAlone } from './rules-of-flakes.ts'
import { hasWitness, mostFailedAlike, withoutWitness } from './rules-of-infrastructure.ts'
import { failedAroundSameCode, onOneMachine, onSlowMachine } from './rules-of-machines.ts'
import { byNeighbours, onlyInWholeRun } from './rules-of-neighbours.ts'
import { newHere } from './rules-of-new-tests.ts'
import { onOtherBranches, othersFlakeSo } from './rules-of-other-branches.ts'
import { failsWithUntested, mayBeUntested } from './rules-of-untested.ts'

/** What every verdict shows, whichever rule it is of. */
const SHOWN = [
  'compared',
  'here',
  'own',
  'history',
  'shared',
  'oneOffs',
  'experiments',
  'triedAlike',
  'reach',
] as const

export interface Judged {
  pair: Pair
  draft: DraftVerdict
  suspect: Evidence<(typeof SHOWN)[number]>
}

/** A failure without a verdict; `excuse` is one that the rules after it may refute. */
interface Open extends Pick<Judged, 'pair'> {
  suspect: Evidence
  excuse?: Said
}

/**
 * The cause of each failure, according to the evidence: the verdict of the first rule that applies. A source is read
 * when a rule asks for it and a failure is left for that rule.
 */
export async function judge(failures: Pair[], sources: OpenSources): Promise<Judged[]> {
  const judged: Judged[] = []
  let open = failures.map((pair): Open => ({ pair, suspect: {} as Evidence }))
  const read = new Set<SourceName>()
  for (const { asks, judge } of RULES) {
    if (open.length === 0) break
    const names = [...new Set([...SHOWN, ...asks])].filter((name) => !read.has(name))
    const found = await Promise.all(names.map(async (name) => ({ name, of: await sources[name]() })))
    for (const { name, of } of found) {
      read.add(name)
      for (const { pair, suspect } of open) Object.assign(suspect, { [name]: of(pair) })
    }
    open = open.filter((failure) => {
      const { pair, suspect } = failure
      const said = judge(suspect)
      if (!said) return true
      if (said.unlessMine && !failure.excuse) {
        failure.excuse = said
        return true
      }
      const { unlessMine, ...opinion } = excused(said, failure.excuse)
      const isRefuted = opinion.kind === 'known-flake' && isWholeRun(suspect.compared.counts)
      const draft = { ...NOTHING_MORE, ...(isRefuted ? notOfWholeRun(suspect, opinion) : opinion) }
      const shown = withTriedAlike(withPassesAlone(draft, suspect), suspect)
      judged.push({ pair, suspect, draft: withReach(shown, suspect) })
      return false
    })
  }
  return judged
}

const excused = (said: Said, excuse: Said = said): Said =>
  said.kind === 'mine' ? (excuse.unlessMine ?? said) : excuse

/** Whatever the verdict is, readers of a green re-run must learn why the test still counts as failed. */
function withPassesAlone(draft: DraftVerdict, { own }: Evidence<'own'>): DraftVerdict {
  const alone = own.sameTree.filter(hasPassedAlone)
  if (alone.length === 0) return draft
  return {
    ...draft,
    because:
      draft.rule === 'passed-alone'
        ? draft.because
        : `${draft.because} Run again alone, it passed, which says nothing about a run of all tests.`,
    evidence: [...draft.evidence, ...evidenceFrom('passed-alone', alone)],
  }
}

/** One or two tests of many with an error are tried: readers must not take the others for tried. */
function withTriedAlike(
  draft: DraftVerdict,
  { triedAlike, experiments }: Evidence<'triedAlike' | 'experiments'>,
): DraftVerdict {
  if (triedAlike === null) return draft
  const { tests, tried } = triedAlike
  const which = experiments === null ? ', not this one' : ''
  const said = `Of ${tests.toLocaleString('en')} tests with this error, ${tried} ${tried === 1 ? 'was' : 'were'} tried alone${which}.`
  return { ...draft, because: `${draft.because} ${said}` }
}

/** Whether the change can reach the test helps a reader of a verdict, and decides none. */
function withReach(draft: DraftVerdict, { reach }: Evidence<'reach'>): DraftVerdict {
  const said = reach && sentenceOfReach(reach)
  return said ? { ...draft, because: `${draft.because} ${said}` } : draft
}

const NOTHING_MORE = { missing: null, needs: null, flakiness: null, evidence: [] }

const onAnotherLeg = rule(['compared'], ({ compared: { otherLeg, base } }) =>
  otherLeg === null
    ? null
    : {
        kind: 'unknown',
        rule: 'other-leg',
        because: `The base ran on ${slug(otherLeg)} only, not on this leg.`,
        ...lacks('base-run-on-leg', 'a base run on this leg'),
        evidence: [{ what: 'other-leg', run: base }],
      },
)

/** In the order in which they are asked; the last one always answers. */
const RULES: Rule[] = [
  byTrials,
  byNeighbours,
  hasWitness,
  failedAroundSameCode,
  onSameCode,
  onBaseToo,
  alwaysFailing,
  knownFlakeRule,
  onBaseSince,
  cameAndWent,
  newFlake,
  failsWithUntested,
  onOneMachine,
  onSlowMachine,
  withoutWitness,
  mostFailedAlike,
  onOtherBranches,
  othersFlakeSo,
  onAnotherLeg,
  otherOfItsName,
  mayBeUntested,
  newHere,
  onlyInWholeRun,
  passedAlone,
  byThisChange,
]
