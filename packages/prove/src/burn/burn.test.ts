import { expect, test } from 'vitest'
import { type BurnTest, burn, type FileRun } from './burn.ts'

const of = (title: string, file = 'a.test.ts'): BurnTest => ({ file, titles: [title], variant: '' })

interface World {
  /** How a test ends in the run of this number, in the order of this seed. */
  ends(title: string, run: number, seed: number | undefined): 'failed' | 'passed' | 'both'
  seconds?: Record<string, number>
  canShuffle?: boolean
  budget?: number
  random?: () => number
}

/** The own order and another one, by turns. */
const byTurns = () => {
  let turn = 0
  return () => (turn++ % 2 === 0 ? 0 : 1)
}

/** The same numbers in each run of this test. */
const seededRandom = () => {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const play = async (
  tests: BurnTest[],
  { ends, seconds = {}, canShuffle = true, budget = 100, random = byTurns() }: World,
) => {
  let time = 0
  let runs = 0
  const seeds: (number | undefined)[] = []
  const perFile: Record<string, number> = {}
  const run = async (file: BurnTest[], seed: number | undefined, left: number): Promise<FileRun> => {
    const name = file[0]?.file ?? ''
    const took = seconds[name] ?? 1
    time += Math.min(took, left)
    seeds.push(seed)
    if (took > left) return { kind: 'void', reason: 'the time was over', seconds: left }
    perFile[name] = (perFile[name] ?? 0) + 1
    runs += 1
    const results = new Map(file.map((each) => [each, ends(each.titles[0] ?? '', runs, seed)] as const))
    return { kind: 'ran', results, seconds: took }
  }
  const bounds = { budget, now: () => time, isStopped: () => false, canShuffle, random }
  const { burned } = await burn(tests, run, bounds)
  return { burned, seeds, perFile, time, finding: burned.map(({ finding }) => finding) }
}

test('a test that fails and passes in one order is flaky, and its file is then left', async () => {
  const { burned, seeds, time } = await play([of('slips')], {
    ends: (_title, run) => (run === 5 ? 'failed' : 'passed'),
  })
  expect(burned).toMatchObject([{ finding: 'flaky', counts: { failed: 1 } }])
  // The first runs in order and shuffled by turns; the fifth is in order.
  expect(seeds).toEqual([undefined, 2, undefined, 4, undefined])
  expect(time).toBe(5)
})

test('a failure in another order is tried again in that order: what then passes is flaky', async () => {
  const { burned, seeds } = await play([of('slips')], {
    ends: (_title, run) => (run === 2 ? 'failed' : 'passed'),
  })
  expect(burned).toMatchObject([{ finding: 'flaky', counts: { failed: 1, passed: 2 } }])
  expect(seeds).toEqual([undefined, 2, 2])
})

test('a test that needs its place in the file is not called flaky', async () => {
  const { burned, time } = await play([of('needs the one before')], {
    ends: (_title, _run, seed) => (seed !== undefined && seed % 4 === 2 ? 'failed' : 'passed'),
  })
  expect(burned).toMatchObject([{ finding: 'order', inOrder: { failed: 0 } }])
  expect(time).toBe(100)
})

test('a broken test is left after some runs, and a test that retries itself disagrees at once', async () => {
  const broken = await play([of('broken')], { ends: () => 'failed' })
  expect([broken.finding, broken.time]).toEqual([['fails'], 5])
  const retried = await play([of('retried')], { ends: () => 'both' })
  expect([retried.finding, retried.time]).toEqual([['flaky'], 1])
})

test('a test that fails in every second run is flaky, although orders alternate as well', async () => {
  const random = seededRandom()
  const { finding } = await play([of('alternates')], {
    ends: (_title, run) => (run % 2 === 1 ? 'failed' : 'passed'),
    random,
  })
  expect(finding).toEqual(['flaky'])
})

test('files take turns, and the time is kept', async () => {
  const tests = [of('slow', 'slow.ts'), of('fast', 'fast.ts')]
  const { perFile, time, finding } = await play(tests, {
    ends: () => 'passed',
    seconds: { 'slow.ts': 9, 'fast.ts': 1 },
  })
  expect(finding).toEqual(['passes', 'passes'])
  expect(time).toBe(100)
  // Equal runs at first, equal times then.
  expect(perFile['slow.ts']).toBeGreaterThanOrEqual(4)
  expect(perFile['fast.ts']).toBeGreaterThanOrEqual(30)
})

test('a runner that does not know the option for an order runs without it', async () => {
  let calls = 0
  const run = async (file: BurnTest[], seed: number | undefined): Promise<FileRun> => {
    calls += 1
    if (seed !== undefined) return { kind: 'void', reason: 'unknown option', seconds: 1 }
    return { kind: 'ran', results: new Map(file.map((each) => [each, 'passed' as const])), seconds: 1 }
  }
  const bounds = { budget: 20, now: () => calls, isStopped: () => false, canShuffle: true, random: byTurns() }
  const { burned } = await burn([of('steady')], run, bounds)
  expect(burned).toMatchObject([{ finding: 'passes', counts: { failed: 0, passed: 19 } }])
  expect(burned[0]?.reason).toBeUndefined()
})

test('a file that gives nothing is left, with the reason', async () => {
  const run = async (): Promise<FileRun> => ({ kind: 'void', reason: 'no reporter', seconds: 1 })
  const bounds = { budget: 20, now: () => 0, isStopped: () => false, canShuffle: false, random: byTurns() }
  expect((await burn([of('lost')], run, bounds)).burned).toMatchObject([
    { finding: 'unseen', reason: 'no reporter' },
  ])
})
