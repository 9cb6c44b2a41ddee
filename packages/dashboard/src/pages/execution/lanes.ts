import type { Pause } from '../../data/pauses.ts'
import { type Execution, keyOf, type Result } from '../../data/queries.ts'

export type Part = Execution['parts'][number]

/** One attempt on the time line; times are milliseconds since the start of the execution. */
export interface Bar {
  result: Result
  /** The key of its result, as the address names it. */
  key: string
  status: 'passed' | 'failed' | 'flaky' | 'skipped'
  /** From 1. */
  attempt: number
  startMs: number
  endMs: number
  lane: number
}

/** The attempts of one part: one shard, job or leg. */
export interface PartLanes {
  part: Part
  label: string
  startMs: number
  endMs: number
  /** Attempts that do not overlap, in the order of their start: roughly those of one worker. */
  lanes: Bar[][]
  /** The number of attempts on all lanes. */
  attempts: number
  busyMs: number
  /** More attempts overlap than there are lanes; the last lane contains the rest. */
  isCrowded: boolean
  /** The part whose end it probably waited for. */
  after: PartLanes | null
}

/** A link of the chain that determined the end, with the wait before it. */
export interface Link {
  bar: Bar
  of: PartLanes
  waitMs: number
}

export interface TimeLine {
  parts: PartLanes[]
  durationMs: number
  chain: Link[]
}

const MOST_LANES = 32
/** Times are rounded, so an attempt may seem to start before the previous one has ended. */
const ROUNDING_MS = 2
/** A job that starts this soon after another has ended probably depended on it. */
const JOB_START_MS = 120_000
/** Of attempts that ended at about the same time, the one on the same lane is assumed to be the cause. */
const ALIKE_MS = 25

/** Attempts of one piece of work. */
const PIECE = 1_000

/** Attempts by part and lane, and the chain of attempts that determined when the last part ended. */
export async function timeLineOf(parts: Part[], results: Result[], pause: Pause): Promise<TimeLine> {
  const startedAt = Math.min(...parts.map((part) => Date.parse(part.startedAt)))
  const bars = await barsOf(parts, results, startedAt, pause)
  const labels = labelsOf(parts)
  const made: PartLanes[] = []
  for (const part of parts) {
    const own = (bars.get(part.number) ?? []).sort((a, b) => a.startMs - b.startMs)
    const startMs = Date.parse(part.startedAt) - startedAt
    const lastMs = own.reduce((most, { endMs }) => Math.max(most, endMs), startMs)
    made.push({
      part,
      label: labels.get(part.number) ?? '',
      startMs,
      endMs: Math.max(lastMs, startMs + (part.durationMs ?? 0)),
      busyMs: own.reduce((sum, bar) => sum + bar.endMs - bar.startMs, 0),
      attempts: own.length,
      ...(await lanesOf(own, pause)),
      after: null,
    })
  }
  made.sort((a, b) => a.part.runAttempt - b.part.runAttempt || compareShards(a.part, b.part))
  for (const each of made) each.after = partBefore(each, made)
  return {
    parts: made,
    durationMs: made.reduce((most, { endMs }) => Math.max(most, endMs), 0),
    chain: await chainOf(made, pause),
  }
}

/**
 * Every attempt with a duration, by the part that ran it; attempts of a re-run belong to the part
 * of that re-run.
 */
async function barsOf(
  parts: Part[],
  results: Result[],
  startedAt: number,
  pause: Pause,
): Promise<Map<number, Bar[]>> {
  const byNumber = new Map(parts.map((part) => [part.number, part]))
  const byRun = new Map(parts.map((part) => [`${part.runAttempt} ${placeOf(part)}`, part.number]))
  const bars = new Map<number, Bar[]>()
  for (const [n, result] of results.entries()) {
    if (n % PIECE === 0) await pause()
    const part = byNumber.get(result.part)
    for (const [i, { status, durationMs, runAttempt, startedAt: at }] of result.attempts.entries()) {
      if (status === 'skipped' && durationMs === 0) continue
      const number =
        part === undefined || part.runAttempt === runAttempt
          ? result.part
          : (byRun.get(`${runAttempt} ${placeOf(part)}`) ?? result.part)
      const startMs = Date.parse(at) - startedAt
      const own = bars.get(number) ?? []
      bars.set(number, own)
      own.push({
        result,
        key: keyOf(result),
        status: status === 'passed' || status === 'skipped' ? status : statusOf(result),
        attempt: i + 1,
        startMs,
        endMs: startMs + durationMs,
        lane: 0,
      })
    }
  }
  return bars
}

/** A failed attempt of a test that passed later is a flake. */
const statusOf = ({ status }: Result): 'failed' | 'flaky' => (status === 'flaky' ? 'flaky' : 'failed')

const placeOf = ({ job, package: folder, config, leg, shard }: Part): string =>
  JSON.stringify([job, folder, config, leg, shard?.index])

