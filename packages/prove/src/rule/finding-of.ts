import { type Counts, type Evidence, type Side, withTrial } from './causes.ts'
import { conclude, decide, type Finding } from './decide.ts'

export type { Counts, Evidence, Finding, Side }

/** Returns what trials of one test show, in the order in which they ran; `history` are runs of the base before. */
export const findingOf = (
  trials: { side: Side; outcome: keyof Counts }[],
  history: Counts,
): { finding: Finding; evidence: Evidence } => {
  const none: Counts = { failed: 0, passed: 0 }
  const evidence = trials.reduce<Evidence>((before, { side, outcome }) => withTrial(before, side, outcome), {
    here: none,
    base: none,
    history,
    repeated: 0,
  })
  return { finding: decide(evidence) ?? conclude(evidence), evidence }
}
