import { expect, test } from 'vitest'
import { compare, grouped } from '../testing/compare.ts'
import { onEachDatabase } from '../testing/each-database.ts'
import { passed, settled, skipped } from '../testing/upload.ts'
import { median, outlier } from './performance.ts'

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
          timed('noisy', 1_000 * (1 + 15 * share)),
          timed('quick', 10 * (1 + share)),
          timed('slow from the start', 5_000),
        ],
      })
    const results = [
      timed('steady, slower', 2_000),
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
      headMs: 2_000,
      runs: 6,
      base: { status: 'passed' },
      head: { status: 'passed', durationMs: 2_000 },
    })
    expect(withBase.slower[0]?.deviations).toBeGreaterThan(15)
    expect(withBase.faster[0]?.deviations).toBeLessThan(-5)
  })

  test('it takes five passing runs on the same leg, and skipped ones are none', async () => {
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
})

test('outliers', () => {
  const steady = [100, 101, 99, 100, 102]
  expect(outlier([1_000], steady.slice(1))).toBeNull()
  expect(outlier([100], steady)).toBeNull()
  // Seven deviations, but nobody notices 35 ms.
  expect(outlier([135], steady)).toBeNull()
  expect(outlier([200], steady)).toEqual({ usualMs: 100, headMs: 200, deviations: 20, runs: 5 })
  expect(outlier([1], [1, 1, 1, 1, 1])).toBeNull()
  expect(outlier([2_000], [500, 1_500, 1_000, 700, 1_300])).toBeNull()
  expect(outlier([0], [0, 0, 0, 0, 0])).toBeNull()
  expect(outlier([60], [0, 0, 0, 0, 0])).toMatchObject({ usualMs: 0, deviations: 60 })
})

test('median', () => {
  expect([median([]), median([3]), median([4, 1]), median([5, 1, 3])]).toEqual([0, 3, 2.5, 3])
})