/**
 * Places attempts on lanes without overlaps. If possible, an attempt follows one of the same file,
 * because runners keep a file on one worker; otherwise it takes the lane that became free last.
 */
async function lanesOf(bars: Bar[], pause: Pause): Promise<Pick<PartLanes, 'lanes' | 'isCrowded'>> {
  const lanes: Bar[][] = []
  let isCrowded = false
  for (const [n, bar] of bars.entries()) {
    if (n % PIECE === 0) await pause()
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    for (const [i, lane] of lanes.entries()) {
      const last = lane.at(-1)
      if (!last || last.endMs > bar.startMs + ROUNDING_MS) continue
      const score = last.endMs + (last.result.file === bar.result.file ? 1e12 : 0)
      if (score > bestScore) [best, bestScore] = [i, score]
    }
    if (best < 0 && lanes.length < MOST_LANES) best = lanes.push([]) - 1
    if (best < 0) {
      isCrowded = true
      best = MOST_LANES - 1
    }
    bar.lane = best
    lanes[best]?.push(bar)
  }
  return { lanes, isCrowded }
}

function partBefore(own: PartLanes, all: PartLanes[]): PartLanes | null {
  let found: PartLanes | null = null
  for (const each of all) {
    const waitMs = own.startMs - each.endMs
    if (each !== own && waitMs >= 0 && waitMs < JOB_START_MS && each.endMs > (found?.endMs ?? 0)) found = each
  }
  return found
}

/**
 * Backwards from the last end: the attempt that ended last before each one started, within its
 * part, then in the part before it.
 */
async function chainOf(parts: PartLanes[], pause: Pause): Promise<Link[]> {
  const chain: Link[] = []
  const seen = new Set<PartLanes>()
  let of = parts.reduce<PartLanes | null>(
    (last, each) => (last && last.endMs >= each.endMs ? last : each),
    null,
  )
  while (of && !seen.has(of)) {
    seen.add(of)
    const own = of
    await pause()
    const byEnd = own.lanes.flat().sort((a, b) => a.endMs - b.endMs || a.startMs - b.startMs)
    let at = byEnd.length - 1
    await pause()
    while (at >= 0) {
      const bar = byEnd[at] as Bar
      const before = indexBefore(byEnd, at, bar)
      const since = byEnd[before]?.endMs ?? own.startMs
      chain.push({ bar, of: own, waitMs: Math.max(0, bar.startMs - since) })
      at = before
    }
    of = own.after
  }
  return chain.reverse()
}

/**
 * The index of the attempt that ended last before an attempt started; -1 for none. It is always
 * lower than the attempt's own.
 */
function indexBefore(byEnd: Bar[], own: number, { startMs, lane }: Bar): number {
  let [low, high] = [0, own]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((byEnd[middle]?.endMs ?? 0) <= startMs + ROUNDING_MS) low = middle + 1
    else high = middle
  }
  const last = low - 1
  const endMs = byEnd[last]?.endMs ?? 0
  for (let i = last; i >= 0 && (byEnd[i]?.endMs ?? 0) >= endMs - ALIKE_MS; i--)
    if (byEnd[i]?.lane === lane) return i
  return last
}

const compareShards = (a: Part, b: Part): number =>
  a.leg.localeCompare(b.leg) ||
  a.package.localeCompare(b.package) ||
  (a.shard?.index ?? 0) - (b.shard?.index ?? 0) ||
  a.number - b.number

/** The facts that distinguish a part from the others: its shard, then other differences. */
function labelsOf(parts: Part[]): Map<number, string> {
  const differs = (of: (part: Part) => unknown) => new Set(parts.map(of)).size > 1
  const showsLeg = differs(({ leg }) => leg)
  const showsPackage = differs((part) => part.package)
  const showsJob = differs(({ job }) => job)
  const showsConfig = differs(({ config }) => config)
  const showsRun = differs(({ runAttempt }) => runAttempt)
  return new Map(
    parts.map((part) => {
      const words = [
        part.shard && `Shard ${part.shard.index} of ${part.shard.total}`,
        showsLeg && part.leg,
        showsPackage && (part.package || 'root'),
        showsJob && part.job,
        showsConfig && part.config,
        showsRun && part.runAttempt > 1 && `re-run ${part.runAttempt - 1}`,
      ].filter(Boolean)
      return [part.number, words.join(' · ') || part.leg]
    }),
  )
}

/** The attempt at a time on a lane, or the nearest within `reachMs`. */
export function barAt(lane: Bar[], atMs: number, reachMs: number): Bar | null {
  let [low, high] = [0, lane.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lane[middle]?.startMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  const [before, next] = [lane[low - 1], lane[low]]
  if (before && atMs <= before.endMs) return before
  const past = before ? atMs - before.endMs : Number.POSITIVE_INFINITY
  const ahead = next ? next.startMs - atMs : Number.POSITIVE_INFINITY
  if (Math.min(past, ahead) > reachMs) return null
  return (past <= ahead ? before : next) ?? null
}
