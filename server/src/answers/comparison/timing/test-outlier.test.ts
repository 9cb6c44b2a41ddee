import { expect, test } from 'vitest'
import { compare, grouped } from '../../../testing/compare.ts'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { type MadeTest, passed, settled, skipped } from '../../../testing/upload.ts'
import { fileOutlier } from './file-outlier.ts'
import { hiccupsOf } from './machine-speed.ts'
import { median, NO_KNOWN_HICCUPS, outlier } from './test-outlier.ts'

onEachDatabase('slower and faster', (makeApp) => {
  test('a duration is judged by the test’s own history, not by one percentage', async () => {
    const app = await makeApp()
    const noise = [-0.04, 0.03, 0, -0.02, 0.04, 0.01]
    const timed = (title: string, durationMs: number) => passed(title, { durationMs })
    for (const share of noise)
      await settled(app, {
        results: [
          timed('steady, slower', 1_000 * (1 + share)),
          timed('steady, faster', 1_000 * (1 + share)),
          timed('steady, a little slower', 1_000 * (1 + share)),
          timed('steady, twice as slow', 1_000 * (1 + share)),
          timed('noisy', 1_000 * (1 + 15 * share)),
          timed('quick', 10 * (1 + share)),
          timed('slow from the start', 5_000),
        ],
      })
    const results = [
      timed('steady, slower', 5_000),
      // Which any test may be in one run, until many are known.
      timed('steady, twice as slow', 2_000),
      timed('steady, faster', 400),
      timed('steady, a little slower', 1_150),
      timed('noisy', 2_000),
      timed('quick', 45),
      timed('slow from the start', 5_100),
      timed('new', 9_000),
    ]
    const head = await settled(app, { code: { branch: 'topic', baseBranch: 'main' }, results })
    const withBase = await compare(app, head)
    expect(grouped(withBase)).toEqual({
      slower: ['steady, slower'],
      faster: ['steady, faster'],
      newTests: ['new'],
    })
    expect(withBase.slower[0]).toMatchObject({
      usualMs: expect.closeTo(1_005, 0),
      headMs: 5_000,
      runs: 6,
      base: { status: 'passed' },
      head: { status: 'passed', durationMs: 5_000 },
    })
    expect(withBase.slower[0]?.deviations).toBeGreaterThan(15)
    expect(withBase.faster[0]?.deviations).toBeLessThan(-5)
  })

  test('a slow machine slows all tests down, so no test counts as slower', async () => {
    const app = await makeApp()
    const titles = Array.from({ length: 12 }, (_, i) => `test ${i}`)
    const run = (pace: number, slow = 1) =>
      titles.map((title, i) => passed(title, { durationMs: (200 + i) * pace * (i === 3 ? slow : 1) }))
    for (const pace of [1, 1.01, 0.99, 1.02, 1, 0.98]) await settled(app, { results: run(pace) })
    const compared = async (results: MadeTest[], tree: string) => {
      const code = { branch: `topic ${tree}`, baseBranch: 'main', tree: tree.repeat(40) }
      return compare(app, await settled(app, { code, results }))
    }
    expect(grouped(await compared(run(1.6), 'a'))).toEqual({})
    const slower = await compared(run(1.6, 5), 'b')
    expect(grouped(slower)).toEqual({ slower: ['test 3'] })
    // 203 ms usually, five times that without the machine's 1.6.
    expect(slower.slower[0]).toMatchObject({
      usualMs: expect.closeTo(203, 0),
      headMs: expect.closeTo(1_015, 0),
      runs: 6,
    })
    // Run again on the same code, three times as it always was: the first was one bad moment.
    const again = async (slow: number) => compared(run(1, slow), 'c')
    expect(grouped(await again(5))).toEqual({ slower: ['test 3'] })
    await again(1)
    await again(1)
    const last = await again(5)
    expect(grouped(last)).toEqual({})
  })

  test('it takes five passing runs on the same leg; skipped ones do not count', async () => {
    const app = await makeApp()
    const slow = () => [passed('a', { durationMs: 3_000 })]
    const head = () => settled(app, { code: { branch: 'topic', baseBranch: 'main' }, results: slow() })
    const usual = () => settled(app, { results: [passed('a', { durationMs: 100 })] })
    for (let i = 0; i < 3; i++) await usual()
    await settled(app, { results: [skipped('a')] })
    await settled(app, { part: { leg: 'other' }, results: [passed('a', { durationMs: 100 })] })
    await usual()
    expect(grouped(await compare(app, await head()))).toEqual({})
    await usual()
    const compared = await compare(app, await head())
    expect(grouped(compared)).toEqual({ slower: ['a'] })
    expect(compared.slower[0]?.runs).toBe(5)
  })

  test('twice as slow is reported after 40 runs in which the suite’s steady tests never hiccuped', async () => {
    const app = await makeApp()
    const suite = (i: number, slow = 1) =>
      Array.from({ length: 12 }, (_, j) =>
        passed(`steady ${j}`, { durationMs: (200 + ((i + j) % 5)) * (j === 3 ? slow : 1) }),
      )
    for (let i = 0; i < 40; i++) await settled(app, { results: suite(i) })
    const slower = async (branch: string, slow: number) => {
      const head = await settled(app, { code: { branch, baseBranch: 'main' }, results: suite(0, slow) })
      return grouped(await compare(app, head)).slower
    }
    expect(await slower('twice', 2)).toEqual(['steady 3'])
    expect(await slower('a little', 1.4)).toBeUndefined()
  })

  test('many short tests that became slower are told by their file', async () => {
    const app = await makeApp()
    const suite = (i: number, times: { a: number; b: number }) =>
      (['a', 'b'] as const).flatMap((file) =>
        Array.from({ length: 30 }, (_, j) =>
          passed(`short ${j}`, {
            file: `${file}.test.ts`,
            durationMs: (5 + ((i + j) % 3) / 10) * times[file],
          }),
        ),
      )
    for (let i = 0; i < 8; i++) await settled(app, { results: suite(i, { a: 1, b: 1 }) })
    const filesOf = async (branch: string, times: { a: number; b: number }) => {
      const code = { branch, baseBranch: 'main', tree: branch.padEnd(40, '0') }
      await settled(app, { code, results: suite(1, times) })
      const { slower, slowerFiles } = await compare(
        app,
        await settled(app, { code, results: suite(2, times) }),
      )
      expect(slower).toEqual([])
      return slowerFiles
    }
    expect(await filesOf('abc', { a: 2, b: 1 })).toEqual([
      {
        file: 'a.test.ts',
        leg: expect.any(String),
        tests: 30,
        usualMs: expect.closeTo(153, 0),
        headMs: expect.closeTo(306, 0),
        deviations: expect.any(Number),
        runs: 8,
      },
    ])
    expect(await filesOf('def', { a: 1.1, b: 1 })).toEqual([])
  })

  test('five tests of one file that became 2.2 times as slow are told by one run after 24 base runs', async () => {
    const app = await makeApp()
    const suite = (i: number, slowOf: (j: number) => number) =>
      (['a', 'b', 'c'] as const).flatMap((file) =>
        Array.from({ length: 5 }, (_, j) => {
          const durationMs = (100 + 2 * ((i + j) % 5)) * (file === 'a' ? slowOf(j) : 1)
          return passed(`test ${j}`, { file: `${file}.test.ts`, durationMs })
        }),
      )
    for (let i = 0; i < 24; i++) await settled(app, { results: suite(i, () => 1) })
    const told = async (branch: string, slowOf: (j: number) => number) => {
      const head = await settled(app, { code: { branch, baseBranch: 'main' }, results: suite(0, slowOf) })
      const { slower, slowerFiles } = await compare(app, head)
      expect(slower).toEqual([])
      return slowerFiles.map(({ file }) => file)
    }
    expect(await told('all', () => 2.2)).toEqual(['a.test.ts'])
    expect(await told('two', (j) => (j < 2 ? 3.8 : 1))).toEqual([])
  })
})

