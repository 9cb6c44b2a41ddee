import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { wilson } from '../history/wilson.ts'
import type { Run } from './outcomes.ts'
import { DAYS_LOOKED_AT } from './sightings.ts'
import { hasFailed, isLike, type Suspect } from './suspect.ts'

type Answer = z.input<typeof Comparison>['regressions'][number]['verdict']
type What = Answer['evidence'][number]['what']

/** A verdict whose evidence is still runs of the store. */
export interface Opinion {
  kind: Answer['kind']
  because: string
  missing: string | null
  flakiness: Answer['flakiness']
  evidence: { what: What; run: Run }[]
}

export type Rule = (suspect: Suspect) => (Pick<Opinion, 'kind' | 'because'> & Partial<Opinion>) | null

/** Runs of one kind that are shown. */
export const SHOWN = 5

export const told = (what: What, some: { run: Run }[]) =>
  some.slice(0, SHOWN).map(({ run }) => ({ what, run }))

export const flakesOf = (suspect: Suspect) =>
  suspect.sightings.filter((sighting) => sighting.isEvidence && isLike(suspect)(sighting))

export const flakeEvidence = (flakes: { run: Run }[]) => told('flaked', flakes)

/** `extra` runs have the evidence too, but are not among those that were counted. */
export function flakinessOf({ ran }: Suspect, runs: number, extra = 0) {
  const of = Math.max(runs, ran + extra)
  return { rate: runs / of, runs, of, ...wilson(runs, of), days: DAYS_LOOKED_AT }
}

export function flakedIn(runs: number, suspect: Suspect): string {
  const { rate, of, low, high } = flakinessOf(suspect, runs)
  const percent = (share: number) => Math.round(share * 100)
  return `it flaked with this error in ${runs} of its ${count(of, 'run')} of the last ${DAYS_LOOKED_AT} days (${percent(rate)} %, 95 % interval ${percent(low)}–${percent(high)} %)`
}

export function soFar({ upTo }: Suspect): string {
  if (upTo.length === 0) return 'no recent base run has it'
  const passed = upTo.filter((outcome) => !hasFailed(outcome)).length
  return `it passed in ${passed === upTo.length ? 'all' : passed} of its ${ofRuns(upTo.length)}`
}

export const ofRuns = (runs: number) => `${runs} recent base ${runs === 1 ? 'run' : 'runs'}`
export const count = (n: number, noun: string, nouns = `${noun}s`) => `${n} ${n === 1 ? noun : nouns}`
export const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)

export function knownFlake(suspect: Suspect) {
  const flakes = flakesOf(suspect)
  return {
    kind: 'known-flake' as const,
    because: `${capital(flakedIn(flakes.length, suspect))}.`,
    flakiness: flakinessOf(suspect, flakes.length),
    evidence: flakeEvidence(flakes),
  }
}
