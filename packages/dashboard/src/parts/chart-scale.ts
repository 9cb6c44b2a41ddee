import { durationText, number } from './words.ts'

/** The ends of a scale and its ticks, in the unit of its values, and the text of a value. */
export interface Scale {
  low: number
  high: number
  ticks: number[]
  text: (value: number) => string
}

/** More ticks would touch each other on a panel of 7 rem. */
const MOST_TICKS = 4
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const DURATIONS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 6, 12, 24, 48].map((n) => n * HOUR),
]
/** What a rate may miss of 100 %, and the distance of the ticks then. */
const FLOORS = [
  { missing: 0.01, step: 0.005 },
  { missing: 0.05, step: 0.025 },
  { missing: 0.1, step: 0.05 },
  { missing: 0.2, step: 0.1 },
  { missing: 0.5, step: 0.25 },
]

/** Whole numbers from zero. */
export function countScale(most: number): Scale {
  const steps = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat()
  return { ...fromZero(most, steps), text: number }
}

/** Milliseconds from zero, with steps that people count time in. */
export const durationScale = (mostMs: number): Scale => ({
  ...fromZero(mostMs, DURATIONS),
  text: tickDuration,
})

/** Shares of one, up to 100 %, from the highest floor below the least value. */
export function shareScale(least: number): Scale {
  const { missing, step } = FLOORS.find((each) => 1 - least <= each.missing) ?? { missing: 1, step: 0.5 }
  const low = 1 - missing
  return {
    low,
    high: 1,
    ticks: ticksOf(low, 1, step),
    text: (share) => `${Math.round(share * 1_000) / 10} %`,
  }
}

function fromZero(most: number, steps: number[]): Pick<Scale, 'low' | 'high' | 'ticks'> {
  const step = steps.find((each) => most / each <= MOST_TICKS) ?? most / MOST_TICKS
  const high = Math.max(1, Math.ceil(most / step)) * step
  return { low: 0, high, ticks: ticksOf(0, high, step) }
}

const ticksOf = (low: number, high: number, step: number): number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)

/** A duration without the parts of it that are zero. */
const tickDuration = (ms: number): string =>
  ms === 0
    ? '0'
    : durationText(ms)
        .replace(/\.0 s$/, ' s')
        .replace(/ 0 (?:s|min)$/, '')