test('a steady file whose tests agree is reported after one run that is 1.7 times as slow', () => {
  const calm = (runs: number) => Array.from({ length: runs }, (_, i) => 1_000 + 10 * (i % 5))
  const tests = (...times: number[]) => times.map((one) => ({ headMs: one * 200, allMs: [200, 201, 199] }))
  const all = tests(2.2, 2.1, 2.3, 2.2, 1)
  expect(fileOutlier([2_200], calm(24), all)).toMatchObject({ headMs: 2_200, runs: 24 })
  expect(fileOutlier([1_800], calm(24), tests(1.8, 1.8, 1.8, 1.8, 1.8))).not.toBeNull()
  expect(fileOutlier([1_600], calm(24), tests(1.6, 1.6, 1.6, 1.6, 1.6))).toBeNull()
  expect(fileOutlier([2_200], calm(19), all)).toBeNull()
  expect(fileOutlier([2_200], calm(24), all.slice(1))).toBeNull()
  expect(fileOutlier([2_200], calm(24), tests(3.5, 3.5, 2, 1, 1))).toBeNull()
  expect(fileOutlier([2_200], [...calm(23), 1_400], all)).toBeNull()
})

test('one run of a file with many runs is reported only if half of its tests took longer', () => {
  const quiet = Array.from({ length: 60 }, (_, i) => 1_000 + (i % 5))
  const tests = (...times: number[]) => times.map((one) => ({ headMs: one * 333, allMs: [333] }))
  expect(fileOutlier([2_000], quiet, tests(2, 2, 2))).not.toBeNull()
  expect(fileOutlier([2_000], quiet, tests(3.9, 1.05, 1.05))).toBeNull()
  expect(fileOutlier([4_100], quiet, tests(10, 1, 1))).not.toBeNull()
  expect(fileOutlier([2_000, 2_000], quiet, tests(3.9, 1.05, 1.05))).not.toBeNull()
})

