import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { code } from '../../ground/kernel/quoted.ts'

type Verdict = z.input<typeof Comparison>['regressions'][number]['verdict']
type Reason = Pick<Verdict, 'because' | 'reach'>

const sentenceIn = ({ because, reach }: Reason): string => {
  const sentence = reach ? sentenceOfReach(reach) : null
  return sentence !== null && because.endsWith(` ${sentence}`) ? sentence : ''
}

/** The reason of a verdict without its last sentence about imports, which differs from file to file. */
export function withoutReach(verdict: Reason): string {
  const sentence = sentenceIn(verdict)
  return sentence === '' ? verdict.because : verdict.because.slice(0, -sentence.length - 1)
}

/** The sentence about imports that all these verdicts have; empty if theirs differ. */
export function reachOfAll([first, ...rest]: Reason[]): string {
  const sentence = first ? sentenceIn(first) : ''
  return rest.every((other) => sentenceIn(other) === sentence) ? sentence : ''
}

/** A sentence for the evidence of a verdict; null if nothing is known. */
export function sentenceOfReach({ kind, imports, chain }: NonNullable<Verdict['reach']>): string | null {
  if (kind === 'unknown') return null
  if (kind === 'cannot-reach') {
    if (imports === 0) return 'Its file imports no file of the repository, and this change does not touch it.'
    const files = imports === 1 ? 'one file' : `${imports.toLocaleString('en')} files`
    return `Its file imports ${files} of the repository, and this change touches none of them.`
  }
  const [, first] = chain
  const last = chain.at(-1) ?? ''
  if (first === undefined) return 'This change touches its file.'
  const through = chain.length === 2 ? '' : `, through ${code(first)}`
  return `Its file imports ${code(last)}, which this change touches${through}.`
}
