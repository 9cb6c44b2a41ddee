/** A test with fewer runs has no usual duration. */
const LEAST_RUNS = 5
/** Smaller differences are not noticeable, milliseconds. */
export const FLOOR_MS = 50
/** Timers and schedulers always cause this much variation, so the spread is at least this share. */
const LEAST_SPREAD = 0.02
/**
 * How far durations must deviate, over this many of the newest runs, before the judge reads more runs. Fewer
 * runs estimate the usual less well, so they let more tests pass than the final four deviations and the
 * floor.
 */
export const LOOKS = [
  { runs: 5, deviations: 1, floorMs: FLOOR_MS / 2 },
  { runs: 10, deviations: 1.5, floorMs: (3 * FLOOR_MS) / 4 },
  { runs: 20, deviations: 2, floorMs: FLOOR_MS },
  { runs: 40, deviations: 3, floorMs: FLOOR_MS },
] as const
export type Look = (typeof LOOKS)[number]
/** A test that ran in fewer of this many newest runs than the minimum is not judged. */
const ENOUGH_RUNS = 20
/** The newest runs, which contain recent merges. */
const NEWEST_RUNS = 5
/** The number of newest runs that become the new usual if their median is this far from the older ones'. */
const STEP_RUNS = 10
const STEP_DEVIATIONS = 2.5
/** From this many runs of the head's code, their median is hardly ever one bad moment. */
const SEVERAL_RUNS = 3

/**
 * A test may take several times as long in one run of twenty. By the rule of three, this many runs
 * without such an outlier make it unlikely (95 %) that the test has them. With fewer runs, a single
 * run must exceed such an outlier.
 */
const HICCUP_RUNS = 60
export const HICCUP_TIMES = 4
/**
 * If no steady test of a project hiccups, a test that was steady in this many runs is reported from this many
 * times its usual; `spread` is a standard deviation relative to the usual.
 */
export const STEADY = { runs: 40, spread: 0.04, times: 1.5 }

/** What a project's steady tests reveal about one-off slowdowns: single runs that take far longer. */
export interface Hiccups {
  /** True if many runs are known and hardly any steady test ever had one. */
  areUnknown: boolean
  /**
   * The smallest one of a steady test, as a multiple of its usual duration; infinite if hardly any
   * test had one.
   */
  leastTimes: number
}
export const NO_KNOWN_HICCUPS: Hiccups = { areUnknown: false, leastTimes: Number.POSITIVE_INFINITY }
/** A one-off slowdown may be slightly smaller than the smallest known one. */
const SMALLER_HICCUP = 0.9

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

export interface Outlier {
  usualMs: number
  headMs: number
  /** Negative if it became faster. */
  deviations: number
  runs: number
}

/** False if more history cannot reveal an outlier. */
export function mayStandOut(headsMs: number[], allMs: number[], look: Look): boolean {
  // A test without a result in the newest runs may have older ones.
  if (allMs.length < LEAST_RUNS) return look.runs < ENOUGH_RUNS
  const { usualMs, sigma } = usualOf(allMs)
  const sign = median(headsMs) > usualMs ? 1 : -1
  const away = sign * (nearestHalf(headsMs, sign) - usualMs)
  return away >= look.floorMs && away >= look.deviations * sigma * steadiness(headsMs.length)
}

/**
 * The robust standard deviations that one duration must be away from the median. The spread of fewer runs is
 * less reliable. About one stable test in two thousand is as far away by chance (normal and skewed noise,
 * simulated).
 */
const deviationsNeeded = (runs: number) => 3.8 + 45 / runs

/**
 * How much less the median of several durations varies than one duration; of two, the better one counts
 * instead.
 */
const steadiness = (runs: number) => (runs < SEVERAL_RUNS ? 1 : 0.85 * Math.sqrt(Math.PI / 2 / runs))

/**
 * How the durations of one code stand out from a test's own passing runs, newest first, all scaled to the
 * pace of a usual run. Null if they do not stand out, or too little is known. `hiccups` are those of the project's
 * steady tests.
 */
