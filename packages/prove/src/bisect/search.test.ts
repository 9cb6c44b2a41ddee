import { expect, test } from 'vitest'
import { search, type Wanted } from './search.ts'

/** The same numbers each time. */
const numbers = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

interface World {
  last: number
  culprit: number
  /** From the culprit on. */
  rate?: number
  /** Before it. */
  before?: number
  /** Instead of both: of each place, in the trial of this number. */
  rateAt?: (place: number, run: number) => number
  /** Places that cannot be run. */
  broken?: number[]
  seed?: number
  most?: number
}

/** Plays a search; `runs` are the trials that it took. */
const play = async ({
  last,
  culprit,
  rate = 1,
  before = 0,
  rateAt = (place) => (place >= culprit ? rate : before),
  broken = [],
  seed = 1,
  most = 5_000,
}: World) => {
  const random = numbers(seed)
  let runs = 0
  const visited: number[] = []
  const found = await search({
    last,
    seen: { hits: 0, runs: 0 },
    isOver: () => runs >= most,
    visit: async (place: number, wanted: Wanted) => {
      visited.push(place)
      if (broken.includes(place)) return { failed: 0, passed: 0, reason: 'it does not install' }
      const counts = { failed: 0, passed: 0 }
      for (let i = 0; i < wanted.runs && runs < most; i++) {
        runs++
        if (random() < rateAt(place, runs)) counts.failed++
        else counts.passed++
        if (counts.failed > 0 && wanted.endsAtFailure) break
      }
      return counts
    },
  })
  return { found, runs, visited }
}

test('a break is found in few runs, with its probability', async () => {
  for (const culprit of [1, 37, 64]) {
    const { found, visited } = await play({ last: 64, culprit })
    expect(found).toMatchObject({ from: culprit, to: culprit, isDecided: true })
    expect('reason' in found ? 0 : found.probability).toBeGreaterThan(0.95)
    expect(visited.length).toBeLessThan(18)
  }
})

test('a failure of every second run needs repeats, and is found: at least 95 of 100', async () => {
  let right = 0
  for (let seed = 1; seed <= 100; seed++) {
    const culprit = 1 + (seed % 16)
    const { found } = await play({ last: 16, culprit, rate: 0.5, seed: seed * 7_919 })
    if (!('reason' in found) && found.from <= culprit && culprit <= found.to) right++
  }
  expect(right).toBeGreaterThanOrEqual(95)
})

test('what was flaky before, at the same rate, gets no culprit with certainty', async () => {
  let wrong = 0
  for (let seed = 1; seed <= 100; seed++) {
    const { found } = await play({ last: 16, culprit: 17, before: 0.1, rate: 0.1, seed: seed * 104_729 })
    if (!('reason' in found) && found.isDecided && found.probability >= 0.95) wrong++
  }
  expect(wrong).toBeLessThanOrEqual(3)
})

test.each([
  [0.05, 1],
  [0.1, 1],
  [0.2, 1],
  [0.05, 0.5],
])(
  'a test that failed in %d of its runs before and in %d after gets the right culprit, or no certainty',
  async (before, rate) => {
    let told = 0
    let wrong = 0
    for (let seed = 1; seed <= 200; seed++) {
      const culprit = 1 + (seed % 12)
      const { found } = await play({ last: 12, culprit, before, rate, seed: seed * 7_919 })
      if ('reason' in found || found.probability < 0.95) continue
      told++
      if (culprit < found.from || found.to < culprit) wrong++
    }
    expect(told).toBeGreaterThan(30)
    expect(wrong / told).toBeLessThanOrEqual(0.05)
  },
)

test('a failure that is over when the bad end is tried again has no culprit', async () => {
  const { found } = await play({ last: 8, culprit: 0, rateAt: (_, run) => (run <= 3 ? 1 : 0) })
  expect(found).toEqual({ reason: expect.stringContaining('the failure comes and goes'), isUndecided: true })
})

test('a break that was mended and came back has no single culprit', async () => {
  const rateAt = (place: number) => ((place >= 3 && place <= 6) || place >= 10 ? 1 : 0)
  const { found } = await play({ last: 12, culprit: 3, rateAt })
  expect(found).toEqual({
    reason: expect.stringContaining('more than one commit broke it'),
    isUndecided: true,
  })
})

test('a second break with the same error is seen wherever the first one was mended, in ranges of any size', async () => {
  for (const last of [5, 8, 12])
    for (let first = 1; first < last - 2; first++)
      for (let mended = first + 1; mended < last; mended++)
        for (let second = mended + 1; second <= last; second++) {
          const rateAt = (place: number) => ((place >= first && place < mended) || place >= second ? 1 : 0)
          const { found } = await play({ last, culprit: first, rateAt })
          // The report names the break that the bad end still has.
          const told = 'reason' in found ? second : found.to
          const gap = second - mended
          if (gap > (last - first) / 6)
            expect([last, first, mended, told]).toEqual([last, first, mended, second])
        }
})

test('a place that gives no result any more ends no search', async () => {
  const tried = new Map<number, number>()
  const found = await search({
    last: 4,
    seen: { hits: 0, runs: 0 },
    isOver: () => false,
    visit: async (place) => {
      const times = (tried.get(place) ?? 0) + 1
      tried.set(place, times)
      if (times > 20) throw new Error(`${place} again and again`)
      if (place === 2 && times > 1) return { failed: 0, passed: 0, reason: 'it hangs' }
      return place >= 2 ? { failed: 1, passed: 0 } : { failed: 0, passed: 3 }
    },
  })
  expect(found).toMatchObject({ from: 2, to: 2, isDecided: true })
})

test('places that cannot be run are skipped, and stay in the range beside the culprit', async () => {
  const { found } = await play({ last: 8, culprit: 5, broken: [4, 5] })
  expect(found).toMatchObject({ from: 4, to: 6, isDecided: true })
  expect([...('reason' in found ? [] : found.skipped.keys())].sort()).toEqual([4, 5])
})

test('all places between that cannot be run leave the whole range', async () => {
  const { found } = await play({ last: 4, culprit: 2, broken: [1, 2, 3] })
  expect(found).toMatchObject({ from: 1, to: 4, isDecided: true })
})

test('an end that is not as it should be is told', async () => {
  expect((await play({ last: 8, culprit: 0 })).found).toEqual({
    reason: expect.stringContaining('fails at the good end'),
  })
  expect((await play({ last: 8, culprit: 9 })).found).toEqual({
    reason: expect.stringContaining('does not fail at the bad end in 15 runs'),
  })
  expect((await play({ last: 8, culprit: 3, broken: [8] })).found).toEqual({
    reason: 'the bad end cannot be run: it does not install. Name another with --bad',
  })
  expect((await play({ last: 8, culprit: 3, broken: [0] })).found).toEqual({
    reason: 'the good end cannot be run: it does not install. Name another with --good',
  })
})

test('when the time is over, the range so far is told', async () => {
  const { found } = await play({ last: 64, culprit: 20, most: 13 })
  expect(found).toMatchObject({ isDecided: false })
  if ('reason' in found) throw new Error(found.reason)
  expect(found.from).toBeLessThanOrEqual(20)
  expect(found.to).toBeGreaterThanOrEqual(20)
  expect(found.to - found.from).toBeLessThan(40)
})
