import type { SentError } from '@svc/client/wrapped'
import type { Evidence, Side } from './rule/causes.ts'
import { withTrial } from './rule/causes.ts'
import { conclude, decide, type Finding, nextSide } from './rule/decide.ts'

/** How one trial ended. A void one says nothing about the test: it did not run, or its file did not load. */
export type Outcome =
  | { kind: 'failed' | 'passed'; seconds: number; error?: SentError }
  | { kind: 'void'; reason: string; seconds: number; error?: SentError }

/** A failure to look into; `runsBefore` are runs of its base in which the test ran. */
export interface Suspect<Test> {
  test: Test
  /** Another one of the same error, which is tried if no trial of the first says anything. */
  spare?: Test
  runsBefore: Evidence['history']
}

/** What trials show about one failure. */
export interface Proof<Test> {
  test: Test
  finding: Finding | 'void'
  evidence: Evidence
  /** Why no trial was valid. */
  reason?: string
  /** In the order in which they ran. */
  trials: { side: Side; outcome: Outcome }[]
  /** True if it was looked into; false if its trials were by the way, in the file of another. */
  isSuspect: boolean
  /** Present if its file passed alone, and files ran before it in the run in which it failed. */
  neighbours?: Neighbours
}

/** What trials of a test show that ran after other files, as in the run in which it failed. */
export interface Neighbours extends Pick<Proof<unknown>, 'finding' | 'evidence' | 'trials' | 'reason'> {
  /** The files that ran before its own, in this order. */
  files: string[]
  /** How many were tried at first. */
  of: number
}

/** A trial of one test, and how other failed tests of its file ended in it. */
export type Tried<Test> = Outcome & { beside?: { test: Test; outcome: Outcome }[] }

export interface Bounds {
  /** Seconds of all trials together. */
  budget: number
  /** Seconds since some moment. */
  now(): number
  /** True after Ctrl-C. */
  isStopped(): boolean
  /** From 0 to 1. */
  random(): number
}

/** What else ends or watches the search. */
interface Watch<Test> {
  /** Called after each trial. */
  tell?(proof: Proof<Test>, side: Side, outcome: Outcome): void
  /** True if further trials of this failure are worth less than what comes after the search. */
  isEnough?(proof: Proof<Test>): boolean
}

/** A trial is tried again once, because a machine may have stumbled. */
const MOST_VOID = 2

interface Case<Test> extends Proof<Test> {
  seconds: Record<Side, number>
  voids: Record<Side, number>
  isDecided: boolean
  spare?: Test
}

/**
 * Looks into failures by trials, one at a time, until each is decided or the time is over. The next trial is the one
 * that tells most for its time, over all failures. Returns what is known of each failure, and then of those whose tests ran
 * by the way.
 */
export const seek = async <Test>(
  suspects: Suspect<Test>[],
  trial: (test: Test, side: Side, secondsLeft: number) => Promise<Tried<Test>>,
  { budget, now, isStopped, random }: Bounds,
  { tell, isEnough }: Watch<Test> = {},
): Promise<Proof<Test>[]> => {
  const end = now() + budget
  const cases = new Map(suspects.map((suspect) => [suspect.test, caseOf(suspect, true)]))
  const besides = (test: Test): Case<Test> => {
    const known = cases.get(test) ?? caseOf({ test, runsBefore: { failed: 0, passed: 1 } }, false)
    cases.set(test, known)
    return known
  }
  for (;;) {
    const left = end - now()
    const [next] = [...cases.values()]
      .filter((one) => one.isSuspect && !one.isDecided && !isEnough?.(proofOf(one)))
      .map((one) => ({ one, ...nextSide(one.evidence, one.seconds, random) }))
      .map((promised) => (isOut(promised.one, 'base') ? { ...promised, side: 'here' as const } : promised))
      .sort((a, b) => b.gain - a.gain)
    if (!next || left <= 0 || isStopped()) break
    const { beside = [], ...outcome } = await trial(next.one.test, next.side, left)
    // A trial that was ended says nothing about its test.
    if (outcome.kind === 'void' && (isStopped() || now() >= end)) break
    take(next.one, next.side, outcome)
    for (const other of beside) take(besides(other.test), next.side, other.outcome)
    tell?.(proofOf(next.one), next.side, outcome)
    const { spare, isDecided, finding } = next.one
    if (spare !== undefined && isDecided && finding === 'void') besides(spare).isSuspect = true
  }
  return [...cases.values()].map(proofOf)
}

const caseOf = <Test>({ test, spare, runsBefore }: Suspect<Test>, isSuspect: boolean): Case<Test> => ({
  test,
  isSuspect,
  ...(spare !== undefined && { spare }),
  evidence: {
    here: { failed: 0, passed: 0 },
    base: { failed: 0, passed: 0 },
    history: runsBefore,
    repeated: 0,
  },
  trials: [],
  seconds: { here: 1, base: 1 },
  voids: { here: 0, base: 0 },
  finding: 'undecided',
  isDecided: false,
})

const take = <Test>(one: Case<Test>, side: Side, outcome: Outcome): void => {
  if (one.isDecided) return
  one.trials.push({ side, outcome })
  one.seconds[side] = Math.max(outcome.seconds, 0.01)
  if (outcome.kind === 'void') {
    one.voids[side] += 1
    one.reason = outcome.reason
    if (isOut(one, side)) {
      one.finding = 'void'
      // Whether it fails here again is worth a trial, even if the base cannot run.
      one.isDecided = side === 'here' || triedHere(one)
    }
    return
  }
  one.voids[side] = 0
  one.evidence = withTrial(one.evidence, side, outcome.kind)
  if (isOut(one, 'base')) {
    one.isDecided = true
    return
  }
  const finding = decide(one.evidence)
  one.finding = finding ?? conclude(one.evidence)
  one.isDecided = finding !== null
}

const isOut = <Test>({ voids }: Case<Test>, side: Side): boolean => voids[side] >= MOST_VOID

const triedHere = <Test>({ evidence: { here } }: Case<Test>): boolean => here.failed + here.passed > 0

const proofOf = <Test>({ test, evidence, finding, reason, trials, isSuspect }: Case<Test>): Proof<Test> => ({
  test,
  evidence,
  finding,
  trials,
  isSuspect,
  ...(finding === 'void' && reason !== undefined && { reason }),
})
