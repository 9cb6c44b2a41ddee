import { wilson } from '@svc/protocol'
import { Random } from './random.ts'

/** What one project got right, of how many incidents. */
type Part = [hits: number, of: number]

const DRAWS = 1_000
const OUTSIDE = 0.025

/**
 * A 95 % interval of a share over projects. Incidents of one project are alike, so projects are drawn anew; and as no
 * draw of projects without a miss has one, it is at least Wilson's of as many independent incidents.
 */
export function interval(parts: Part[]): [low: number, high: number] {
  const random = new Random(parts.length)
  const shares = Array.from({ length: DRAWS }, () => shareOf(parts.map(() => random.pick(parts))))
    .filter((share) => !Number.isNaN(share))
    .sort((a, b) => a - b)
  const at = (place: number) => shares[Math.floor(place * (shares.length - 1))] as number
  const [hits, of] = totalOf(parts)
  const { low, high } = wilson(hits, of)
  return [Math.min(low, at(OUTSIDE)), Math.max(high, at(1 - OUTSIDE))]
}

export const totalOf = (parts: Part[]): Part => [
  parts.reduce((sum, [hits]) => sum + hits, 0),
  parts.reduce((sum, [, of]) => sum + of, 0),
]

function shareOf(parts: Part[]): number {
  const [hits, of] = totalOf(parts)
  return hits / of
}