test('outliers', () => {
  const steady = [100, 101, 99, 100, 102]
  expect(outlier([1_000], steady.slice(1))).toBeNull()
  expect(outlier([100], steady)).toBeNull()
  // Far out, but nobody notices 35 ms.
  expect(outlier([135], steady)).toBeNull()
  // The median's distance is 1 ms, so that 2 % of 100 ms are taken: 300 ms are 150 of those.
  expect(outlier([400], steady)).toEqual({ usualMs: 100, headMs: 400, deviations: 150, runs: 5 })
  expect(outlier([1], [1, 1, 1, 1, 1])).toBeNull()
  expect(outlier([2_000], [500, 1_500, 1_000, 700, 1_300])).toBeNull()
  expect(outlier([0], [0, 0, 0, 0, 0])).toBeNull()
  expect(outlier([60], [0, 0, 0, 0, 0])).toMatchObject({ usualMs: 0, deviations: 60 })
})

test('the more runs, the less it takes', () => {
  // Half of the runs are 40 ms off: a robust deviation of 59.3 ms. 3.8 + 45 / 10 of them are 492 ms, 3.8 + 45 / 50 are 279 ms.
  const wide = (runs: number) => Array.from({ length: runs }, (_, i) => 1_000 + (i % 2 === 0 ? 40 : -40))
  expect(outlier([1_400, 1_400], wide(10))).toBeNull()
  expect(outlier([1_400, 1_400], wide(50))).toMatchObject({ usualMs: 1_000, runs: 50 })
  expect(outlier([1_270, 1_270], wide(50))).toBeNull()
})

test('one run of fewer than 60 must be four times as slow: any test may hiccup', () => {
  const quiet = (runs: number) => Array.from({ length: runs }, (_, i) => 1_000 + (i % 5))
  expect(outlier([3_900], quiet(59))).toBeNull()
  expect(outlier([4_100], quiet(59))).toMatchObject({ headMs: 4_100 })
  expect(outlier([3_900], quiet(60))).toMatchObject({ headMs: 3_900 })
  // Twice is no hiccup, and being fast is none.
  expect(outlier([1_500, 1_600], quiet(20))).toMatchObject({ headMs: 1_500 })
  expect(outlier([1_500, 1_001], quiet(20))).toBeNull()
  expect(outlier([500], quiet(20))).toMatchObject({ headMs: 500 })
})

