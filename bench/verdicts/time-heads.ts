import { withFolder } from '../databases.ts'
import { openApp, type SimulatedApp } from './app.ts'
import { BASE_EVERY, BEGIN, MINUTE } from './calendar.ts'
import { journalsOf } from './journal.ts'
import { machine, NOISE_NAMES, NOISES, type NoiseName, trueSigma } from './noise.ts'
import { Random } from './random.ts'
import { letters } from './world.ts'

const TESTS = 140
const HEADS = 10
const SHIFTED = 0.1
const DOUBLED = 0.03
export const SHIFTS = [2, 3, 4, 5, 6, 8, 10, 15, 20]
/** The product reports no change below 50 ms; a shift counts only if it is clearly above. */
const LEAST_SHIFT_MS = 75
const STEP_RUNS_AGO = 12
const STEP = 1.3

interface TimedTest {
  index: number
  file: string
  title: string
  noise: NoiseName
  usualMs: number
  sigmaMs: number
}

/** One test of one head: by how much it was truly shifted, and what each rule said. */
export interface Timing {
  noise: NoiseName
  /** Robust standard deviations, negative if it became faster; 0 without a change. */
  shift: number
  /** It took twice as long, regardless of its noise. */
  isTwice: boolean
  /** Steady tests of its project take some times as long now and then. */
  hasHiccups: boolean
  baseRuns: number
  said: Said
  /** After the code was run three times more. */
  saidAgain: Said
  raw: Said
  fixed: Said
}

export type Said = 'slower' | 'faster' | null

interface TimedAnswer {
  slower: { titles: string[] }[]
  faster: { titles: string[] }[]
}

/** Lives through the runs of one project whose tests only wander in time, and asks what became slower or faster. */
export const timeHeads = (seed: number, baseRuns: number): Promise<Timing[]> =>
  withFolder(async (folder) => {
    const app = await openApp(folder)
    try {
      return await timeWorld(app, seed, baseRuns)
    } finally {
      await app.close()
    }
  })

async function timeWorld(app: SimulatedApp, seed: number, baseRuns: number): Promise<Timing[]> {
  const random = new Random(seed)
  const sigmas = new Map(NOISE_NAMES.map((name) => [name, trueSigma(new Random(seed + 1), NOISES[name])]))
  // Steady tests of every second project hiccup now and then.
  const hasHiccups = seed % 2 === 0
  const tests = Array.from({ length: TESTS }, (_, index): TimedTest => {
    const name = NOISE_NAMES[index % NOISE_NAMES.length] as NoiseName
    const noise = name === 'hiccup' && !hasHiccups ? 'quiet' : name
    const usualMs = 300 * Math.exp(2.3 * random.next())
    const title = `takes its time ${letters(index)}`
    const file = `test/area-${index % 10}.test.ts`
    return { index, file, title, noise, usualMs, sigmaMs: (sigmas.get(noise) as number) * usualMs }
  })
  const history: Map<number, number>[] = []
  let at = BEGIN
  let builds = 0
  const run = async (commit: string, factorOf: (test: TimedTest) => number, mergeBase: string | null) => {
    const pace = machine(random)
    const times = new Map(
      tests.map((test) => [test.index, test.usualMs * NOISES[test.noise](random) * pace * factorOf(test)]),
    )
    const results = tests.map(({ file, title, index }) => ({
      file,
      title,
      leg: 'linux',
      attempts: [{ passed: true, durationMs: times.get(index) as number, failure: null }],
    }))
    const isHead = mergeBase !== null
    const id = await upload(app, { commit, mergeBase, isHead, build: `build-${++builds}`, at, results })
    at += isHead ? 10 * MINUTE : BASE_EVERY
    return { id, times }
  }
  const stepOf = (test: TimedTest, i: number) =>
    test.noise === 'stepped' && i < baseRuns - STEP_RUNS_AGO ? 1 / STEP : 1
  for (let i = 0; i < baseRuns; i++)
    history.push((await run(`${seed} main ${i}`, (test) => stepOf(test, i), null)).times)
  const timings: Timing[] = []
  for (let i = 0; i < HEADS; i++) {
    const shifts = new Map(
      tests.map((test) => [test.index, random.chance(SHIFTED) ? shiftOf(random, test) : 0]),
    )
    const doubled = new Set(tests.filter(() => random.chance(DOUBLED)).map((test) => test.index))
    const factorOf = (test: TimedTest) =>
      doubled.has(test.index) ? 2 : 1 + ((shifts.get(test.index) as number) * test.sigmaMs) / test.usualMs
    const head = () => run(`${seed} topic ${i}`, factorOf, `${seed} main ${baseRuns - 1}`)
    const first = await head()
    const said = await ask(app, first.id)
    await head()
    await head()
    const saidAgain = await ask(app, (await head()).id)
    for (const test of tests) {
      const headMs = first.times.get(test.index) as number
      const before = history.map((times) => times.get(test.index) as number)
      timings.push({
        noise: test.noise,
        shift: doubled.has(test.index) ? test.usualMs / test.sigmaMs : (shifts.get(test.index) as number),
        isTwice: doubled.has(test.index),
        hasHiccups,
        baseRuns,
        said: said.get(test.title) ?? null,
        saidAgain: saidAgain.get(test.title) ?? null,
        raw: byPercentage(headMs, before.at(-1) as number),
        fixed: byPercentage(headMs, mean(before.slice(-20))),
      })
    }
  }
  return timings
}

/** Mostly slower, sometimes faster; none if the shift would be too short to report. */
function shiftOf(random: Random, { usualMs, sigmaMs }: TimedTest): number {
  const shift = random.pick(SHIFTS)
  if (shift * sigmaMs < LEAST_SHIFT_MS) return 0
  return random.chance(0.2) && shift * sigmaMs < 0.9 * usualMs ? -shift : shift
}

const FIXED_SHARE = 0.2
const FIXED_FLOOR_MS = 50

function byPercentage(headMs: number, usualMs: number): Said {
  if (Math.abs(headMs - usualMs) < FIXED_FLOOR_MS || Math.abs(headMs / usualMs - 1) < FIXED_SHARE) return null
  return headMs > usualMs ? 'slower' : 'faster'
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

async function ask(app: SimulatedApp, head: string): Promise<Map<string, Said>> {
  const { slower, faster } = await app.get<TimedAnswer>(`/api/compare?base=auto&head=${head}&limit=200`)
  const titles = (of: TimedAnswer['slower'], said: Said): [string, Said][] =>
    of.map((change) => [change.titles.at(-1) ?? '', said])
  return new Map([...titles(slower, 'slower'), ...titles(faster, 'faster')])
}

interface TimedRun {
  commit: string
  mergeBase: string | null
  isHead: boolean
  build: string
  at: number
  results: Parameters<typeof journalsOf>[0]['results']
}

function upload(
  app: SimulatedApp,
  { commit, mergeBase, isHead, build, at, results }: TimedRun,
): Promise<string> {
  app.setTime(at + 5 * MINUTE)
  return app.upload(
    journalsOf({
      project: 'shop',
      suite: 'default',
      build,
      runAttempt: 1,
      branch: isHead ? commit.replaceAll(' ', '-') : 'main',
      pullRequest: isHead ? 1 : null,
      commit,
      parent: mergeBase,
      mergedWith: null,
      mergeBase,
      startedAt: at,
      shards: 1,
      results,
    }),
  )
}
