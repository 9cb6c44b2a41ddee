import { percentText, wilson } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { DAYS_LOOKED_AT } from '../evidence/earlier-failures.ts'
import { type Evidence, hasFlaked, hasPassed, isLike, type SourceName } from '../evidence/failure-evidence.ts'
import type { Outcome, Run } from '../evidence/outcomes.ts'

type Answer = z.input<typeof Comparison>['regressions'][number]['verdict']
type What = Answer['evidence'][number]['what']

type Needs = NonNullable<Answer['needs']>

/** A verdict whose evidence still consists of runs read from the database. */
export interface DraftVerdict {
  kind: Answer['kind']
  rule: Answer['basis']['rule']
  because: string
  missing: string | null
  needs: Needs | null
  flakiness: Answer['flakiness']
  evidence: { what: What; run: Run }[]
}

export type Said = Pick<DraftVerdict, 'kind' | 'rule' | 'because'> &
  Partial<DraftVerdict> & {
    /** Said in its place if the rules after it blame the change. */
    unlessMine?: Said
  }

/** Judges a failure, or returns null to leave it to the next rule. It sees only the sources that it asks for. */
export interface Rule {
  asks: readonly SourceName[]
  judge: (suspect: Evidence) => Said | null
}

export const rule = <S extends SourceName>(
  asks: readonly S[],
  judge: (suspect: Evidence<S>) => Said | null,
): Rule => ({ asks, judge })

/**
 * The evidence that an uncertain verdict lacks, in words and as data; `have` and `need` if it can
 * be counted.
 */
export const lacks = (
  what: Needs['what'],
  missing: string,
  have: number | null = null,
  need: number | null = null,
) => ({ missing, needs: { what, have, need } })

export const evidenceFrom = (what: What, some: { run: Run }[]) => some.map(({ run }) => ({ what, run }))

/** The number of runs of each kind that are shown. */
const SHOWN = 5

/** The first runs of each kind, and the total number. */
export function shownOf(evidence: DraftVerdict['evidence']) {
  const ofKind = new Map<What, Map<number, Run>>()
  for (const { what, run } of evidence) {
    const runs = ofKind.get(what) ?? new Map<number, Run>()
    ofKind.set(what, runs.set(run.id, run))
  }
  return {
    evidence: [...ofKind].flatMap(([what, runs]) =>
      [...runs.values()].slice(0, SHOWN).map((run) => ({ what, run })),
    ),
    evidenceTotals: Object.fromEntries([...ofKind].map(([what, runs]) => [what, runs.size])),
  }
}

export const flakesOf = (suspect: Evidence<'compared' | 'flakes'>) =>
  suspect.flakes.sightings.filter((sighting) => sighting.isEvidence && isLike(suspect)(sighting))

export const flakeEvidence = (flakes: { run: Run }[]) => evidenceFrom('flaked', flakes)

/** The `extra` runs are evidence too, but were not counted. */
export function flakinessOf({ flakes: { ran } }: Evidence<'flakes'>, runs: number, extra = 0) {
  const of = Math.max(runs, ran + extra)
  return { rate: runs / of, runs, of, ...wilson(runs, of), days: DAYS_LOOKED_AT }
}

export function flakedIn(runs: number, suspect: Evidence<'flakes'>): string {
  const { rate, of, low, high } = flakinessOf(suspect, runs)
  return `it flaked with this error in ${runs} of ${count(of, 'run')} in the last ${DAYS_LOOKED_AT} days (${percentText(rate)}, 95 % interval ${percentText(low)} to ${percentText(high)})`
}

export function soFar({ history: { upTo } }: Evidence<'history'>): string {
  if (upTo.length === 0) return 'no recent base run has it'
  const passed = upTo.filter(hasPassed).length
  return `it passed in ${shareOf(passed, upTo.length)}${andFlaked(upTo)}`
}

/** A pass after a failed attempt is not a plain pass, so the sentence lists it separately. */
export function andFlaked(outcomes: Outcome[]): string {
  const flaked = outcomes.filter(hasFlaked).length
  return flaked === 0 ? '' : ` and flaked in ${flaked}`
}

/** A share of the recent base runs, in words. */
export const shareOf = (runs: number, of: number) =>
  runs === 1 && of === 1 ? 'the only recent base run' : `${runs === of ? 'all' : `${runs} of`} ${ofRuns(of)}`
export const ofRuns = (runs: number) => `${runs} recent base ${runs === 1 ? 'run' : 'runs'}`
export const count = (n: number, noun: string, nouns = `${noun}s`) => `${n} ${n === 1 ? noun : nouns}`
export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

export function knownFlake(suspect: Evidence<'compared' | 'flakes'>) {
  const flakes = flakesOf(suspect)
  return {
    kind: 'known-flake' as const,
    rule: 'known-flake' as const,
    because: `${capital(flakedIn(flakes.length, suspect))}.`,
    flakiness: flakinessOf(suspect, flakes.length),
    evidence: flakeEvidence(flakes),
  }
}