test('where steady tests hiccup, one run of any number may be the first of its test', () => {
  const steady = Array.from({ length: 80 }, (_, i) => 1_000 + (i % 20))
  const hiccuped = steady.with(7, 2_400)
  const hiccups = hiccupsOf([steady, steady, hiccuped, steady.with(30, 2_900)])
  expect(hiccups).toEqual({ areUnknown: false, leastTimes: expect.closeTo(2.4, 1) })
  expect(outlier([2_500], steady)).toMatchObject({ headMs: 2_500 })
  expect(outlier([2_500], steady, hiccups)).toBeNull()
  // Less or more than hiccups are, faster, and the same twice.
  expect(outlier([1_900], steady, hiccups)).toMatchObject({ headMs: 1_900 })
  expect(outlier([4_100], steady, hiccups)).toMatchObject({ headMs: 4_100 })
  expect(outlier([500], steady, hiccups)).toMatchObject({ headMs: 500 })
  expect(outlier([2_500, 2_600], steady, hiccups)).toMatchObject({ headMs: 2_500 })
  // One test that hiccuped may be of a wider kind, and a wide test tells itself how far it strays.
  expect(hiccupsOf([steady, steady, steady, hiccuped]).leastTimes).toBe(Number.POSITIVE_INFINITY)
  const wide = Array.from({ length: 80 }, (_, i) => 1_000 + 15 * (i % 20))
  expect(outlier([2_500], wide, hiccups)).toMatchObject({ headMs: 2_500 })
})

test('where steady tests never hiccup, one of 40 runs is known', () => {
  const never = { ...NO_KNOWN_HICCUPS, areUnknown: true }
  const steady = (runs: number) => Array.from({ length: runs }, (_, i) => 1_000 + (i % 20))
  expect(outlier([2_000], steady(40), never)).toMatchObject({ headMs: 2_000, runs: 40 })
  expect(outlier([2_000], steady(40))).toBeNull()
  expect(outlier([2_000], steady(39), never)).toBeNull()
  expect(outlier([1_450], steady(40), never)).toBeNull()
  const wandering = Array.from({ length: 40 }, (_, i) => 1_000 + 10 * (i % 20))
  expect(outlier([2_000], wandering, never)).toBeNull()
})

test('a test that is slow from time to time is reported when several runs agree', () => {
  const spiky = Array.from({ length: 40 }, (_, i) => (i % 20 === 7 ? 2_500 : 1_000 + (i % 5)))
  expect(outlier([2_600], spiky)).toBeNull()
  expect(outlier([2_600, 1_001, 1_003, 1_002], spiky)).toBeNull()
  expect(outlier([1_500, 1_510, 1_490, 1_505], spiky)).toMatchObject({ headMs: 1_500 })
  // Far beyond the worst there was, one run is enough.
  expect(outlier([5_000], spiky)).toMatchObject({ headMs: 5_000 })
})

test('where a test has two usual durations, one run beyond the longer one is enough', () => {
  // 18 of 60 runs take 1.4 times as long, at most 1,414 ms.
  const twoHumped = Array.from({ length: 60 }, (_, i) => (i % 10 < 3 ? 1_400 : 1_000) + (i % 15))
  expect(outlier([1_450], twoHumped)).toBeNull()
  expect(outlier([1_600], twoHumped)).toMatchObject({ headMs: 1_600 })
  // Three runs in 60 do not show how far a test strays.
  const spiky = Array.from({ length: 60 }, (_, i) => (i % 20 === 7 ? 1_400 : 1_000) + (i % 15))
  expect(outlier([1_600], spiky)).toBeNull()
})

test('what the base became lately is its usual from then on', () => {
  const stepped = [...Array.from({ length: 10 }, () => 1_500), ...Array.from({ length: 40 }, () => 1_000)]
  expect(outlier([1_510], stepped)).toBeNull()
  expect(outlier([1_000], stepped)).toMatchObject({ usualMs: 1_500, runs: 10 })
})

test('how far it wanders is known from before the base became slower', () => {
  // 12 runs at 2,000 ms after 48 at 1,000, all of them 4 % to either side: a deviation of 118.6 ms at the new pace.
  const share = (i: number) => (i % 2 === 0 ? 1.04 : 0.96)
  const stepped = Array.from({ length: 60 }, (_, i) => (i < 12 ? 2_000 : 1_000) * share(i))
  // One run: 3.8 + 45 / 60 of them, more by what 12 runs leave open of the usual: 4.84, or 574 ms.
  expect(outlier([2_560], stepped)).toBeNull()
  expect(outlier([2_590], stepped)).toMatchObject({ usualMs: 2_000, deviations: 5, runs: 12 })
  // Those 12 runs alone would ask for 7.55 deviations, 895 ms.
  expect(outlier([2_590], stepped.slice(0, 12))).toBeNull()
})

test('median', () => {
  expect([median([]), median([3]), median([4, 1]), median([5, 1, 3])]).toEqual([0, 3, 2.5, 3])
})
