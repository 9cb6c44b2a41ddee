/** What caused a failure. */
export type VerdictKind = 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'

interface Verdict {
  kind: VerdictKind
  /** True if something other than the change explains the failure. */
  isExplained: boolean
  /** For one failure. */
  label: string
  /** For a list of failures. */
  title: string
  sentence: string
}

/** All verdicts and their words, the most urgent for the author of a change first. */
export const VERDICTS: readonly Verdict[] = [
  {
    kind: 'mine',
    isExplained: false,
    label: 'caused by this change',
    title: 'Caused by this change',
    sentence: 'It passed before or is new, and fails here every time; no other branch explains it.',
  },
  {
    kind: 'unknown',
    isExplained: false,
    label: 'possibly caused by this change',
    title: 'Possibly caused by this change',
    sentence: 'There is not enough evidence yet; the verdict names what is missing.',
  },
  {
    kind: 'infrastructure',
    isExplained: true,
    label: 'infrastructure',
    title: 'Infrastructure',
    sentence: 'A machine, a network or a service failed, on other branches too.',
  },
  {
    kind: 'base-is-broken',
    isExplained: true,
    label: 'fails on the base too',
    title: 'Fails on the base too',
    sentence: 'The base branch fails the same way.',
  },
  {
    kind: 'known-flake',
    isExplained: true,
    label: 'known flake',
    title: 'Known flakes',
    sentence: 'The test failed and passed on the same code with this error before.',
  },
]

export const VERDICT_KINDS: readonly VerdictKind[] = VERDICTS.map(({ kind }) => kind)

/** The words of a verdict. */
export const verdictOf = (kind: VerdictKind): Verdict => VERDICTS[VERDICT_KINDS.indexOf(kind)] as Verdict

/** From 0, the most urgent; a failure without a verdict is as urgent as an uncertain one. */
export const verdictUrgency = (kind: VerdictKind | null): number => VERDICT_KINDS.indexOf(kind ?? 'unknown')

/** True if something other than the change explains a failure with this verdict. */
export const isExplained = (kind: string | null): boolean =>
  VERDICTS.some((verdict) => verdict.kind === kind && verdict.isExplained)

/** What a complete run says about a change. */
export type Conclusion = 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed'

/** All conclusions, the most urgent first; with several executions the first of these counts. */
export const CONCLUSIONS: readonly { kind: Conclusion; isGood: boolean; sentence: string }[] = [
  { kind: 'mine', isGood: false, sentence: 'this change broke a test, or added a failing one' },
  { kind: 'unknown', isGood: false, sentence: 'this change possibly caused a failure' },
  { kind: 'no-base-failed', isGood: false, sentence: 'the run failed, and there is no base run' },
  {
    kind: 'incomplete',
    isGood: false,
    sentence: 'the run was cut off, and no failure points to this change',
  },
  { kind: 'not-mine', isGood: true, sentence: 'something other than this change explains every failure' },
  { kind: 'passed', isGood: true, sentence: 'nothing failed' },
]

export const CONCLUSION_KINDS: readonly Conclusion[] = CONCLUSIONS.map(({ kind }) => kind)

/** What a new project can expect, for reports of runs without a base. */
export const FIRST_DAYS =
  'A firm answer needs 5 runs of the default branch with retries in the runner, or 15 without. Slower tests show from 5 runs on.'
