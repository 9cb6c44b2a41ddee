import type { Random } from './random.ts'

/** How a test's duration varies from run to run, as a multiple of its usual duration. */
export type Noise = (random: Random) => number

const gaussian =
  (share: number): Noise =>
  (random) =>
    Math.max(0.05, 1 + share * random.normal())

const spiky: Noise = (random) => gaussian(0.05)(random) * (random.chance(0.05) ? 2 + 2 * random.next() : 1)
/** Steady, except for one run in fifty: the rules consider that hardly possible. */
const hiccup: Noise = (random) => gaussian(0.02)(random) * (random.chance(0.02) ? 2 + 2 * random.next() : 1)
const skewed: Noise = (random) => Math.exp(0.25 * random.normal())
const twoHumped: Noise = (random) => gaussian(0.03)(random) * (random.chance(0.3) ? 1.4 : 1)

export const NOISES = {
  quiet: gaussian(0.02),
  normal: gaussian(0.08),
  wide: gaussian(0.2),
  skewed,
  spiky,
  hiccup,
  'two-humped': twoHumped,
  /** Became slower on the base some runs ago. */
  stepped: gaussian(0.05),
} satisfies Record<string, Noise>
export type NoiseName = keyof typeof NOISES
export const NOISE_NAMES = Object.keys(NOISES) as NoiseName[]

/** Machines differ a little from run to run, and now and then one is slow altogether. */
export const machine = (random: Random): number =>
  Math.exp(0.03 * random.normal()) * (random.chance(0.03) ? 1.5 : 1)

const DRAWS = 20_001
const OF_NORMAL = 1.4826

/** The robust standard deviation of a shape of noise on usual machines, as a share of the usual duration. */
export function trueSigma(random: Random, noise: Noise): number {
  const draws = Array.from({ length: DRAWS }, () => noise(random) * Math.exp(0.03 * random.normal()))
  const middle = middleOf(draws)
  return OF_NORMAL * middleOf(draws.map((draw) => Math.abs(draw - middle)))
}

function middleOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}
