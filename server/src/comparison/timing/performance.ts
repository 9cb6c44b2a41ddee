/** Fewer runs than this have no usual duration. */
const LEAST_RUNS = 5
/** Differences nobody would notice, milliseconds. */
export const FLOOR_MS = 50
/** Timers and schedulers differ by this share anyhow: no spread is taken for less. */
const LEAST_SPREAD = 0.02
/**
 * What durations must be away, by so many of the newest runs, for more of them to be read. Fewer runs know the usual
 * less well: they let more pass than what is told of in the end, four deviations and the floor.
 */
export const LOOKS = [
  { runs: 5, deviations: 1, floorMs: FLOOR_MS / 2 },
  { runs: 10, deviations: 1.5, floorMs: (3 * FLOOR_MS) / 4 },
  { runs: 20, deviations: 2, floorMs: FLOOR_MS },
  { runs: 40, deviations: 3, floorMs: FLOOR_MS },
] as const
export type Look = (typeof LOOKS)[number]
/** A test that ran in fewer than the least of this many newest runs is not judged. */
const ENOUGH_RUNS = 20
/** The newest runs, which have what was merged lately. */
const NEWEST_RUNS = 5
/** Newest runs that are held to be a new usual where their median is this far from the older ones'. */
const STEP_RUNS = 10
const STEP_DEVIATIONS = 2.5
/** Runs of the head's code from which on their median is hardly ever one bad moment. */
const SEVERAL_RUNS = 3

/**
 * A test may take some times as long in one run of twenty, and so many runs must be known before having seen none of
 * that makes it unlikely (three by the number of runs, at 95 %). With fewer, one run must be beyond such a hiccup.
 */
const HICCUP_RUNS = 60
const HICCUP_TIMES = 4
/**
 * Where no steady test of a project hiccups, one that was steady in so many runs is told of from this many times its
 * usual on; `spread` is a standard deviation beside the usual.
 */
export const STEADY = { runs: 40, spread: 0.04, times: 1.5 }

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

export interface Outlier {
  usualMs: number
  headMs: number
  /** Negative where it became faster. */
  deviations: number
  runs: number
}

/** False where a closer look would be in vain. */
export function mayStandOut(headsMs: number[], allMs: number[], look: Look): boolean {
  // What did not run in the newest few may have run before.
  if (allMs.length < LEAST_RUNS) return look.runs < ENOUGH_RUNS
  const { usualMs, sigma } = usualOf(allMs)
  const sign = median(headsMs) > usualMs ? 1 : -1
  const away = sign * (nearestHalf(headsMs, sign) - usualMs)
  return away >= look.floorMs && away >= look.deviations * sigma * steadiness(headsMs.length)
}

/**
 * Robust standard deviations that one duration must be away from the median: the fewer runs the spread was
 * taken from, the less it is to be trusted. About one stable test in two thousand is as far away by chance (normal and skewed noise, simulated).
 */
const deviationsNeeded = (runs: number) => 3.8 + 45 / runs

/** How much less the median of several durations wanders than one does; of two the better one is taken instead. */
const steadiness = (runs: number) => (runs < SEVERAL_RUNS ? 1 : 0.85 * Math.sqrt(Math.PI / 2 / runs))

/**
 * Whether the durations of one code stand out from a test's own passing runs, newest first, all of them at the
 * pace of a usual run; null where they do not, or too little is known. `isWithoutHiccups` says that steady tests of
 * the project never take far longer for once.
 */
