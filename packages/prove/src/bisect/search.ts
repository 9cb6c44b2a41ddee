import type { Counts } from '../rule/causes.ts'
import { neededRuns, type Rate } from '../rule/needed-runs.ts'
import { culpritPosterior } from './posterior.ts'

/** How the trials of one place go. */
export interface Wanted {
  /** At most so many. */
  runs: number
  /** True if the first failure tells enough. */
  endsAtFailure: boolean
}

interface Told {
  /** The place of the culprit, or the last of its range. */
  to: number
  /** The place of the bad end. */
  last: number
  /** Trials by place. */
  tried: readonly Counts[]
  /** Clean runs after which a place counts as good. */
  runs: number
  /** Trials that show how often a place fails. */
  repeats: number
  /** The place that was tried latest. */
  latest: number
  /** True for a place that gives no result. */
  isClosed(place: number): boolean
}

/** At most so many, and all of a short range: in a gap between two of them, a mend and another break may hide. */
const MOST_LATER = 6

/** So many failures and no pass are no flake. */
const FIRM = 3

/** What the trials of one place gave; `reason` says why no trial was valid. */
export type Visit = Counts & { reason?: string }

/** What a search found. */
export interface Found {
  /** Places of the commits among which the culprit is, oldest first: one, or the smallest range. */
  from: number
  to: number
  /** That the culprit is one of them. */
  probability: number
  /** Trials by place. */
  tried: Counts[]
  /** Places that could not be run, with the reason. */
  skipped: Map<number, string>
  /** How often the failure occurs at the bad end. */
  rate: Rate
  /** False if the time was over, or somebody stopped it. */
  isDecided: boolean
}

/** Why no culprit is told. */
export interface Nothing {
  reason: string
  /** True if another search may tell one: the time was over, or the failure came and went. */
  isUndecided?: true
}

interface Bounds {
  /** The place of the bad end; 0 is the good end. */
  last: number
  /** How often the failure was seen since it began. */
  seen: Rate
  /** True if the time is over or somebody stopped it. */
  isOver(): boolean
  visit(place: number, wanted: Wanted): Promise<Visit>
}

const SURE = 0.95
/** Trials of the bad end, which say how often the failure occurs: it is tried longer if it passes, too. */
const FIRST_RUNS = 3
const RUNS_OF_FLAKY = 8
/** Trials of the culprit of a failure that does not occur in each of them: it has to be told from an older flake. */
const REPEATS_OF_FLAKY = 16
/** More trials of one place change nothing. */
const MOST_RUNS = 200

/**
 * Searches the commit that broke a test by trials between a good and a bad end. A place counts as good after so many clean
 * runs as the rate of the failure demands. Returns why there is nothing to search if an end is not as it should be.
 */
export const search = async (bounds: Bounds): Promise<Found | Nothing> => {
  const { last, isOver } = bounds
  const tried: Counts[] = Array.from({ length: last + 1 }, () => ({ failed: 0, passed: 0 }))
  const skipped = new Map<number, string>()
  // What gave a result before, and none now.
  const silent = new Set<number>()
  let latest = last
  const visit = async (place: number, wanted: Wanted): Promise<Visit> => {
    const { reason, failed, passed } = await bounds.visit(place, wanted)
    const before = tried[place] as Counts
    before.failed += failed
    before.passed += passed
    latest = place
    if (failed + passed === 0) silent.add(place)
    if (before.failed + before.passed === 0 && reason !== undefined) skipped.set(place, reason)
    return { failed, passed, ...(reason !== undefined && { reason }) }
  }
  const bad = await tryBadEnd(bounds, visit)
  if ('reason' in bad) return isOver() ? OVER : bad
  const { rate } = bad
  const runs = neededRuns(rate)
  const good = await visit(0, { runs, endsAtFailure: true })
  if (isOver() && good.failed === 0) return OVER
  if (good.failed > 0) return { reason: `it fails at the good end, too. Name an older commit with --good` }
  if (good.passed === 0)
    return {
      reason: `the good end cannot be run: ${good.reason ?? 'no trial is valid'}. Name another with --good`,
    }
  const repeats = rate.hits === rate.runs ? FIRST_RUNS : REPEATS_OF_FLAKY
  const isClosed = (place: number) => skipped.has(place) || silent.has(place)
  for (;;) {
    const { isDivisible, ...range } = rangeOf(tried, skipped)
    const isTold = range.probability >= SURE && !isDivisible
    const next = isTold
      ? nextCheck({ to: range.to, last, tried, runs, repeats, latest, isClosed })
      : nextPlace({ ...range, isDivisible }, tried, isClosed)
    if (next === undefined || isOver())
      return { ...range, tried, skipped, rate, isDecided: next === undefined }
    const { place, ...wanted } = { runs, endsAtFailure: true, ...next }
    const { failed, passed, reason } = await visit(place, wanted)
    if (isOver()) continue
    if (place === last && failed === 0) return doubted(passed, reason)
    if (comesAndGoes(tried, runs)) return COMES_AND_GOES
  }
}

const OVER = {
  reason: 'the time was over, or it was stopped, before both ends were tried',
  isUndecided: true as const,
}
const COMES_AND_GOES = {
  reason:
    'the failure comes and goes: a commit passes after one that always fails, so more than one commit broke it, or an outage is over. Name a newer commit that passes with --good',
  isUndecided: true as const,
}
const doubted = (passed: number, reason: string | undefined): Nothing => ({
  reason:
    passed > 0
      ? `the failure comes and goes: the bad end failed at first, and passes now in ${passed} runs. Look for a cause outside of the commits, such as a service`
      : `the bad end failed at first, and cannot be run now: ${reason ?? 'no trial is valid'}`,
  isUndecided: true,
})