export function outlier(headsMs: number[], allMs: number[], hiccups = NO_KNOWN_HICCUPS): Outlier | null {
  if (allMs.length < LEAST_RUNS || headsMs.length === 0) return null
  const { passedMs, usualMs, sigma, certainty } = usualOf(allMs)
  const sign = median(headsMs) > usualMs ? 1 : -1
  const headMs = nearestHalf(headsMs, sign)
  const away = sign * (headMs - usualMs)
  const needed = deviationsNeeded(allMs.length) * sigma * Math.hypot(steadiness(headsMs.length), certainty)
  if (away < FLOOR_MS || away < needed) return null
  // A fast run is not a one-off slowdown, and a one-off slowdown hardly ever repeats.
  if (sign > 0 && headsMs.length === 1 && mayBeHiccup(headMs / usualMs, allMs, hiccups)) return null
  // A recent deviation of the base is not caused by the change.
  if (sign * (headMs - median(passedMs.slice(0, NEWEST_RUNS))) < needed / 2) return null
  const isSingle = headsMs.length < SEVERAL_RUNS
  const distances = passedMs.map((ms) => sign * (ms - usualMs)).sort((a, b) => b - a)
  const edge = edgeOf(distances, isSingle)
  // A test that deviated this much before does so occasionally: one run must exceed the limit by
  // far, several runs must exceed it.
  const leastMs = isSingle && !isKnownEdge(distances, needed) ? 2 * edge : edge + needed / 2
  if (edge >= needed && away < leastMs) return null
  return {
    usualMs,
    headMs,
    deviations: (sign * Math.round((away / sigma) * 10)) / 10,
    runs: passedMs.length,
  }
}

/**
 * Whether a single run that took this many times the usual duration may be a one-off slowdown. In a
 * project that has them, a steady test may meet its first one after any number of runs.
 */
function mayBeHiccup(times: number, allMs: number[], { areUnknown, leastTimes }: Hiccups): boolean {
  if (times >= HICCUP_TIMES) return false
  const steady = isSteady(allMs)
  if (allMs.length < HICCUP_RUNS) return times < (areUnknown && steady ? STEADY.times : HICCUP_TIMES)
  return steady && times >= SMALLER_HICCUP * leastTimes
}

/** True for many runs whose durations hardly vary. */
export function isSteady(allMs: number[]): boolean {
  if (allMs.length < STEADY.runs) return false
  const usualMs = median(allMs)
  return spreadOf(allMs, usualMs) <= STEADY.spread * usualMs
}

/** The median; for an even count, the less conspicuous of the two middle values. */
const nearestHalf = (headsMs: number[], sign: number): number =>
  [...headsMs].sort((a, b) => sign * (a - b))[(headsMs.length - 1) >> 1] as number

/**
 * How far such a test deviates in that direction; for several runs of the head, one run in ten is
 * no reference.
 */
const edgeOf = (distances: number[], isSingle: boolean): number =>
  distances[isSingle ? 0 : Math.floor(distances.length / 10)] as number

/** The share of a test's runs that define how far it deviates, and how close to the limit such runs are. */
const OFTEN_AWAY = { share: 0.1, of: 0.6 }

/**
 * True if a test often takes that long, for example because it has two usual durations: its longest
 * run is then no accident.
 */
const isKnownEdge = (distances: number[], needed: number): boolean =>
  distances.length >= HICCUP_RUNS &&
  (distances[Math.floor(OFTEN_AWAY.share * distances.length)] as number) >= OFTEN_AWAY.of * needed

interface Usual {
  /** The runs behind the estimate. */
  passedMs: number[]
  usualMs: number
  /** Robust standard deviation of one run, milliseconds. */
  sigma: number
  /**
   * The error of the usual duration itself, in the same deviations, unless `deviationsNeeded`
   * already contains it.
   */
  certainty: number
}

/**
 * The usual duration of a test. If the newest runs all differ from the older ones, the older ones
 * measured an earlier version of the test. They still reveal how much it varies, as a share of the
 * usual duration.
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

export const spreadOf = (values: number[], middle: number) =>
  Math.max(MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - middle))), middle * LEAST_SPREAD, 1)

export function median(values: number[]): number {
  const sorted = new Float64Array(values).sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