export function outlier(headsMs: number[], allMs: number[], isWithoutHiccups = false): Outlier | null {
  if (allMs.length < LEAST_RUNS || headsMs.length === 0) return null
  const { passedMs, usualMs, sigma, certainty } = usualOf(allMs)
  const sign = median(headsMs) > usualMs ? 1 : -1
  const headMs = nearestHalf(headsMs, sign)
  const away = sign * (headMs - usualMs)
  const needed = deviationsNeeded(allMs.length) * sigma * Math.hypot(steadiness(headsMs.length), certainty)
  if (away < FLOOR_MS || away < needed) return null
  // Nothing hiccups by being fast, and hardly anything twice.
  const mayBeHiccup = sign > 0 && headsMs.length === 1 && allMs.length < HICCUP_RUNS
  const isKnown = isWithoutHiccups && isSteady(allMs)
  if (mayBeHiccup && headMs < (isKnown ? STEADY.times : HICCUP_TIMES) * usualMs) return null
  // What the base does lately is not the change's doing.
  if (sign * (headMs - median(passedMs.slice(0, NEWEST_RUNS))) < needed / 2) return null
  const isSingle = headsMs.length < SEVERAL_RUNS
  const edge = edgeOf(
    passedMs.map((ms) => sign * (ms - usualMs)),
    isSingle,
  )
  // A test that was as far away before is so now and then: one run must be far beyond that, several beyond.
  if (edge >= needed && away < (isSingle ? 2 * edge : edge + needed / 2)) return null
  return {
    usualMs,
    headMs,
    deviations: (sign * Math.round((away / sigma) * 10)) / 10,
    runs: passedMs.length,
  }
}

/** True for durations of many runs that hardly wander. */
export function isSteady(allMs: number[]): boolean {
  if (allMs.length < STEADY.runs) return false
  const usualMs = median(allMs)
  return spreadOf(allMs, usualMs) <= STEADY.spread * usualMs
}

/** The median; of an even number the one of the middle two that says less. */
const nearestHalf = (headsMs: number[], sign: number): number =>
  [...headsMs].sort((a, b) => sign * (a - b))[(headsMs.length - 1) >> 1] as number

/** How far such a test strays on that side; with several runs of the head one in ten of its own is no measure. */
function edgeOf(distances: number[], isSingle: boolean): number {
  const sorted = distances.sort((a, b) => b - a)
  return sorted[isSingle ? 0 : Math.floor(sorted.length / 10)] as number
}

interface Usual {
  /** The runs it was taken from. */
  passedMs: number[]
  usualMs: number
  /** Robust standard deviation of one run, milliseconds. */
  sigma: number
  /** How far the usual itself may be off, in such deviations, where that is not in `deviationsNeeded` already. */
  certainty: number
}

/**
 * Where the newest runs are altogether elsewhere, the older ones were of another test, as far as its usual goes. How
 * far it wanders, as a share of that, the older ones tell as well.
 */
function usualOf(allMs: number[]): Usual {
  const ofAll = () => {
    const usualMs = median(allMs)
    return { passedMs: allMs, usualMs, sigma: spreadOf(allMs, usualMs), certainty: 0 }
  }
  if (allMs.length < 2 * STEP_RUNS) return ofAll()
  const older = allMs.slice(STEP_RUNS)
  const [newMs, oldMs] = [median(allMs.slice(0, STEP_RUNS)), median(older)]
  if (Math.abs(newMs - oldMs) <= STEP_DEVIATIONS * spreadOf(older, oldMs)) return ofAll()
  const end = allMs.findIndex((ms, i) => i >= STEP_RUNS && Math.abs(ms - oldMs) < Math.abs(ms - newMs))
  const passedMs = allMs.slice(0, end < 0 ? allMs.length : end)
  const before = allMs.slice(passedMs.length)
  const [usualMs, formerMs] = [median(passedMs), median(before)]
  const atUsual = before.map((ms) => usualMs + (ms - formerMs) * (formerMs > 0 ? usualMs / formerMs : 0))
  const sigma = Math.max(spreadOf([...passedMs, ...atUsual], usualMs), spreadOf(passedMs, usualMs))
  return { passedMs, usualMs, sigma, certainty: Math.sqrt(Math.PI / 2 / passedMs.length) }
}

const spreadOf = (values: number[], middle: number) =>
  Math.max(MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - middle))), middle * LEAST_SPREAD, 1)

export function median(values: number[]): number {
  const sorted = new Float64Array(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