/** Sees how often the failure occurs at the bad end now: what the server saw may have been another machine. */
const tryBadEnd = async (
  { last, seen }: Bounds,
  visit: (place: number, wanted: Wanted) => Promise<Visit>,
): Promise<{ rate: Rate } | { reason: string }> => {
  const all = { failed: 0, passed: 0 }
  const more = async (runs: number, endsAtFailure: boolean): Promise<string | undefined> => {
    const { failed, passed, reason } = await visit(last, { runs, endsAtFailure })
    all.failed += failed
    all.passed += passed
    return reason
  }
  const reason = await more(neededRuns(seen), true)
  if (all.failed + all.passed === 0)
    return { reason: `the bad end cannot be run: ${reason ?? 'no trial is valid'}. Name another with --bad` }
  if (all.failed === 0)
    return {
      reason: `it does not fail at the bad end in ${all.passed} runs, so there is nothing to search. Name another commit with --bad, or run the command where it fails`,
    }
  if (all.passed === 0) await more(FIRST_RUNS - 1, false)
  if (all.passed > 0) await more(RUNS_OF_FLAKY - 1, false)
  const here = { hits: all.failed, runs: all.failed + all.passed }
  const isAlike = all.passed === 0 && seen.hits === seen.runs
  return { rate: isAlike ? { hits: here.hits + seen.hits, runs: here.runs + seen.runs } : here }
}

type Range = Pick<Found, 'from' | 'to' | 'probability'> & {
  /** True if a place inside can still be tried. */
  isDivisible: boolean
}

/** The smallest range that has the culprit with enough probability; the whole one if none has. */
const rangeOf = (tried: Counts[], skipped: ReadonlyMap<number, string>): Range => {
  const { of, none } = culpritPosterior(tried)
  const last = tried.length - 1
  // Places that cannot be run belong to the next one that can.
  const ends = of.flatMap((_, place) => (place > 0 && (place === last || !skipped.has(place)) ? [place] : []))
  const cells = ends.map((to, at) => {
    const from = (ends[at - 1] ?? 0) + 1
    return { from, to, share: of.slice(from, to + 1).reduce((one, other) => one + other, 0) }
  })
  const enough = SURE * (1 - none)
  let best: Range = { from: 1, to: last, probability: 1 - none, isDivisible: cells.length > 1 }
  let size = cells.length + 1
  cells.forEach(({ from }, first) => {
    let share = 0
    for (let at = first; at < cells.length && at - first + 1 <= size; at++) {
      const cell = cells[at] as (typeof cells)[number]
      share += cell.share
      if (share < enough) continue
      const cellsOf = at - first + 1
      if (cellsOf < size || share > best.probability)
        best = { from, to: cell.to, probability: share, isDivisible: cellsOf > 1 }
      size = cellsOf
      break
    }
  })
  return best
}

/** The place that halves what is left; then those on both sides of the culprit. Undefined if none would tell more. */
const nextPlace = (
  { from, to, isDivisible }: Range,
  tried: Counts[],
  isClosed: (place: number) => boolean,
): { place: number } | undefined => {
  const isOpen = (place: number) => !isClosed(place) && runsOf(tried[place]) < MOST_RUNS
  const { of } = culpritPosterior(tried)
  const total = of.slice(from, to + 1).reduce((one, other) => one + other, 0)
  let share = 0
  const inside = of.flatMap((each, place) => {
    if (place < from || place > to) return []
    share += each
    return place < to && isOpen(place) ? [{ place, off: Math.abs(share / total - 0.5) }] : []
  })
  const [half] = inside.sort((a, b) => a.off - b.off)
  if (isDivisible && half) return { place: half.place }
  // Clean runs before the culprit, or a failure there, decide between it and a flake.
  const place = Array.from({ length: from }, (_, at) => from - 1 - at).find(isOpen)
  return place === undefined ? undefined : { place }
}

const runsOf = (counts: Counts | undefined): number => (counts ? counts.failed + counts.passed : 0)

/**
 * Returns the next trials that could refute a culprit: of its own place, where one failure may have been a flake; of the next
 * place and some of those after it, which a mend may lie before; and of the bad end, because an outage may be over. Undefined
 * if none is left.
 */
const nextCheck = ({
  to,
  last,
  tried,
  runs,
  repeats,
  latest,
  isClosed,
}: Told): (Wanted & { place: number }) | undefined => {
  const runsOf = (place: number) => (tried[place]?.failed ?? 0) + (tried[place]?.passed ?? 0)
  if (to < last && !isClosed(to) && runsOf(to) < repeats)
    return { place: to, runs: repeats - runsOf(to), endsAtFailure: false }
  const later = laterThan(to, last).find((place) => !isClosed(place) && runsOf(place) === 0)
  if (later !== undefined) return { place: later, runs, endsAtFailure: true }
  return latest === last ? undefined : { place: last, runs, endsAtFailure: true }
}

/** The next place, and others at equal distances before the bad end. */
const laterThan = (to: number, last: number): number[] => {
  const step = Math.max(1, (last - to - 1) / MOST_LATER)
  const places = Array.from({ length: MOST_LATER }, (_, at) => Math.floor(to + 1 + at * step))
  return [...new Set(places)].filter((place) => place < last)
}

/** Returns true if a place without a failure follows one that always failed: no single commit explains that. */
const comesAndGoes = (tried: readonly Counts[], runs: number): boolean => {
  const broken = tried.findIndex(({ failed, passed }) => failed >= FIRM && passed === 0)
  return broken !== -1 && tried.some((at, place) => place > broken && at.failed === 0 && at.passed >= runs)
}
